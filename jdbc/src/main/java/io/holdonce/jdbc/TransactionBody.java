// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;

/**
 * Work done in a transaction that began by taking a lock.
 *
 * @param <R> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface TransactionBody<R, X extends Exception> {

    /**
     * Does the work. What it returns from is committed, what it throws rolls back.
     *
     * @param connection the transaction's connection; neither to be committed nor closed here
     * @param lock what is held
     * @return the result
     * @throws X what the work throws; it reaches the caller as it is
     */
    R call(Connection connection, TransactionLock lock) throws X;
}
