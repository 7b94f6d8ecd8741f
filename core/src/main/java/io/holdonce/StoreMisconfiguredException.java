// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import org.jspecify.annotations.Nullable;

/** The store answered that it cannot be used as it is set up; the message says what to change. Nothing happened. */
public final class StoreMisconfiguredException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by stores.
     *
     * @param message what is wrong and what to do
     * @param cause what the driver or client threw, if it did
     */
    public StoreMisconfiguredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
