// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** PostgreSQL 13 and newer. */
final class PostgresqlDialect implements Dialect {

    /*
     * How long a statement waits for a row, until the end of its transaction only. Rows are locked for milliseconds; one that
     * stays locked belongs to a stranger's transaction, and a statement that still waited after its client had gone would be
     * granted to nobody. It must be longer than a slow disk's commit, as each such end is an ERROR in the server's log.
     */
    private static final String PATIENCE = "set_config('lock_timeout', '3s', true)";

    private static final String NOW = """
            SELECT ${now}
            """;

    /*
     * The row's lock is taken by the UPDATE, which after a wait tests its condition again on the newest row, against the clock
     * read before the wait: a name free by an early clock is free by a later one. The second SELECT sees the row as it was when the
     * statement began and decides nothing. Without a grant nothing is written or locked.
     */
    private static final String ACQUIRE = """
            WITH wish AS MATERIALIZED (
                SELECT ?::bytea AS w_key, ?::bytea AS w_claim, ?::text AS w_holder, ?::bytea AS w_instance, ?::bigint AS w_started,
                       ?::text AS w_note, ?::bigint AS w_ttl, ?::text AS w_name, ${now} AS now, ${patience}),
            granted AS (
                UPDATE ${lease}
                SET name = w_name,
                    token = CASE WHEN claim = w_claim AND expires_at > now THEN token ELSE greatest(token + 64, now) END,
                    acquired_at = CASE WHEN claim = w_claim AND expires_at > now THEN acquired_at ELSE now END,
                    claim = w_claim, holder = w_holder, instance = w_instance, started = w_started, note = w_note,
                    renewed_at = now, expires_at = now + w_ttl, revoked = 0, waited_until = 0, touched_at = now
                FROM wish
                WHERE lease_key = w_key
                  AND (expires_at <= now AND shared_until = 0 OR claim = w_claim AND expires_at > now AND revoked = 0)
                RETURNING 1 AS granted, ${row}, now)
            SELECT * FROM granted
            UNION ALL
            SELECT 0, ${row}, now FROM ${lease} JOIN wish ON lease_key = w_key WHERE NOT EXISTS (SELECT FROM granted)
            """;

    private static final String INSERT_GRANTED = """
            WITH wish AS MATERIALIZED (
                SELECT ?::bytea AS w_key, ?::bytea AS w_claim, ?::text AS w_holder, ?::bytea AS w_instance, ?::bigint AS w_started,
                       ?::text AS w_note, ?::bigint AS w_ttl, ?::text AS w_name, ${now} AS now)
            INSERT INTO ${lease} (lease_key, claim, holder, instance, started, note,
                token, acquired_at, renewed_at, expires_at, touched_at, name)
            SELECT w_key, w_claim, w_holder, w_instance, w_started, w_note, now, now, now, now + w_ttl, now, w_name FROM wish
            ON CONFLICT DO NOTHING
            RETURNING 1 AS granted, ${row}, touched_at AS now
            """;

    private static final String INSERT_BLANK = """
            INSERT INTO ${lease} (lease_key, name, touched_at) VALUES (?, ?, ${now}) ON CONFLICT DO NOTHING
            """;

    private static final String RELEASE = """
            WITH wish AS MATERIALIZED (SELECT ?::bytea AS w_key, ?::bytea AS w_claim, ?::bigint AS w_least, ${now} AS now, ${patience})
            UPDATE ${lease}
            SET claim = NULL, expires_at = CASE WHEN w_least > 0 AND acquired_at + w_least > now THEN acquired_at + w_least ELSE 0 END,
                revoked = 0, touched_at = now
            FROM wish
            WHERE lease_key = w_key AND claim = w_claim AND expires_at > now
            """;

    /* Locks in key order, as every statement over several rows; a row that another has locked costs only its own claim. */
    private static final String RENEW = """
            WITH wish AS MATERIALIZED (SELECT ?::bytea[] AS w_keys, ?::bytea[] AS w_claims, ?::bigint AS w_ttl, ${now} AS now),
            mine AS MATERIALIZED (
                SELECT lease_key AS m_key
                FROM ${lease} AS lease, wish
                WHERE lease_key = ANY (w_keys) AND claim = ANY (w_claims) AND expires_at > now AND revoked = 0
                ORDER BY lease_key FOR UPDATE OF lease SKIP LOCKED)
            UPDATE ${lease}
            SET renewed_at = now, expires_at = now + w_ttl, touched_at = now
            FROM mine, wish
            WHERE lease_key = m_key
            RETURNING lease_key, claim
            """;

    private static final String STAMP = """
            WITH wish AS MATERIALIZED (SELECT ?::bigint AS w_waiting, ?::bytea AS w_key, ${now} AS now, ${patience})
            UPDATE ${lease} SET waited_until = now + w_waiting, touched_at = now
            FROM wish
            WHERE lease_key = w_key AND shared_until > now AND waited_until < now + w_waiting
            """;

    private static final String READ = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ANY (?) ORDER BY lease_key
            """;

    private static final String LOCK = """
            WITH patience AS MATERIALIZED (SELECT ${patience})
            SELECT ${row}, ${now} AS now FROM ${lease} AS lease, patience
            WHERE lease_key = ANY (?) ORDER BY lease_key FOR UPDATE OF lease
            """;

    private static final String LOCK_FREE = """
            SELECT ${row}, ${now} AS now FROM ${lease} WHERE lease_key = ANY (?) ORDER BY lease_key FOR UPDATE SKIP LOCKED
            """;

    private static final String SHARERS = """
            SELECT ${sharers} FROM ${sharer} WHERE lease_key = ANY (?) ORDER BY lease_key, claim
            """;

    private static final String LIST = """
            WITH clock AS MATERIALIZED (SELECT ${now} AS now)
            SELECT ${row}, now FROM ${lease}, clock
            WHERE lease_key > ? AND (expires_at > now OR shared_until > now)
            ORDER BY lease_key LIMIT ?
            """;

    private static final String PURGEABLE = """
            WITH clock AS MATERIALIZED (SELECT ${now} AS now)
            SELECT lease_key, shared_until FROM ${lease}, clock
            WHERE touched_at <= now - ? AND expires_at <= now AND shared_until <= now AND waited_until <= now AND token + 64 <= now
            LIMIT ?
            """;

    private static final String PURGE = """
            WITH wish AS MATERIALIZED (SELECT ?::bytea AS w_key, ?::bigint AS w_untouched, ${now} AS now, ${patience})
            DELETE FROM ${lease} USING wish
            WHERE lease_key = w_key AND touched_at <= now - w_untouched
              AND expires_at <= now AND shared_until <= now AND waited_until <= now AND token + 64 <= now
            """;

    private static final String EXISTS = """
            WITH wish AS (SELECT ?::text AS w_schema, ?::text AS w_table)
            SELECT count(to_regclass(CASE WHEN w_schema = '' THEN '' ELSE quote_ident(w_schema) || '.' END || quote_ident(w_table)))
            FROM wish
            """;

    private static final String UNFINISHED_WORK = """
            SELECT pg_current_xact_id_if_assigned() IS NOT NULL
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
        return "postgresql";
    }

    @Override
    public String supported() {
        return "PostgreSQL 13";
    }

    @Override
    public List<Integer> leastVersion() {
        return List.of(13);
    }

    @Override
    public boolean speaks(String product, String version) {
        return product.equals("PostgreSQL");
    }

    @Override
    public String clock() {
        return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    public String folded(String identifier) {
        return identifier;
    }

    @Override
    public boolean tellsBlocker() {
        return true;
    }

    @Override
    public void bind(PreparedStatement statement, int index, List<byte[]> values) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("bytea", values.toArray(new byte[0][])));
    }

    @Override
    public Fault fault(SQLException error) {
        return switch (String.valueOf(error.getSQLState())) {
            case "40001", "40P01" -> Fault.RETRY;
            case "55P03" -> Fault.STUCK;
            case "23505" -> Fault.DUPLICATE;
            case "42P01", "42703", "3F000" -> Fault.MISSING;
            case "42501" -> Fault.RIGHTS;
            case "25006" -> Fault.READ_ONLY;
            default -> Fault.OTHER;
        };
    }

    @Override
    public void lockForCreation(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Any fixed number: CREATE … IF NOT EXISTS alone fails when two sessions create the same table at once.
            statement.execute("SELECT pg_advisory_xact_lock(7811904218)");
        }
    }

    @Override
    public void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException {
        Settings settings = new Settings(connection, findings);
        settings.expect(
                "synchronous_commit",
                "SELECT current_setting('synchronous_commit')",
                value -> !value.equals("off"),
                "A crash may forget grants that were acknowledged. Set synchronous_commit to on for this user: "
                        + "ALTER ROLE … SET synchronous_commit = on.");
        settings.expect(
                "fsync",
                "SELECT current_setting('fsync')",
                "on"::equals,
                "A power failure may lose or damage everything. Set fsync = on in postgresql.conf.");
        settings.expect(
                "isolation",
                "SELECT current_setting('default_transaction_isolation')",
                "read committed"::equals,
                "Works, but contention costs retries. Set default_transaction_isolation to 'read committed' for this user.");
        settings.require(
                "writable",
                "SELECT CASE WHEN pg_is_in_recovery() THEN 'a standby' "
                        + "WHEN current_setting('transaction_read_only') = 'on' THEN 'read-only' ELSE 'yes' END",
                "yes"::equals,
                "Connect to the primary (targetServerType=primary in the URL) with default_transaction_read_only = off.");
    }
}
