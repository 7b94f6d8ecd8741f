// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many statements the server has executed, as it counts them itself. Counting is switched on only while it is open. */
final class ServerCounts implements AutoCloseable {

    private final EngineKind engine;
    private final Connection connection;
    private final Statement statement;
    private long own;

    ServerCounts(EngineKind engine, String url) throws SQLException {
        this.engine = engine;
        this.connection = DriverManager.getConnection(url);
        this.statement = connection.createStatement();
        if (engine == EngineKind.POSTGRESQL) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            track(true);
        } else if (engine == EngineKind.H2) {
            statement.execute("SET QUERY_STATISTICS TRUE");
        }
    }

    /** Off until it is asked for: the server is started with this module, which otherwise counts always. */
    static void off(EngineKind engine, String url) throws SQLException {
        if (engine == EngineKind.POSTGRESQL) {
            new ServerCounts(engine, url).close();
        }
    }

    private void track(boolean on) throws SQLException {
        statement.execute(
                on
                        ? "ALTER SYSTEM SET pg_stat_statements.track = 'all'"
                        : "ALTER SYSTEM SET pg_stat_statements.track = 'none'");
        statement.execute("SELECT pg_reload_conf()");
        // Sessions look at the new value before their next statement.
        statement.execute("SELECT pg_sleep(0.2)");
    }

    /** A number that grows by one with each statement of others. */
    long statements() throws SQLException {
        return switch (engine) {
            case POSTGRESQL ->
                number(
                        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'",
                        1);
            case MARIADB, MYSQL -> number("SHOW GLOBAL STATUS LIKE 'Questions'", 2) - ++own;
            case H2 ->
                number(
                        "SELECT coalesce(sum(EXECUTION_COUNT), 0) FROM INFORMATION_SCHEMA.QUERY_STATISTICS"
                                + " WHERE SQL_STATEMENT NOT LIKE '%QUERY_STATISTICS%'",
                        1);
        };
    }

    private long number(String sql, int column) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return Long.parseLong(result.getString(column));
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                statement) {
            if (engine == EngineKind.POSTGRESQL) {
                track(false);
            } else if (engine == EngineKind.H2) {
                statement.execute("SET QUERY_STATISTICS FALSE");
            }
        }
    }
}
