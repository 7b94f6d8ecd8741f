// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import org.jspecify.annotations.Nullable;

/** The root of this library's exceptions; each subclass says whether anything may have happened. */
public abstract sealed class HoldonceException extends RuntimeException
        permits AcquireTimeoutException,
                AcquireInterruptedException,
                LeaseLostException,
                StoreUnavailableException,
                StoreMisconfiguredException,
                StaleTokenException,
                TransactionConflictException {

    private static final long serialVersionUID = 1L;

    HoldonceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
