// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names were held by others until the wait time had passed. Nothing was acquired. */
public final class AcquireTimeoutException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable HoldInfo blocker;

    /**
     * Made by Holdonce.
     *
     * @param message who held it, since when
     * @param blocker a hold that was in the way at the last try, if the store could still describe it
     */
    public AcquireTimeoutException(String message, Optional<HoldInfo> blocker) {
        super(message, null);
        this.blocker = blocker.orElse(null);
    }

    /**
     * A hold that was in the way at the last try.
     *
     * @return the hold, if the store could still describe it
     */
    public Optional<HoldInfo> blocker() {
        return Optional.ofNullable(blocker);
    }
}
