// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.LockRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An implementation of locks in the caller's transaction and the database it works on, with a little work to be protected: a counter
 * and notes. Made once per contract class.
 *
 * <p><b>Threads:</b> called from several threads, each with connections of its own.
 */
public interface TransactionLocksHarness extends AutoCloseable {

    /**
     * What was taken.
     *
     * @param fencingToken the token; 0 if nothing is held exclusively
     * @param createdAt when the first name was used first
     * @param lastTakenAt when the first name was last taken exclusively before this
     */
    record Taken(long fencingToken, Instant createdAt, Optional<Instant> lastTakenAt) {}

    /** Work inside a transaction. */
    @FunctionalInterface
    interface Work {
        /**
         * Does it.
         *
         * @param connection the transaction's connection
         * @throws SQLException if the database refuses; the transaction is rolled back
         */
        void in(Connection connection) throws SQLException;
    }

    /**
     * The engine's name in the report of cases run.
     *
     * @return lower-case letters, digits and hyphens
     */
    String engine();

    /**
     * The isolation levels of {@link Connection} that the engine has.
     *
     * @return the levels, READ COMMITTED first
     */
    List<Integer> isolations();

    /**
     * Opens a connection in another session.
     *
     * @param isolation the level
     * @return a connection with autocommit off; the contracts close it
     * @throws SQLException if there is none
     */
    Connection connect(int isolation) throws SQLException;

    /**
     * Takes names, waiting up to the request's wait time.
     *
     * @param connection the transaction
     * @param request the names
     * @return what was taken
     */
    Taken acquire(Connection connection, LockRequest request);

    /**
     * Takes names without waiting.
     *
     * @param connection the transaction
     * @param request the names
     * @return what was taken, if it was free
     */
    Optional<Taken> tryAcquire(Connection connection, LockRequest request);

    /**
     * Opens a transaction, takes names first, works, commits.
     *
     * @param isolation the level
     * @param request the names
     * @param work what is done
     * @throws SQLException as the work throws it
     */
    void call(int isolation, LockRequest request, Work work) throws SQLException;

    /**
     * Writes a note in a transaction.
     *
     * @param connection the transaction
     * @param text the note
     * @throws SQLException if the database refuses
     */
    void note(Connection connection, String text) throws SQLException;

    /**
     * The notes that are committed.
     *
     * @return all of them
     * @throws SQLException if the database refuses
     */
    List<String> notes() throws SQLException;

    /**
     * Reads the counter in a transaction, without a lock.
     *
     * @param connection the transaction
     * @return its value
     * @throws SQLException if the database refuses
     */
    long count(Connection connection) throws SQLException;

    /**
     * Writes the counter in a transaction.
     *
     * @param connection the transaction
     * @param value its new value
     * @throws SQLException if the database refuses
     */
    void setCount(Connection connection, long value) throws SQLException;

    /**
     * What a session can be told and keeps: time-outs, isolation, autocommit.
     *
     * @param connection the session
     * @return a text that is the same when nothing was changed
     * @throws SQLException if the database refuses
     */
    String settings(Connection connection) throws SQLException;

    /**
     * Ends a session as if its process had been killed.
     *
     * @param connection the session
     * @throws SQLException if it cannot be ended
     */
    void kill(Connection connection) throws SQLException;

    /**
     * How long anything may take that is not to wait.
     *
     * @return far more than a slow machine needs; 6 s by default
     */
    default Duration patience() {
        return Duration.ofSeconds(6);
    }

    /**
     * Frees what the harness opened.
     *
     * @throws Exception if it cannot
     */
    @Override
    default void close() throws Exception {}
}
