// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One database's way to lock a name's row in the caller's transaction. Nothing here commits or rolls back further than to a savepoint
 * of its own, and what is set is set back.
 */
abstract sealed class TransactionDialect
        permits TransactionPostgresqlDialect, TransactionH2Dialect, TransactionMysqlFamilyDialect {

    final Database database;

    TransactionDialect(Database database) {
        this.database = database;
    }

    /**
     * Takes one name.
     *
     * @return its row, or null if others held it until the end of the wait; the transaction is as it was before
     * @throws StaleSnapshot if it is granted, but the transaction reads from before the last holder's end
     * @throws SQLException if the engine refused; see {@link #conflict}
     */
    abstract @Nullable TransactionRow take(TransactionAttempt attempt) throws SQLException;

    /** The engine has locked the row, but the transaction cannot see what its last holder did. */
    static final class StaleSnapshot extends SQLException {
        private static final long serialVersionUID = 1L;

        StaleSnapshot() {
            super("the transaction reads from before the last holder's end");
        }
    }

    /** Writes one token to several names that this transaction has taken exclusively. */
    void raise(Connection connection, List<LockName> names, long token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(fill(RAISE))) {
            for (LockName name : names) {
                statement.setLong(1, token);
                statement.setBytes(2, name.key());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static final String RAISE = """
            UPDATE ${txlock} SET token = ? WHERE lock_key = ?
            """;

    /** Remembers where several names begin to be taken. */
    void mark(Connection connection) throws SQLException {
        execute(connection, "SAVEPOINT holdonce_names");
    }

    /** Forgets the place. */
    void unmark(Connection connection) throws SQLException {
        execute(connection, "RELEASE SAVEPOINT holdonce_names");
    }

    /** Gives back, as far as the engine can, what was taken since. */
    void backOut(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK TO SAVEPOINT holdonce_names");
    }

    /** Whether an error says that the transaction must be run again. */
    abstract boolean conflict(SQLException error);

    /** Who holds a name, where the engine can tell after the wait. */
    Optional<HoldInfo> blocker(Connection connection, LockName name) throws SQLException {
        return Optional.empty();
    }

    final String fill(String text) {
        return database.names().fill(database.dialect(), text).strip();
    }

    final void setText(PreparedStatement statement, int index, String text) throws SQLException {
        if (database.dialect().takesTextAsBytes()) {
            statement.setBytes(index, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } else {
            statement.setString(index, text);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
