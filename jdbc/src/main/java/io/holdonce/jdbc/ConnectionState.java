// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreMisconfiguredException;
import java.sql.Connection;
import java.sql.SQLException;

/** How a borrowed connection came, so that it goes back the same. Nothing is set that is right already. */
final class ConnectionState {

    private static final String REMEDY =
            "Leases need connections of their own: give them a DataSource that is not bound to "
                    + "the caller's transaction (not a transaction-aware proxy, not a single shared connection).";

    private final Connection connection;
    private boolean manualCommit;
    private boolean readOnly;
    private boolean shortWaits;
    private int networkTimeout = -1;
    private final Dialect dialect;

    private ConnectionState(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** Makes a connection fit for single statements. On an exception it is as it came. */
    static ConnectionState prepare(Connection connection, Database database) throws SQLException {
        ConnectionState state = new ConnectionState(connection, database.dialect());
        if (!connection.getAutoCommit()) {
            refuseUnfinishedWork(connection, database);
            connection.rollback();
            connection.setAutoCommit(true);
            state.manualCommit = true;
        }
        if (!database.dialect().asksServerForReadOnly() && connection.isReadOnly()) {
            try {
                state.makeWritable();
            } catch (SQLException e) {
                state.restore();
                throw new StoreMisconfiguredException(
                        "The database was opened read-only; open it for writing. " + e.getMessage(), e);
            }
        }
        return state;
    }

    private void makeWritable() throws SQLException {
        connection.setReadOnly(false);
        readOnly = true;
    }

    /** Whether a refused write may be sent again, because it was the connection that came read-only. */
    boolean madeWritable() throws SQLException {
        if (readOnly || !connection.isReadOnly()) {
            return false;
        }
        makeWritable();
        return true;
    }

    /** Ends and undoes nothing: what is found belongs to someone else. */
    private static void refuseUnfinishedWork(Connection connection, Database database) throws SQLException {
        if (database.dialect().hasUnfinishedWork(connection, database.statement(Op.UNFINISHED_WORK))) {
            throw new StoreMisconfiguredException(
                    "The DataSource handed out a connection that is inside a transaction with unfinished work, which was left "
                            + "as it is. " + REMEDY,
                    null);
        }
    }

    boolean manualCommit() {
        return manualCommit;
    }

    /** Bounds the wait for rows where only the session can. */
    void shortenWaits() throws SQLException {
        shortWaits = dialect.shortenWaits(connection);
    }

    /** Bounds every answer's wait; drivers without that feature are left alone. */
    void limit(int millis) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            if (before == 0 || before > millis) {
                connection.setNetworkTimeout(Runnable::run, millis);
                if (networkTimeout < 0) {
                    networkTimeout = before;
                }
            }
        } catch (java.sql.SQLFeatureNotSupportedException e) {
            networkTimeout = -1;
        }
    }

    /** Gives back a time-out that was changed; does nothing on a broken connection. */
    void unlimit() {
        if (networkTimeout < 0) {
            return;
        }
        try {
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
            networkTimeout = -1;
        } catch (SQLException e) {
            Failures.abort(connection);
        }
    }

    private void restoreWaits() {
        try {
            if (!connection.isClosed()) {
                dialect.restoreWaits(connection);
            }
        } catch (SQLException e) {
            Failures.abort(connection);
        }
    }

    /** Gives everything back. */
    void restore() {
        if (shortWaits) {
            restoreWaits();
        }
        unlimit();
        try {
            if (connection.isClosed()) {
                return;
            }
            if (readOnly) {
                connection.setReadOnly(true);
            }
            if (manualCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            Failures.abort(connection);
        }
    }
}
