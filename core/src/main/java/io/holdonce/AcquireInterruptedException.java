// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** The thread was interrupted while it waited. Nothing is held, and the thread's interrupt flag is set again. */
public final class AcquireInterruptedException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by Holdonce.
     *
     * @param message what was waited for
     */
    public AcquireInterruptedException(String message) {
        super(message, null);
    }
}
