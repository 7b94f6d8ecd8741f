// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * MySQL and MariaDB: a locking read and an UPDATE. InnoDB would lock the gap where an unknown name belongs, and let first users die in
 * each other's arms, so a name is looked for in ways that lock no gap, and its row is made behind a named lock of the session.
 */
abstract sealed class TransactionMysqlFamilyDialect extends TransactionDialect
        permits TransactionMysqlDialect, TransactionMariadbDialect {

    /*
     * The inner SELECT reads from the transaction's snapshot, which is older than the row only if the transaction had read before the
     * last holder's end. A snapshot that is opened here is opened after the wait.
     */
    static final String LOCK = """
            l.token, l.created_at, l.taken_at, (SELECT s.token FROM ${txlock} s WHERE s.lock_key = l.lock_key) AS seen
            FROM ${txlock} l WHERE l.lock_key = ?${only} ORDER BY l.lock_key ${mode}
            """;

    /* Starts after the wait, so its clock is later than any holder's that rolled back. */
    private static final String TAKE = """
            UPDATE ${txlock} SET taken_at = ${now}, token = LAST_INSERT_ID(greatest(token + 64, ${now})) WHERE lock_key = ?
            """;

    /* At SERIALIZABLE this would lock, too. */
    private static final String KNOWN = """
            SELECT 1 FROM ${txlock} WHERE ${isolation} <> 'SERIALIZABLE' AND lock_key = ?
            """;

    /* At READ COMMITTED no gap is locked. */
    static final String WITHOUT_GAPS = " AND ${isolation} LIKE 'READ-%'";

    static final String FIRST = """
            INSERT INTO ${txlock} (lock_key, name, created_at) VALUES (?, ?, ${now}) ON DUPLICATE KEY UPDATE token = token
            """;

    /* The names of such locks are the server's, not the database's, and have up to 64 characters. */
    private static final String GATE = "LEFT(SHA2(CONCAT(COALESCE(DATABASE(), ''), '.', ?), 256), 64)";

    private static final String ENTER = "SELECT GET_LOCK(" + GATE + ", ?)";
    private static final String LEAVE = "DO RELEASE_LOCK(" + GATE + ")";
    private static final String UNDONE = "SELECT @@innodb_rollback_on_timeout";

    private final TransactionKnownNames known = new TransactionKnownNames();
    private final String take;
    private final String isKnown;

    TransactionMysqlFamilyDialect(Database database) {
        super(database);
        take = fill(TAKE);
        isKnown = fill(KNOWN.replace("${isolation}", isolation()));
    }

    /** The text of a locking read by one name: exclusive or shared; skipping, refusing or waiting; only where no gap is locked. */
    abstract String lock(boolean exclusive, Patience patience, boolean withoutGaps, int millis);

    /** The variable with the session's isolation level. */
    abstract String isolation();

    enum Patience {
        SKIP,
        REFUSE,
        WAIT
    }

    /** Makes the row, or waits for whoever has it; by a time-out at once if it does not wait. */
    abstract void first(TransactionAttempt attempt) throws SQLException;

    @Override
    @Nullable
    TransactionRow take(TransactionAttempt attempt) throws SQLException {
        try {
            return attempt.waits() ? waitFor(attempt) : tryFor(attempt);
        } catch (SQLException e) {
            if (!timeout(e)) {
                throw e;
            }
            if (undone(attempt.connection(), e)) {
                throw new SQLException(
                        "The server undid the transaction at a time-out (innodb_rollback_on_timeout)",
                        "40001",
                        1213,
                        e);
            }
            return null;
        }
    }

    private @Nullable TransactionRow waitFor(TransactionAttempt attempt) throws SQLException {
        for (boolean certain = known.contains(attempt.name()); ; certain = true) {
            TransactionRow row = locked(attempt, Patience.WAIT, !certain);
            if (row != null) {
                return row;
            }
            known.remove(attempt.name());
            if (!behindTheGate(attempt)) {
                return null;
            }
        }
    }

    private @Nullable TransactionRow tryFor(TransactionAttempt attempt) throws SQLException {
        if (known.contains(attempt.name()) || visible(attempt)) {
            return locked(attempt, Patience.SKIP, false);
        }
        // At READ COMMITTED this finds another's uncommitted first use, and fails.
        TransactionRow row = locked(attempt, Patience.REFUSE, true);
        if (row != null) {
            return row;
        }
        return behindTheGate(attempt) ? locked(attempt, Patience.SKIP, false) : null;
    }

    private boolean visible(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(isKnown)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Waits in pieces, since the engine has a limit of its own. */
    private @Nullable TransactionRow locked(TransactionAttempt attempt, Patience patience, boolean withoutGaps)
            throws SQLException {
        while (true) {
            try {
                return lockedOnce(attempt, patience, withoutGaps);
            } catch (SQLException e) {
                if (patience != Patience.WAIT || !timeout(e) || attempt.over() || undone(attempt.connection(), e)) {
                    throw e;
                }
            }
        }
    }

    private @Nullable TransactionRow lockedOnce(TransactionAttempt attempt, Patience patience, boolean withoutGaps)
            throws SQLException {
        String text = lock(attempt.exclusive(), patience, withoutGaps, attempt.leftMillis());
        long token;
        long createdAt;
        long takenAt;
        try (PreparedStatement statement = attempt.connection().prepareStatement(text)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                token = row.getLong(1);
                createdAt = row.getLong(2);
                takenAt = row.getLong(3);
                long seen = row.getLong(4);
                if (row.wasNull() || seen != token) {
                    throw new StaleSnapshot();
                }
            }
        }
        if (takenAt > 0) {
            known.add(attempt.name());
        }
        return new TransactionRow(attempt.exclusive() ? newToken(attempt) : token, createdAt, takenAt);
    }

    private long newToken(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement =
                attempt.connection().prepareStatement(take, Statement.RETURN_GENERATED_KEYS)) {
            statement.setBytes(1, attempt.key());
            statement.executeUpdate();
            try (ResultSet number = statement.getGeneratedKeys()) {
                if (!number.next()) {
                    throw new SQLException("The driver does not hand on what LAST_INSERT_ID was set to");
                }
                return number.getLong(1);
            }
        }
    }

    /** One first user of a name at a time; false if another was there until the end of the wait. */
    private boolean behindTheGate(TransactionAttempt attempt) throws SQLException {
        Connection connection = attempt.connection();
        String gate = database.names().prefix() + HexFormat.of().formatHex(attempt.key());
        try (PreparedStatement enter = connection.prepareStatement(ENTER)) {
            enter.setString(1, gate);
            enter.setDouble(2, seconds(attempt));
            try (ResultSet row = enter.executeQuery()) {
                if (!row.next() || row.getInt(1) != 1) {
                    return false;
                }
            }
        }
        try {
            first(attempt);
        } finally {
            try (PreparedStatement leave = connection.prepareStatement(LEAVE)) {
                leave.setString(1, gate);
                leave.execute();
            }
        }
        return true;
    }

    /** How long to wait for the gate. */
    abstract double seconds(TransactionAttempt attempt);

    final void insert(TransactionAttempt attempt, String text) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(text)) {
            statement.setBytes(1, attempt.key());
            setText(statement, 2, attempt.text());
            statement.executeUpdate();
        }
    }

    /** A server may be set up to undo the whole transaction when one statement waited too long for a row. */
    private boolean undone(Connection connection, SQLException error) throws SQLException {
        if (error.getErrorCode() != 1205) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(UNDONE)) {
            return row.next() && row.getInt(1) != 0;
        }
    }

    /** Too long for a row (1205, 3572), for the statement (3024, 1969). */
    private static boolean timeout(SQLException error) {
        int code = error.getErrorCode();
        return code == 1205 || code == 3572 || code == 3024 || code == 1969;
    }

    /** 3058: a deadlock between named locks. */
    @Override
    boolean conflict(SQLException error) {
        return error instanceof StaleSnapshot
                || database.dialect().fault(error) == Fault.RETRY
                || error.getErrorCode() == 3058;
    }
}
