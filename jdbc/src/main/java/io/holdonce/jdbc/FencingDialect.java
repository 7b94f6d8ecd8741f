// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One statement per engine that raises a resource's fence to a token and answers how high it then stands. */
final class FencingDialect {

    /* What is refused is counted, too: it locks the row, and where the engine answers nothing, something must have changed. */
    private static final String POSTGRESQL = """
            INSERT INTO ${fence} AS fence (resource_key, resource, token, checks) VALUES (?, ?, ?, 1)
            ON CONFLICT (resource_key) DO UPDATE SET token = greatest(fence.token, excluded.token), checks = fence.checks + 1
            RETURNING token
            """;

    private static final String SQLITE = """
            INSERT INTO ${fence} (resource_key, resource, token, checks) VALUES (?, ?, ?, 1)
            ON CONFLICT (resource_key) DO UPDATE SET token = max(token, excluded.token), checks = checks + 1
            RETURNING token
            """;

    private static final String H2 = """
            SELECT token FROM FINAL TABLE (
                MERGE INTO ${fence} AS fence
                USING (VALUES (CAST(? AS VARBINARY(32)), CAST(? AS VARCHAR), CAST(? AS BIGINT))) AS wish (w_key, w_text, w_token)
                ON fence.resource_key = wish.w_key
                WHEN MATCHED THEN UPDATE SET token = GREATEST(fence.token, wish.w_token), checks = fence.checks + 1
                WHEN NOT MATCHED THEN INSERT (resource_key, resource, token, checks) VALUES (w_key, w_text, w_token, 1))
            """;

    /* The number comes back with the count, in the same answer. */
    private static final String MYSQL = """
            INSERT INTO ${fence} (resource_key, resource, token, checks) VALUES (?, ?, LAST_INSERT_ID(?), 1)
            ON DUPLICATE KEY UPDATE token = LAST_INSERT_ID(greatest(token, ?)), checks = checks + 1
            """;

    private final Database database;
    private final String text;
    private final boolean answers;

    FencingDialect(Database database) {
        this.database = database;
        Dialect dialect = database.dialect();
        answers = dialect.answersWrites();
        String raw = dialect instanceof PostgresqlDialect
                ? POSTGRESQL
                : dialect instanceof SqliteDialect ? SQLITE : dialect instanceof H2Dialect ? H2 : MYSQL;
        text = database.names().fill(dialect, raw).strip();
    }

    Database database() {
        return database;
    }

    /** Answers the highest token seen, this one included. */
    long raise(Connection connection, byte[] key, String resource, long token) throws SQLException {
        for (boolean again = false; ; again = true) {
            try {
                return answers
                        ? raiseAnswered(connection, key, resource, token)
                        : raiseUnanswered(connection, key, resource, token);
            } catch (SQLException e) {
                // H2 looks for the row and inserts it in two steps; the loser of a first use finds it the second time.
                if (again || database.dialect().fault(e) != Fault.DUPLICATE) {
                    throw e;
                }
            }
        }
    }

    private long raiseAnswered(Connection connection, byte[] key, String resource, long token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            statement.setBytes(1, key);
            statement.setString(2, resource);
            statement.setLong(3, token);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private long raiseUnanswered(Connection connection, byte[] key, String resource, long token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS)) {
            statement.setBytes(1, key);
            statement.setBytes(2, resource.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            statement.setLong(3, token);
            statement.setLong(4, token);
            statement.executeUpdate();
            try (ResultSet number = statement.getGeneratedKeys()) {
                if (!number.next()) {
                    throw new SQLException("The driver does not hand on what LAST_INSERT_ID was set to");
                }
                return number.getLong(1);
            }
        }
    }
}
