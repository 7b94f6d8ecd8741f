// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldonceException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Says what a driver's exception means: what may have happened, and what to do. */
final class Failures {

    static final String CREATE =
            "Create it with JdbcStore.builder(dataSource).createSchema(), with `holdonce schema --apply`, or by the script "
                    + "that JdbcSchema.ddl prints.";

    private Failures() {}

    /** No connection was had, so nothing was sent. */
    static HoldonceException noConnection(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        // 42000 is how MySQL refuses an unknown database.
        if (state.startsWith("28") || state.equals("3D000") || state.equals("42000")) {
            return new StoreMisconfiguredException(
                    "The database refuses the connection: " + text(error)
                            + ". Correct user, password or database name.",
                    error);
        }
        return new StoreUnavailableException(
                "No connection to the database: " + text(error)
                        + ". Nothing was sent. If the pool is too small, or the "
                        + "calling thread holds its last connection, enlarge it or give the locks a DataSource of their own.",
                false,
                error);
    }

    /** A statement failed. */
    static HoldonceException of(String what, SQLException error, @Nullable Database database) {
        Fault fault = database == null ? Fault.OTHER : database.dialect().fault(error);
        return switch (fault) {
            case RETRY ->
                new StoreUnavailableException(
                        what + " met too many conflicts: " + text(error) + ". Nothing happened.", false, error);
            case STUCK ->
                new StoreUnavailableException(
                        what + " waited too long for a row that another transaction has locked: " + text(error)
                                + ". Nothing happened. Look for a session that has an open transaction on the lease tables.",
                        false,
                        error);
            case MISSING ->
                new StoreMisconfiguredException(
                        "The lease schema is missing or outdated: " + text(error) + ". " + CREATE, error);
            case RIGHTS ->
                new StoreMisconfiguredException(
                        "The database user lacks rights on the lease tables: " + text(error)
                                + ". Grant SELECT, INSERT, UPDATE and DELETE on them, and USAGE on their schema.",
                        error);
            case READ_ONLY ->
                new StoreMisconfiguredException(
                        "The database is read-only here: " + text(error)
                                + ". Connect to the primary, or open the file or session for writing.",
                        error);
            case DUPLICATE, OTHER ->
                new StoreUnavailableException(
                        what + " was not clearly answered: " + text(error) + ". It may have happened.", true, error);
        };
    }

    /** Closes without waiting for the server. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            close(connection);
        }
    }

    /** Closes; that this fails helps nobody. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            System.getLogger(Failures.class.getName()).log(System.Logger.Level.DEBUG, "Closing a connection failed", e);
        }
    }

    /** The first line of what the driver says. */
    static String text(SQLException error) {
        String message = String.valueOf(error.getMessage()).strip();
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end).strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
