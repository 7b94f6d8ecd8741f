// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer. If {@link #sent()} the operation may have happened there; an acquisition is then settled in the
 * background by its claim and leaves nothing longer than one ttl.
 */
public final class StoreUnavailableException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;

    /**
     * Made by stores and by Holdonce.
     *
     * @param message what was tried, what failed
     * @param sent whether the request may have reached the store; false only if it certainly did not
     * @param cause what the driver or client threw, if it did
     */
    public StoreUnavailableException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
    }

    /**
     * Whether the request may have reached the store.
     *
     * @return false only if nothing can have happened
     */
    public boolean sent() {
        return sent;
    }
}
