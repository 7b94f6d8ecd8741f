// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** MySQL 8.0.13 and newer, with its own driver or MariaDB's. */
final class MysqlDialect extends MysqlFamilyDialect {

    private static final String NOW = """
            SELECT ${now}
            """;

    /*
     * The row's lock is taken by the UPDATE, which after a wait tests its condition on the newest row, against the clock of the
     * statement's beginning: a name free by an early clock is free by a later one. Columns are assigned from left to right and
     * seen as assigned, so each is read before it is written. touched_at always changes, so that changed and found rows are
     * the same number. The token comes back with the count; who is in the way does not.
     */
    private static final String ACQUIRE = """
            UPDATE ${lease}
            SET name = ?8,
                token = LAST_INSERT_ID(CASE WHEN claim = ?2 AND expires_at > ${now} THEN token ELSE greatest(token + 64, ${now}) END),
                acquired_at = CASE WHEN claim = ?2 AND expires_at > ${now} THEN acquired_at ELSE ${now} END,
                claim = ?2, holder = ?3, instance = ?4, started = ?5, note = ?6,
                renewed_at = ${now}, expires_at = ${now} + ?7, revoked = 0, waited_until = 0,
                touched_at = ${now} + (touched_at = ${now})
            WHERE lease_key = ?1
              AND (expires_at <= ${now} AND shared_until = 0 OR claim = ?2 AND expires_at > ${now} AND revoked = 0)
            """;

    /* Not ON DUPLICATE KEY UPDATE nor IGNORE: the error says that another was faster, and autocommit lets go of its lock. */
    private static final String INSERT_GRANTED = """
            INSERT INTO ${lease} (lease_key, claim, holder, instance, started, note,
                token, acquired_at, renewed_at, expires_at, touched_at, name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, LAST_INSERT_ID(${now}), ${now}, ${now}, ${now} + ?7, ${now}, ?8)
            """;

    private static final String INSERT_BLANK = """
            INSERT INTO ${lease} (lease_key, name, touched_at) VALUES (?1, ?2, ${now})
            """;

    private static final String RELEASE = """
            UPDATE ${lease}
            SET claim = NULL, expires_at = CASE WHEN ?3 > 0 AND acquired_at + ?3 > ${now} THEN acquired_at + ?3 ELSE 0 END,
                revoked = 0, touched_at = ${now}
            WHERE lease_key = ?1 AND claim = ?2 AND expires_at > ${now}
            """;

    /* On rows that LOCK_FREE has locked: an UPDATE cannot skip locked rows. Without the hint a small table is scanned, and locked. */
    private static final String RENEW = """
            UPDATE ${lease} FORCE INDEX (PRIMARY)
            SET renewed_at = ${now}, expires_at = ${now} + ?3, touched_at = ${now} + (touched_at = ${now})
            WHERE lease_key IN (?1) AND claim IN (?2) AND expires_at > ${now} AND revoked = 0
            ORDER BY lease_key
            """;

    private static final String STAMP = """
            UPDATE ${lease} SET waited_until = ${now} + ?1, touched_at = ${now}
            WHERE lease_key = ?2 AND shared_until > ${now} AND waited_until < ${now} + ?1
            """;

    private static final String READ = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key IN (?1) ORDER BY lease_key
            """;

    private static final String LOCK = """
            SELECT ${row}, ${now} AS now FROM ${lease} FORCE INDEX (PRIMARY)
            WHERE lease_key IN (?1) ORDER BY lease_key FOR UPDATE
            """;

    private static final String LOCK_FREE = """
            SELECT ${row}, ${now} AS now FROM ${lease} FORCE INDEX (PRIMARY)
            WHERE lease_key IN (?1) ORDER BY lease_key FOR UPDATE SKIP LOCKED
            """;

    private static final String SHARERS = """
            SELECT ${sharers} FROM ${sharer} FORCE INDEX (PRIMARY) WHERE lease_key IN (?1) ORDER BY lease_key, claim
            """;

    private static final String LIST = """
            SELECT ${row}, ${now} AS now FROM ${lease}
            WHERE lease_key > ?1 AND (expires_at > ${now} OR shared_until > ${now})
            ORDER BY lease_key LIMIT ?2
            """;

    private static final String PURGEABLE = """
            SELECT lease_key, shared_until FROM ${lease}
            WHERE touched_at <= ${now} - ?1 AND expires_at <= ${now} AND shared_until <= ${now} AND waited_until <= ${now}
              AND token + 64 <= ${now}
            LIMIT ?2
            """;

    private static final String PURGE = """
            DELETE FROM ${lease}
            WHERE lease_key = ?1 AND touched_at <= ${now} - ?2
              AND expires_at <= ${now} AND shared_until <= ${now} AND waited_until <= ${now} AND token + 64 <= ${now}
            """;

    private static final String EXISTS = """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = COALESCE(NULLIF(?1, ''), DATABASE()) AND table_name = ?2
            """;

    /* Sets for the next transaction what is the default; refused inside one that has read or written. Needs no right. */
    private static final String UNFINISHED_WORK = """
            SET TRANSACTION READ WRITE
            """;

    /*
     * How long a statement waits for a row. Rows are locked for milliseconds; one that stays locked belongs to a stranger's
     * transaction, and a statement that still waited after its client had gone would be granted to nobody. The server's own limit is
     * 50 s, and only a session can have another.
     */
    private static final String LOCK_WAIT = "SELECT @@innodb_lock_wait_timeout";

    private static final String SHORTEN_WAITS =
            "SET @holdonce_waits = @@innodb_lock_wait_timeout, innodb_lock_wait_timeout = 3";

    private static final String RESTORE_WAITS = "SET innodb_lock_wait_timeout = @holdonce_waits";

    /** "Transaction characteristics can't be changed while a transaction is in progress". */
    private static final int IN_TRANSACTION = 1568;

    /** Whether sessions come with a longer wait than {@link #MOST_WAIT}; asked once. */
    private volatile @Nullable Boolean waitsLong;

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
        return "mysql";
    }

    @Override
    public String supported() {
        return "MySQL 8.0.13";
    }

    @Override
    public List<Integer> leastVersion() {
        return List.of(8, 0, 13);
    }

    @Override
    public boolean speaks(String product, String version) {
        return product.equals("MySQL") && !isMariadb(product, version);
    }

    @Override
    public boolean hasUnfinishedWork(Connection connection, String question) throws SQLException {
        try {
            execute(connection, question);
            return false;
        } catch (SQLException e) {
            if (e.getErrorCode() == IN_TRANSACTION) {
                return true;
            }
            throw e;
        }
    }

    @Override
    public boolean shortenWaits(Connection connection) throws SQLException {
        Boolean known = waitsLong;
        if (known == null) {
            known = waitsLong(connection);
            waitsLong = known;
        }
        if (known) {
            execute(connection, SHORTEN_WAITS);
        }
        return known;
    }

    private static boolean waitsLong(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LOCK_WAIT)) {
            return row.next() && row.getLong(1) > MOST_WAIT;
        }
    }

    @Override
    public void restoreWaits(Connection connection) throws SQLException {
        execute(connection, RESTORE_WAITS);
    }

    @Override
    public void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException {
        Settings settings = new Settings(connection, findings);
        checkAlike(connection, names, settings);
        settings.expect(
                "isolation", "SELECT @@transaction_isolation", MysqlFamilyDialect::fitIsolation, isolationRemedy());
        settings.require(
                "writable",
                "SELECT CASE WHEN @@global.super_read_only OR @@global.read_only THEN 'read_only' "
                        + "WHEN @@transaction_read_only THEN 'transaction_read_only' ELSE 'yes' END",
                "yes"::equals,
                "Connect to the primary, in a session that may write.");
        settings.expect(
                "innodb_lock_wait_timeout",
                "SELECT CASE WHEN @holdonce_waits > @@innodb_lock_wait_timeout THEN @holdonce_waits "
                        + "ELSE @@innodb_lock_wait_timeout END",
                value -> Long.parseLong(value) <= MOST_WAIT,
                "Works, but costs each operation two more round trips, which shorten it and set it back. Give the locks a "
                        + "DataSource of their own with sessionVariables=innodb_lock_wait_timeout=3 in its URL.");
        settings.expect(
                "Galera",
                "SELECT COALESCE(MAX(variable_value), 'OFF') FROM performance_schema.session_variables "
                        + "WHERE variable_name = 'wsrep_on'",
                "OFF"::equals,
                galeraRemedy());
    }
}
