// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import org.jspecify.annotations.Nullable;

/**
 * The database could not give the caller's transaction a lock that protects what it reads: the transaction had begun to read
 * before the last holder's end, or met another one in a deadlock. No lock was acquired. Roll the transaction back and run it
 * again from its beginning; what it had written is undone by that, or was already undone by the database.
 */
public final class TransactionConflictException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by Holdonce.
     *
     * @param message which lock, and why
     * @param cause what the driver threw, if it did
     */
    public TransactionConflictException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
