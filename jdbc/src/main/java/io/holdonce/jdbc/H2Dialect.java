// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** H2 2.4.240 and newer, in process or as a server. */
final class H2Dialect implements Dialect {

    private static final String NOW = """
            SELECT ${now}
            """;

    /*
     * The row's lock is taken by the UPDATE, which after a wait tests its condition again on the newest row, against the clock of
     * the statement's beginning: a name free by an early clock is free by a later one. The second SELECT decides nothing.
     */
    private static final String ACQUIRE = """
            SELECT 1 AS granted, ${row}, ${now} AS now FROM FINAL TABLE (
                UPDATE ${lease}
                SET name = ?8,
                    token = CASE WHEN claim = ?2 AND expires_at > ${now} THEN token ELSE greatest(token + 64, ${now}) END,
                    acquired_at = CASE WHEN claim = ?2 AND expires_at > ${now} THEN acquired_at ELSE ${now} END,
                    claim = ?2, holder = ?3, instance = ?4, started = ?5, note = ?6,
                    renewed_at = ${now}, expires_at = ${now} + ?7, revoked = 0, waited_until = 0, touched_at = ${now}
                WHERE lease_key = ?1
                  AND (expires_at <= ${now} AND shared_until = 0 OR claim = ?2 AND expires_at > ${now} AND revoked = 0))
            UNION ALL
            SELECT 0, ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ?1
            """;

    private static final String INSERT_GRANTED = """
            SELECT 1 AS granted, ${row}, touched_at AS now FROM FINAL TABLE (
                INSERT INTO ${lease} (lease_key, claim, holder, instance, started, note,
                    token, acquired_at, renewed_at, expires_at, touched_at, name)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ${now}, ${now}, ${now}, ${now} + ?7, ${now}, ?8))
            """;

    private static final String INSERT_BLANK = """
            INSERT INTO ${lease} (lease_key, name, touched_at) VALUES (?, ?, ${now})
            """;

    private static final String RELEASE = """
            UPDATE ${lease}
            SET claim = NULL, expires_at = CASE WHEN ?3 > 0 AND acquired_at + ?3 > ${now} THEN acquired_at + ?3 ELSE 0 END,
                revoked = 0, touched_at = ${now}
            WHERE lease_key = ?1 AND claim = ?2 AND expires_at > ${now}
            """;

    /* The index is searched in the order of the keys. H2 cannot skip locked rows here: one stuck row fails the statement. */
    private static final String RENEW = """
            SELECT lease_key, claim FROM FINAL TABLE (
                UPDATE ${lease}
                SET renewed_at = ${now}, expires_at = ${now} + ?3, touched_at = ${now}
                WHERE lease_key = ANY (?1) AND claim = ANY (?2) AND expires_at > ${now} AND revoked = 0)
            """;

    private static final String STAMP = """
            UPDATE ${lease} SET waited_until = ${now} + ?1, touched_at = ${now}
            WHERE lease_key = ?2 AND shared_until > ${now} AND waited_until < ${now} + ?1
            """;

    private static final String READ = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ANY (?) ORDER BY lease_key
            """;

    private static final String LOCK = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ANY (?) ORDER BY lease_key FOR UPDATE
            """;

    private static final String LOCK_FREE = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ANY (?) ORDER BY lease_key FOR UPDATE SKIP LOCKED
            """;

    private static final String SHARERS = """
            SELECT ${sharers} FROM ${sharer} WHERE lease_key = ANY (?) ORDER BY lease_key, claim
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
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = COALESCE(NULLIF(?, ''), CURRENT_SCHEMA) AND table_name = ?
            """;

    private static final String UNFINISHED_WORK = """
            SELECT contains_uncommitted FROM information_schema.sessions WHERE session_id = session_id()
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
        return "h2";
    }

    @Override
    public String supported() {
        return "H2 2.4.240";
    }

    @Override
    public List<Integer> leastVersion() {
        return List.of(2, 4, 240);
    }

    @Override
    public boolean speaks(String product, String version) {
        return product.equals("H2");
    }

    @Override
    public String clock() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
    }

    @Override
    public String folded(String identifier) {
        // As H2 itself folds them, so that people can type the names without quotes.
        return identifier.toUpperCase(Locale.ROOT);
    }

    @Override
    public boolean tellsBlocker() {
        return true;
    }

    @Override
    public void bind(PreparedStatement statement, int index, List<byte[]> values) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("VARBINARY", values.toArray()));
    }

    @Override
    public boolean asksServerForReadOnly() {
        return true;
    }

    /**
     * By a commit. H2 undoes a change a second time when its file is written while it does so: RollbackDecisionMaker changes the map
     * inside a decision, and MVMap.operate repeats decisions. A rollback then takes back what another transaction has locked or
     * committed in the row in between. Seen with 2.3.232, 2.4.240 and 2.5.252. A commit looks whose change it is.
     */
    @Override
    public void unlock(Connection connection) throws SQLException {
        commit(connection);
    }

    /** An interrupt closes an embedded file for everyone, and the driver ignores time-outs of the network. */
    @Override
    public boolean bearsAnyThread() {
        return false;
    }

    @Override
    public Fault fault(SQLException error) {
        return switch (error.getErrorCode()) {
            case 90131, 40001 -> Fault.RETRY;
            case 50200 -> Fault.STUCK;
            case 23505 -> Fault.DUPLICATE;
            case 42102, 42103, 42104, 42122, 90079 -> Fault.MISSING;
            case 90096, 90040 -> Fault.RIGHTS;
            case 90097 -> Fault.READ_ONLY;
            default -> Fault.OTHER;
        };
    }

    @Override
    public void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException {
        Settings settings = new Settings(connection, findings);
        settings.expect(
                "WRITE_DELAY",
                "SELECT COALESCE(MAX(CAST(setting_value AS INTEGER)), 0) FROM information_schema.settings "
                        + "WHERE setting_name = 'WRITE_DELAY'",
                "0"::equals,
                "A crash may forget grants that were acknowledged. Add ;WRITE_DELAY=0 to the URL "
                        + "or run SET WRITE_DELAY 0 once as administrator.");
        settings.expect(
                "isolation",
                "SELECT isolation_level FROM information_schema.sessions WHERE session_id = session_id()",
                "READ COMMITTED"::equals,
                "Works, but contention costs retries. Leave the isolation level at READ COMMITTED.");
        String url = connection.getMetaData().getURL();
        if (url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:")) {
            // Whether it is set cannot be asked.
            settings.add(
                    true,
                    "network time-out",
                    "a server that hangs is noticed only with ;NETWORK_TIMEOUT=10000 in the URL: the driver ignores "
                            + "Connection.setNetworkTimeout",
                    "");
        } else if (!url.startsWith("jdbc:h2:mem:")) {
            settings.add(
                    url.startsWith("jdbc:h2:async:") || url.startsWith("jdbc:h2:nioMem"),
                    "file access",
                    url.startsWith("jdbc:h2:async:") ? "async" : "not async",
                    "An interrupted thread of this program closes the database for all others. "
                            + "Begin the URL with jdbc:h2:async: if your program interrupts threads.");
        }
    }
}
