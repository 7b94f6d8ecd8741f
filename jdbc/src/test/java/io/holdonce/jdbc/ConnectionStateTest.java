// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Connections go back as they came, and work that is found on them is left alone. */
class ConnectionStateTest {

    private static void useAll(JdbcStore store) {
        Claim one = exclusive("one");
        Claim several = exclusive("a", "b");
        Claim sharer = shared("s");
        for (Claim claim : new Claim[] {one, several, sharer}) {
            Claims.granted(store, claim);
            Claims.contended(store, exclusive(claim.holds().get(0).name().toString()));
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
        store.purge(Duration.ofDays(1), 10, Claims.TIMEOUT);
        store.check(Claims.TIMEOUT);
    }

    @ParameterizedTest
    @EveryDatabase
    void poolWithoutAutocommitGetsItsConnectionsBackWithoutIt(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        try (Connection connection = DriverManager.getConnection(url)) {
            JdbcSchema.of(unclosed(connection)).create();
            connection.setAutoCommit(false);
            try (JdbcStore store = JdbcStore.of(unclosed(connection))) {
                useAll(store);
                assertThat(connection.getAutoCommit()).isFalse();
                connection.setAutoCommit(true);
                if (database != TestDatabase.SQLITE) {
                    connection.setReadOnly(true);
                }
                useAll(store);
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isReadOnly())
                        .isEqualTo(!database.name().startsWith("H2") && database != TestDatabase.SQLITE);
            }
        }
    }

    @Test
    void networkTimeoutIsRestored() throws Exception {
        try (Connection connection = DriverManager.getConnection(TestDatabase.POSTGRESQL.freshUrl())) {
            JdbcSchema.of(unclosed(connection)).create();
            connection.setNetworkTimeout(Runnable::run, 100_000);
            try (JdbcStore store = JdbcStore.of(unclosed(connection))) {
                useAll(store);
            }
            assertThat(connection.getNetworkTimeout()).isEqualTo(100_000);
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void unfinishedWorkIsRefusedAndLeftAlone(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        try (Connection connection = DriverManager.getConnection(url);
                JdbcStore store = JdbcStore.of(unclosed(connection))) {
            JdbcSchema.of(unclosed(connection)).create();
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE orders (id INTEGER)");
                connection.setAutoCommit(false);
                statement.execute("INSERT INTO orders VALUES (7)");
            }
            assertThatThrownBy(() -> Claims.acquire(store, exclusive("a")))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessageContaining("inside a transaction")
                    .hasMessageContaining("DataSource");
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(count(connection, "orders")).isEqualTo(1);
            connection.rollback();
            assertThat(count(connection, "orders")).isZero();
            connection.rollback();
            Claims.granted(store, exclusive("a"));
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void strictIsolationCostsRetriesOnly(TestDatabase database) throws Exception {
        for (String isolation : new String[] {"TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"}) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.freshUrl());
            config.setMaximumPoolSize(6);
            config.setTransactionIsolation(isolation);
            try (HikariDataSource pool = new HikariDataSource(config);
                    JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
                useAll(store);
                assertThat(Counter.contend(store, 4, 25, "x", "y")).isEqualTo(100);
            }
        }
    }

    private static int count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Always hands out the same connection, as a transaction-aware proxy does, and does not close it. */
    static DataSource unclosed(Connection connection) {
        Connection kept = (Connection) Proxy.newProxyInstance(
                ConnectionStateTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (DataSource) Proxy.newProxyInstance(
                ConnectionStateTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> kept);
    }
}
