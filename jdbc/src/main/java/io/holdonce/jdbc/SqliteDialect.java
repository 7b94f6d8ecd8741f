// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** SQLite 3.42 and newer: one writer at a time, so every write statement has the whole file to itself. */
final class SqliteDialect implements Dialect {

    private static final String NOW = """
            SELECT ${now}
            """;

    /* An upsert, since it writes nothing when refused and needs no second statement for a new name. It does not describe the row. */
    private static final String ACQUIRE = """
            INSERT INTO ${lease} AS l (lease_key, claim, holder, instance, started, note,
                token, acquired_at, renewed_at, expires_at, touched_at, name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ${now}, ${now}, ${now}, ${now} + ?7, ${now}, ?8)
            ON CONFLICT (lease_key) DO UPDATE
            SET name = excluded.name,
                token = CASE WHEN l.claim = ?2 AND l.expires_at > ${now} THEN l.token ELSE max(l.token + 64, ${now}) END,
                acquired_at = CASE WHEN l.claim = ?2 AND l.expires_at > ${now} THEN l.acquired_at ELSE ${now} END,
                claim = ?2, holder = ?3, instance = ?4, started = ?5, note = ?6,
                renewed_at = ${now}, expires_at = ${now} + ?7, revoked = 0, waited_until = 0, touched_at = ${now}
            WHERE l.expires_at <= ${now} AND l.shared_until = 0 OR l.claim = ?2 AND l.expires_at > ${now} AND l.revoked = 0
            RETURNING 1 AS granted, ${row}, ${now} AS now
            """;

    private static final String INSERT_GRANTED = """
            INSERT INTO ${lease} (lease_key, claim, holder, instance, started, note,
                token, acquired_at, renewed_at, expires_at, touched_at, name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ${now}, ${now}, ${now}, ${now} + ?7, ${now}, ?8)
            ON CONFLICT DO NOTHING
            RETURNING 1 AS granted, ${row}, ${now} AS now
            """;

    private static final String INSERT_BLANK = """
            INSERT INTO ${lease} (lease_key, name, touched_at) VALUES (?, ?, ${now}) ON CONFLICT DO NOTHING
            """;

    private static final String RELEASE = """
            UPDATE ${lease}
            SET claim = NULL, expires_at = CASE WHEN ?3 > 0 AND acquired_at + ?3 > ${now} THEN acquired_at + ?3 ELSE 0 END,
                revoked = 0, touched_at = ${now}
            WHERE lease_key = ?1 AND claim = ?2 AND expires_at > ${now}
            """;

    private static final String RENEW = """
            UPDATE ${lease}
            SET renewed_at = ${now}, expires_at = ${now} + ?3, touched_at = ${now}
            WHERE lease_key IN (SELECT unhex(value) FROM json_each(?1)) AND claim IN (SELECT unhex(value) FROM json_each(?2))
              AND expires_at > ${now} AND revoked = 0
            RETURNING lease_key, claim
            """;

    private static final String STAMP = """
            UPDATE ${lease} SET waited_until = ${now} + ?1, touched_at = ${now}
            WHERE lease_key = ?2 AND shared_until > ${now} AND waited_until < ${now} + ?1
            """;

    private static final String READ = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key IN (SELECT unhex(value) FROM json_each(?)) ORDER BY lease_key
            """;

    /* The transaction began with BEGIN IMMEDIATE: it is the only writer. */
    private static final String LOCK = READ;

    private static final String LOCK_FREE = READ;

    private static final String SHARERS = """
            SELECT ${sharers} FROM ${sharer} WHERE lease_key IN (SELECT unhex(value) FROM json_each(?)) ORDER BY lease_key, claim
            """;

    private static final String LIST = """
            SELECT ${row}, ${now} AS now FROM ${lease}
            WHERE lease_key > ? AND (expires_at > ${now} OR shared_until > ${now})
            ORDER BY lease_key LIMIT ?
            """;

    private static final String PURGEABLE = """
            SELECT lease_key, shared_until FROM ${lease}
            WHERE touched_at <= ${now} - ? AND expires_at <= ${now} AND shared_until <= ${now} AND waited_until <= ${now}
              AND token + 64 <= ${now}
            LIMIT ?
            """;

    private static final String PURGE = """
            DELETE FROM ${lease}
            WHERE lease_key = ?1 AND touched_at <= ${now} - ?2
              AND expires_at <= ${now} AND shared_until <= ${now} AND waited_until <= ${now} AND token + 64 <= ${now}
            """;

    private static final String EXISTS = """
            SELECT count(*) FROM pragma_table_list WHERE schema = COALESCE(NULLIF(?, ''), 'main') AND name = ?
            """;

    /* SQLite has no question for it, but refuses a checkpoint while its own connection has a transaction that did something. */
    private static final String UNFINISHED_WORK = """
            PRAGMA wal_checkpoint(PASSIVE)
            """;

    @Override
    public String text(Op op) {
        return switch (op) {
            case NOW -> NOW;
            case ACQUIRE -> ACQUIRE;
            case INSERT_GRANTED -> INSERT_GRANTED;
            case INSERT_BLANK -> INSERT_BLANK;
            case RELEASE -> RELEASE;
            case RENEW -> RENEW;
            case STAMP -> STAMP;
            case READ -> READ;
            case LOCK -> LOCK;
            case LOCK_FREE -> LOCK_FREE;
            case SHARERS -> SHARERS;
            case LIST -> LIST;
            case PURGEABLE -> PURGEABLE;
            case PURGE -> PURGE;
            case EXISTS -> EXISTS;
            case UNFINISHED_WORK -> UNFINISHED_WORK;
            default -> Dialect.standard(op);
        };
    }

    @Override
    public String id() {
        return "sqlite";
    }

    @Override
    public String supported() {
        return "SQLite 3.42";
    }

    @Override
    public List<Integer> leastVersion() {
        return List.of(3, 42);
    }

    @Override
    public boolean speaks(String product, String version) {
        return product.equals("SQLite");
    }

    @Override
    public String clock() {
        // Milliseconds; the same value in all of one statement.
        return "(CAST(round(unixepoch('subsec') * 1000) AS INTEGER) * 1000)";
    }

    @Override
    public String folded(String identifier) {
        return identifier;
    }

    @Override
    public boolean tellsBlocker() {
        return false;
    }

    @Override
    public void bind(PreparedStatement statement, int index, List<byte[]> values) throws SQLException {
        HexFormat hex = HexFormat.of();
        statement.setString(
                index, values.stream().map(hex::formatHex).collect(Collectors.joining("\",\"", "[\"", "\"]")));
    }

    @Override
    public Fault fault(SQLException error) {
        return switch (error.getErrorCode() & 0xff) {
            case 5, 6 -> Fault.RETRY;
            case 8 -> Fault.READ_ONLY;
            case 19 -> Fault.DUPLICATE;
            case 23 -> Fault.RIGHTS;
            case 1 -> saysMissing(String.valueOf(error.getMessage())) ? Fault.MISSING : Fault.OTHER;
            default -> Fault.OTHER;
        };
    }

    private static boolean saysMissing(String message) {
        return message.contains("no such table")
                || message.contains("no such column")
                || message.contains("has no column")
                || message.contains("unknown database");
    }

    @Override
    public boolean hasUnfinishedWork(Connection connection, String question) throws SQLException {
        try {
            execute(connection, question);
            return false;
        } catch (SQLException e) {
            if (fault(e) == Fault.RETRY) {
                return true;
            }
            throw e;
        }
    }

    /** The driver waits for a busy file for as long as its URL says, whatever the call's time-out. */
    @Override
    public boolean bearsAnyThread() {
        return false;
    }

    @Override
    public boolean hasOneWriter() {
        return true;
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        // A deferred transaction that reads first is refused the lock when another wrote in between.
        execute(connection, "BEGIN IMMEDIATE");
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        try {
            execute(connection, "ROLLBACK");
        } catch (SQLException e) {
            // BEGIN itself may have failed, or the error that led here ended the transaction.
            if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
                throw e;
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException {
        Settings settings = new Settings(connection, findings);
        settings.expect(
                "journal_mode",
                "PRAGMA journal_mode",
                "wal"::equals,
                "Readers and the writer wait for each other. Add ?journal_mode=WAL to the URL.");
        settings.expect(
                "synchronous",
                "PRAGMA synchronous",
                value -> Integer.parseInt(value) >= 2,
                "A power failure may forget grants that were acknowledged. Add synchronous=FULL to the URL.");
        settings.expect(
                "busy_timeout",
                "PRAGMA busy_timeout",
                value -> Integer.parseInt(value) >= 1000,
                "Two writers at once fail instead of waiting. Add busy_timeout=5000 to the URL.");
        settings.require(
                "writable",
                "PRAGMA query_only",
                "0"::equals,
                "Open the file without query_only and without mode=ro, in a folder that may be written to.");
    }
}
