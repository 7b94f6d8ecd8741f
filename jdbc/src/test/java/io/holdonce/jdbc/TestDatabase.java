// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The engines that tests run on, each as the URL of a fresh, empty database or schema. */
public enum TestDatabase {
    POSTGRESQL,
    MYSQL,
    MARIADB,
    H2,
    H2_SERVER,
    SQLITE;

    /** A URL that works without user and password. */
    public String freshUrl() {
        return switch (this) {
            case POSTGRESQL -> TestPostgresql.shared().urlOfFreshSchema();
            case MYSQL -> {
                TestMysqlServer server = TestMysql.shared();
                yield server.mysqlUrl(server.freshDatabase()) + "&sessionVariables=innodb_lock_wait_timeout=3";
            }
            case MARIADB -> {
                TestMysqlServer server = TestMariadb.shared();
                yield server.mariadbUrl(server.freshDatabase());
            }
            case H2 -> "jdbc:h2:async:" + TestFolders.fresh().resolve("db") + ";WRITE_DELAY=0;DB_CLOSE_DELAY=-1";
            case H2_SERVER -> TestH2Server.shared().urlOfFreshDatabase();
            case SQLITE ->
                "jdbc:sqlite:" + TestFolders.fresh().resolve("db.sqlite")
                        + "?journal_mode=WAL&synchronous=FULL&busy_timeout=10000";
        };
    }

    /** The same for locks that end with their transaction: they need no write for each commit, in which H2's rollback goes wrong. */
    public String freshUrlOfTransactions() {
        return freshUrl().replace(";WRITE_DELAY=0", "");
    }

    /** Whether this machine has what the engine needs; a missing MySQL is reported at the build's end. */
    public boolean startsHere() {
        return this != MYSQL || TestMysql.startsHere();
    }

    /** A pool on a URL, to be closed. */
    public static HikariDataSource pool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    /** A pool whose own patience is longer than any test's: nothing may wait for that. */
    static HikariDataSource patientPool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(600_000);
        return new HikariDataSource(config);
    }

    /** A data source that connects anew each time. */
    public static DataSource plain(String url) {
        return new Plain(url);
    }

    private record Plain(String url) implements DataSource {

        @Override
        public Connection getConnection() throws SQLException {
            return DriverManager.getConnection(url);
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        @Override
        public PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
