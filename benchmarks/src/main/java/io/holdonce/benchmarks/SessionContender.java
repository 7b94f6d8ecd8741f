// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** The locks that the server keeps for a connection: advisory ones of PostgreSQL, GET_LOCK of MySQL and MariaDB. */
final class SessionContender extends Pooled {

    private static final long NO_END = Duration.ofDays(1).toNanos();

    private final String lock;
    private final String unlock;

    SessionContender(EngineKind engine, String url) {
        super(url);
        boolean postgresql = engine == EngineKind.POSTGRESQL;
        this.lock = postgresql ? "SELECT 1 FROM pg_advisory_lock(hashtextextended(?, 0))" : "SELECT GET_LOCK(?, 60)";
        this.unlock = postgresql
                ? "SELECT CASE WHEN pg_advisory_unlock(hashtextextended(?, 0)) THEN 1 ELSE 0 END"
                : "SELECT RELEASE_LOCK(?)";
    }

    /** Keeps a connection for as long as it holds the lock, and another one for each that waits. */
    @Override
    public Held acquire(String name) throws SQLException {
        Connection connection = pool.getConnection();
        boolean held = false;
        try {
            ask(connection, lock, name);
            held = true;
            return new Simple(Held.NO_TOKEN, System.nanoTime() + NO_END, () -> {
                try (connection) {
                    ask(connection, unlock, name);
                }
            });
        } finally {
            if (!held) {
                connection.close();
            }
        }
    }

    private static void ask(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next() || result.getInt(1) != 1) {
                    throw new SQLException("The server refused: " + sql);
                }
            }
        }
    }
}
