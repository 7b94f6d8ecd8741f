// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** MariaDB 10.6 and newer, with its own driver or MySQL's. */
final class MariadbDialect extends MysqlFamilyDialect {

    /*
     * How long a writing statement waits for a row, for itself only. Rows are locked for milliseconds; one that stays locked belongs to a
     * stranger's transaction, and a statement that still waited after its client had gone would be granted to nobody. The server's
     * own limit is 50 s.
     */
    private static final String PATIENCE = "SET STATEMENT innodb_lock_wait_timeout = 3 FOR";

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
            ${patience} UPDATE ${lease}
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
            ${patience} INSERT INTO ${lease} (lease_key, claim, holder, instance, started, note,
                token, acquired_at, renewed_at, expires_at, touched_at, name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, LAST_INSERT_ID(${now}), ${now}, ${now}, ${now} + ?7, ${now}, ?8)
            """;

    private static final String INSERT_BLANK = """
            ${patience} INSERT INTO ${lease} (lease_key, name, touched_at) VALUES (?1, ?2, ${now})
            """;

    private static final String RELEASE = """
            ${patience} UPDATE ${lease}
            SET claim = NULL, expires_at = CASE WHEN ?3 > 0 AND acquired_at + ?3 > ${now} THEN acquired_at + ?3 ELSE 0 END,
                revoked = 0, touched_at = ${now}
            WHERE lease_key = ?1 AND claim = ?2 AND expires_at > ${now}
            """;

    /* On rows that LOCK_FREE has locked: an UPDATE cannot skip locked rows. Without the hint a small table is scanned, and locked. */
    private static final String RENEW = """
            ${patience} UPDATE ${lease} FORCE INDEX (PRIMARY)
            SET renewed_at = ${now}, expires_at = ${now} + ?3, touched_at = ${now} + (touched_at = ${now})
            WHERE lease_key IN (?1) AND claim IN (?2) AND expires_at > ${now} AND revoked = 0
            ORDER BY lease_key
            """;

    private static final String STAMP = """
            ${patience} UPDATE ${lease} SET waited_until = ${now} + ?1, touched_at = ${now}
            WHERE lease_key = ?2 AND shared_until > ${now} AND waited_until < ${now} + ?1
            """;

    private static final String READ = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key IN (?1) ORDER BY lease_key
            """;

    private static final String LOCK = """
            SELECT ${row}, ${now} AS now FROM ${lease} FORCE INDEX (PRIMARY)
            WHERE lease_key IN (?1) ORDER BY lease_key FOR UPDATE WAIT 3
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
            ${patience} DELETE FROM ${lease}
            WHERE lease_key = ?1 AND touched_at <= ${now} - ?2
              AND expires_at <= ${now} AND shared_until <= ${now} AND waited_until <= ${now} AND token + 64 <= ${now}
            """;

    private static final String EXISTS = """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = COALESCE(NULLIF(?1, ''), DATABASE()) AND table_name = ?2
            """;

    /* Also true inside a transaction that has only read. */
    private static final String UNFINISHED_WORK = """
            SELECT @@in_transaction
            """;

    @Override
    public String text(Op op) {
        return raw(op).replace("${patience}", PATIENCE);
    }

    private static String raw(Op op) {
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
        return "mariadb";
    }

    @Override
    public String supported() {
        return "MariaDB 10.6";
    }

    @Override
    public List<Integer> leastVersion() {
        return List.of(10, 6);
    }

    @Override
    public boolean speaks(String product, String version) {
        return isMariadb(product, version);
    }

    /** The protocol puts a number before it that old clients of MySQL understand. */
    @Override
    public String version(String told) {
        return told.startsWith("5.5.5-") ? told.substring("5.5.5-".length()) : told;
    }

    @Override
    public void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException {
        Settings settings = new Settings(connection, findings);
        checkAlike(connection, names, settings);
        settings.expect(
                "isolation",
                "SELECT MAX(variable_value) FROM information_schema.session_variables "
                        + "WHERE variable_name IN ('TX_ISOLATION', 'TRANSACTION_ISOLATION')",
                MysqlFamilyDialect::fitIsolation,
                isolationRemedy());
        settings.require(
                "writable",
                "SELECT CASE WHEN @@global.read_only THEN 'read_only' WHEN @@tx_read_only THEN 'tx_read_only' ELSE 'yes' END",
                "yes"::equals,
                "Connect to the primary, in a session that may write.");
        settings.expect(
                "Galera",
                "SELECT COALESCE(MAX(variable_value), 'OFF') FROM information_schema.session_variables "
                        + "WHERE variable_name = 'WSREP_ON'",
                "OFF"::equals,
                galeraRemedy());
    }
}
