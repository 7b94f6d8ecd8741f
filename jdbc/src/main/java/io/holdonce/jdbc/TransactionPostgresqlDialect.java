// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PostgreSQL: one round trip, whether it waits or not. */
final class TransactionPostgresqlDialect extends TransactionDialect {

    /*
     * The savepoint keeps the transaction usable when the wait fails, and gives the settings back then. Two limits, because a waiter
     * may wait twice, for its turn and for the row; the second one is of the whole statement, and a stricter one of the caller stays.
     */
    private static final String BOUND = """
            SAVEPOINT holdonce;
            SELECT set_config('holdonce.lock_timeout', current_setting('lock_timeout'), true),
                   set_config('holdonce.statement_timeout', current_setting('statement_timeout'), true),
                   set_config('lock_timeout', ?, true),
                   set_config('statement_timeout',
                       CASE current_setting('statement_timeout') WHEN '0' THEN ? ELSE current_setting('statement_timeout') END, true);
            """;

    private static final String UNBOUND = """
            SELECT set_config('lock_timeout', current_setting('holdonce.lock_timeout'), true),
                   set_config('statement_timeout', current_setting('holdonce.statement_timeout'), true);
            RELEASE SAVEPOINT holdonce
            """;

    /* Waits for another's first use of the name without an error when that one commits. */
    private static final String KNOWN = """
            INSERT INTO ${txlock} (lock_key, name, created_at) VALUES (?, ?, ${now}) ON CONFLICT DO NOTHING;
            """;

    /* The advisory lock is shared and only tried, so it can refuse nobody: it is how others find out whose transaction this is. */
    private static final String EXCLUSIVE = """
            SELECT token, created_at, taken_at FROM ${txlock} WHERE lock_key = ? FOR NO KEY UPDATE;
            UPDATE ${txlock} SET token = greatest(token + 64, ${now}), taken_at = ${now} WHERE lock_key = ?
            RETURNING token AS new_token, pg_try_advisory_xact_lock_shared(?) AS told;
            """;

    private static final String SHARED = """
            SELECT token, created_at, taken_at, pg_try_advisory_xact_lock_shared(?) AS told
            FROM ${txlock} WHERE lock_key = ? FOR SHARE;
            """;

    /* What another has locked is skipped, not waited for; a row with 0 in front says that the name is known, and so taken. */
    private static final String TRY_EXCLUSIVE = """
            WITH free AS MATERIALIZED (
                SELECT lock_key AS f_key, created_at AS f_created, taken_at AS f_taken
                FROM ${txlock} WHERE lock_key = ? FOR NO KEY UPDATE SKIP LOCKED),
            taken AS (
                UPDATE ${txlock} SET token = greatest(token + 64, ${now}), taken_at = ${now}
                FROM free WHERE lock_key = f_key
                RETURNING 1 AS granted, token, f_created, f_taken, pg_try_advisory_xact_lock_shared(?) AS told)
            SELECT * FROM taken
            UNION ALL
            SELECT 0, 0, 0, 0, false FROM ${txlock} WHERE lock_key = ? AND NOT EXISTS (SELECT FROM taken)
            """;

    private static final String TRY_SHARED = """
            WITH free AS MATERIALIZED (
                SELECT 1 AS granted, token, created_at, taken_at
                FROM ${txlock} WHERE lock_key = ? FOR SHARE SKIP LOCKED),
            taken AS MATERIALIZED (SELECT free.*, pg_try_advisory_xact_lock_shared(?) AS told FROM free)
            SELECT * FROM taken
            UNION ALL
            SELECT 0, 0, 0, 0, false FROM ${txlock} WHERE lock_key = ? AND NOT EXISTS (SELECT FROM taken)
            """;

    private static final String BLOCKER = """
            SELECT activity.pid, activity.application_name, activity.usename,
                   (extract(epoch FROM coalesce(activity.xact_start, clock_timestamp())) * 1000000)::bigint,
                   coalesce((SELECT token FROM ${txlock} WHERE lock_key = ?), 0),
                   (held.classid::bigint << 32 | held.objid::bigint) = ?
            FROM pg_locks AS held JOIN pg_stat_activity AS activity ON activity.pid = held.pid
            WHERE held.locktype = 'advisory' AND held.objsubid = 1 AND held.granted AND held.pid <> pg_backend_pid()
              AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND (held.classid::bigint << 32 | held.objid::bigint) IN (?, ?)
            LIMIT 1
            """;

    private static final String BACK_OUT = "ROLLBACK TO SAVEPOINT holdonce; RELEASE SAVEPOINT holdonce";

    /** For a try that cannot skip another's first use: how long it waits for that lock. */
    private static final int TRY_MILLIS = 10;

    /** So that it is the lock's limit that ends an ordinary wait, and a slow server is not taken for a lock. */
    private static final int SLACK_MILLIS = 50;

    private static final int TRY_SLACK_MILLIS = 5_000;

    private final String exclusive;
    private final String shared;
    private final String tryExclusive;
    private final String tryShared;
    private final String blocker;

    TransactionPostgresqlDialect(Database database) {
        super(database);
        exclusive = fill(BOUND + KNOWN + EXCLUSIVE + UNBOUND);
        shared = fill(BOUND + KNOWN + SHARED + UNBOUND);
        tryExclusive = fill(TRY_EXCLUSIVE);
        tryShared = fill(TRY_SHARED);
        blocker = fill(BLOCKER);
    }

    @Override
    @Nullable
    TransactionRow take(TransactionAttempt attempt) throws SQLException {
        if (attempt.waits()) {
            return lock(attempt, attempt.leftMillis());
        }
        try (PreparedStatement statement =
                attempt.connection().prepareStatement(attempt.exclusive() ? tryExclusive : tryShared)) {
            statement.setBytes(1, attempt.key());
            statement.setLong(2, sign(attempt.name(), attempt.exclusive()));
            statement.setBytes(3, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    return row.getInt(1) == 1
                            ? new TransactionRow(row.getLong(2), row.getLong(3), row.getLong(4))
                            : null;
                }
            }
        }
        return lock(attempt, TRY_MILLIS);
    }

    private @Nullable TransactionRow lock(TransactionAttempt attempt, int millis) throws SQLException {
        Connection connection = attempt.connection();
        try (PreparedStatement statement = connection.prepareStatement(attempt.exclusive() ? exclusive : shared)) {
            statement.setString(1, millis + "ms");
            statement.setString(2, (long) millis + (attempt.waits() ? SLACK_MILLIS : TRY_SLACK_MILLIS) + "ms");
            statement.setBytes(3, attempt.key());
            statement.setString(4, attempt.text());
            long sign = sign(attempt.name(), attempt.exclusive());
            if (attempt.exclusive()) {
                statement.setBytes(5, attempt.key());
                statement.setBytes(6, attempt.key());
                statement.setLong(7, sign);
            } else {
                statement.setLong(5, sign);
                statement.setBytes(6, attempt.key());
            }
            statement.execute();
            return row(statement);
        } catch (SQLException e) {
            backOut(connection, e);
            if (timedOut(e, attempt)) {
                return null;
            }
            throw e;
        }
    }

    /** What the savepoint's rollback cannot mend is told with the first error. */
    private static void backOut(Connection connection, SQLException cause) {
        try {
            execute(connection, BACK_OUT);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** The row comes first, then, if exclusive, its new token; the settings stand around them. */
    private static TransactionRow row(PreparedStatement statement) throws SQLException {
        long[] seen = {};
        long token = 0;
        for (boolean more = true; more || statement.getUpdateCount() >= 0; more = statement.getMoreResults()) {
            ResultSet result = statement.getResultSet();
            if (result == null) {
                continue;
            }
            String column = result.getMetaData().getColumnLabel(1);
            if (column.equals("token") && result.next()) {
                seen = new long[] {result.getLong(1), result.getLong(2), result.getLong(3)};
                token = seen[0];
            } else if (column.equals("new_token") && result.next()) {
                token = result.getLong(1);
            }
        }
        if (seen.length == 0) {
            throw new SQLException("The row of the lock was deleted while it was waited for", "40001");
        }
        return new TransactionRow(token, seen[1], seen[2]);
    }

    /** The lock's limit is this attempt's; the statement's may be the caller's own, or a cancellation. */
    private static boolean timedOut(SQLException error, TransactionAttempt attempt) {
        return "55P03".equals(error.getSQLState()) || ("57014".equals(error.getSQLState()) && attempt.over());
    }

    @Override
    boolean conflict(SQLException error) {
        return error instanceof StaleSnapshot || database.dialect().fault(error) == Fault.RETRY;
    }

    /** The number of the advisory lock by which a holder shows itself; the last bit tells sharers. */
    private static long sign(LockName name, boolean exclusive) {
        long number = ByteBuffer.wrap(name.key()).getLong();
        return exclusive ? number & ~1L : number | 1L;
    }

    @Override
    Optional<HoldInfo> blocker(Connection connection, LockName name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(blocker)) {
            statement.setBytes(1, name.key());
            statement.setLong(2, sign(name, true));
            statement.setLong(3, sign(name, true));
            statement.setLong(4, sign(name, false));
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                String application = row.getString(2);
                String holder = "pid " + row.getInt(1)
                        + (application == null || application.isEmpty() ? "" : " (" + application + ')');
                return Optional.of(new HoldInfo(
                        name,
                        row.getBoolean(6) ? LockMode.EXCLUSIVE : LockMode.SHARED,
                        HoldState.HELD,
                        holder,
                        "a transaction of " + row.getString(3),
                        row.getLong(5),
                        Infos.instant(row.getLong(4)),
                        Duration.ZERO,
                        Duration.ZERO));
            }
        }
    }
}
