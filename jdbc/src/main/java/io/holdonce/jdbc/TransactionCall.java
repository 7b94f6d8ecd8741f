// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldonceException;
import io.holdonce.LockRequest;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.TransactionConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One transaction of the library's own: opened, locked first, worked in, ended. */
final class TransactionCall {

    private final TransactionLocks locks;
    private final DataSource source;
    private final TableNames names;
    private final LockRequest request;

    TransactionCall(TransactionLocks locks, DataSource source, TableNames names, LockRequest request) {
        this.locks = locks;
        this.source = source;
        this.names = names;
        this.request = request;
    }

    <R extends @Nullable Object, X extends Exception> R run(TransactionBody<R, X> body) throws X {
        Connection connection = borrow();
        boolean ours = false;
        boolean autoCommit = false;
        try {
            autoCommit = begin(connection);
            ours = true;
            TransactionLock lock = lock(connection);
            R result = body.call(connection, lock);
            commit(connection);
            ours = false;
            return result;
        } finally {
            // A transaction that was found open belongs to somebody else.
            if (ours) {
                rollBack(connection);
            }
            giveBack(connection, autoCommit);
        }
    }

    private Connection borrow() {
        try {
            return source.getConnection();
        } catch (SQLException e) {
            throw Failures.noConnection(e);
        }
    }

    /** Whether the connection came with autocommit on. */
    private boolean begin(Connection connection) {
        try {
            if (connection.getAutoCommit()) {
                connection.setAutoCommit(false);
                return true;
            }
            Database database = Database.of(connection, names);
            if (database.dialect().hasUnfinishedWork(connection, database.statement(Op.UNFINISHED_WORK))) {
                throw new StoreMisconfiguredException(
                        "The DataSource handed out a connection that is inside a transaction with unfinished work. Inside a "
                                + "transaction use acquire(connection, …); call opens its own and needs a DataSource that is not "
                                + "bound to another.",
                        null);
            }
            connection.rollback();
            return false;
        } catch (SQLException e) {
            throw new StoreUnavailableException(
                    "The transaction was not opened: " + Failures.text(e) + ". Nothing happened.", false, e);
        }
    }

    /** A refused lock costs nothing here but another transaction, since nothing was done in this one. */
    private TransactionLock lock(Connection connection) {
        Duration waitTime = request.waitTime().orElse(TransactionTaking.DEFAULT_WAIT_TIME);
        Deadline deadline = Deadline.after(waitTime);
        LockRequest asked = request;
        for (int round = 0; ; round++) {
            try {
                return locks.acquire(connection, asked);
            } catch (TransactionConflictException e) {
                if (!deadline.pause(round)) {
                    throw e;
                }
                rollBackForAnother(connection, e);
                asked = request.waitTime(Duration.ofMillis(deadline.leftMillis()));
            }
        }
    }

    private static void rollBackForAnother(Connection connection, HoldonceException cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }

    private void commit(Connection connection) {
        try {
            connection.commit();
        } catch (SQLException e) {
            boolean refused = String.valueOf(e.getSQLState()).startsWith("40");
            if (refused) {
                throw new TransactionConflictException(
                        "The database refused the commit: " + Failures.text(e)
                                + ". Nothing happened; run the transaction again.",
                        e);
            }
            throw new StoreUnavailableException(
                    "The commit was not clearly answered: " + Failures.text(e) + ". It may have happened.", true, e);
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            Failures.abort(connection);
        }
    }

    private static void giveBack(Connection connection, boolean autoCommit) {
        try {
            if (autoCommit && !connection.isClosed() && !connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            Failures.abort(connection);
        }
        Failures.close(connection);
    }
}
