// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.testkit.FaultProxy;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** While leases are held one connection is kept, so that an exhausted pool costs no lease. */
class RenewalConnectionTest {

    @ParameterizedTest
    @EveryDatabase
    void exhaustedPoolCostsNoLease(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(database.freshUrl(), 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claim held = exclusive("held");
            Claims.granted(store, held);
            store.holding(true);
            List<Connection> callers = new ArrayList<>(List.of(pool.getConnection(), pool.getConnection()));
            for (int i = 0; i < 3; i++) {
                assertThat(Claims.renew(store, held)).isEqualTo(new RenewAnswer.Renewed());
                Claim other = exclusive("other" + i);
                Claims.granted(store, other);
                assertThat(Claims.release(store, other)).isEqualTo(ReleaseOutcome.RELEASED);
                Claim sharers = shared("a", "b");
                Claims.granted(store, sharers);
                assertThat(Claims.release(store, sharers)).isEqualTo(ReleaseOutcome.RELEASED);
            }
            for (Connection connection : callers) {
                connection.close();
            }
            assertThat(Claims.release(store, held)).isEqualTo(ReleaseOutcome.RELEASED);
            store.holding(false);
            await().untilAsserted(() -> assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                    .isZero());
        }
    }

    @Test
    void poolOfOneServesLeasesAlone() throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(TestDatabase.H2.freshUrl(), 1);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claim claim = exclusive("a");
            Claims.granted(store, claim);
            store.holding(true);
            assertThat(Counter.contend(store, 4, 10, "b")).isEqualTo(40);
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            store.holding(false);
            assertThat(Counter.contend(store, 4, 10, "b")).isEqualTo(40);
        }
    }

    @Test
    void manyAtOnceLeaveTheRenewalConnectionAloneWhileThePoolIsPrompt() throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(TestDatabase.H2.freshUrl(), 10);
                Connections connections = new Connections(pool, () -> false)) {
            connections.keep(true);
            Connections.Borrowed renewing = connections.borrowKept(Deadline.after(Duration.ofSeconds(30)));
            var callers = Executors.newFixedThreadPool(8);
            try {
                List<Future<Boolean>> kept = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    kept.add(callers.submit(() -> {
                        Connections.Borrowed borrowed = connections.borrow(Deadline.after(Duration.ofSeconds(30)));
                        connections.giveBack(borrowed, true);
                        return borrowed.isKept();
                    }));
                }
                for (Future<Boolean> usedIt : kept) {
                    assertThat(usedIt.get(1, TimeUnit.MINUTES)).isFalse();
                }
            } finally {
                callers.shutdown();
                connections.giveBack(renewing, true);
            }
        }
    }

    @Test
    void renewalConnectionServesOthersWhileNobodyUsesIt() throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(TestDatabase.H2.freshUrl(), 10);
                Connections connections = new Connections(pool, () -> false)) {
            connections.keep(true);
            Connections.Borrowed first = connections.borrow(Deadline.after(Duration.ofSeconds(30)));
            Connections.Borrowed second = connections.borrow(Deadline.after(Duration.ofSeconds(30)));
            assertThat(first.isKept()).isTrue();
            assertThat(second.isKept()).isFalse();
            connections.giveBack(second, true);
            connections.giveBack(first, true);
            Connections.Borrowed renewing = connections.borrowKept(Deadline.after(Duration.ofSeconds(30)));
            assertThat(renewing.connection).isSameAs(first.connection);
            connections.giveBack(renewing, true);
        }
    }

    @Test
    void renewalConnectionThatRestedIsTestedBeforeOthersUseIt() throws Exception {
        String url = TestDatabase.POSTGRESQL.freshUrl();
        int port = UrlPort.of(url);
        try (FaultProxy proxy = new FaultProxy(new InetSocketAddress("127.0.0.1", port));
                HikariDataSource pool = TestDatabase.pool(url.replace(":" + port + "/", ":" + proxy.port() + "/"), 3);
                Connections connections = new Connections(pool, () -> false)) {
            connections.keep(true);
            proxy.reset();
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            Connections.Borrowed borrowed = connections.borrow(Deadline.after(Duration.ofSeconds(30)));
            assertThat(borrowed.connection.isValid(5)).isTrue();
            connections.giveBack(borrowed, true);
        }
    }

    @Test
    void brokenRenewalConnectionIsReplacedAtOnce() throws Exception {
        String url = TestDatabase.POSTGRESQL.freshUrl();
        int port = UrlPort.of(url);
        try (FaultProxy proxy = new FaultProxy(new InetSocketAddress("127.0.0.1", port));
                HikariDataSource pool = TestDatabase.pool(url.replace(":" + port + "/", ":" + proxy.port() + "/"), 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claim claim = exclusive("a");
            Claims.granted(store, claim);
            store.holding(true);
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            proxy.reset();
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
        }
    }

    @Test
    void renewalThatHangsDelaysNeitherTheNextNorOthers() throws Exception {
        String url = TestDatabase.POSTGRESQL.freshUrl();
        int port = UrlPort.of(url);
        try (FaultProxy proxy = new FaultProxy(new InetSocketAddress("127.0.0.1", port));
                HikariDataSource pool = TestDatabase.pool(url.replace(":" + port + "/", ":" + proxy.port() + "/"), 5);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claim claim = exclusive("a");
            Claims.granted(store, claim);
            store.holding(true);
            proxy.toClient(FaultProxy.Mode.STALL);
            CompletableFuture<Object> hung = CompletableFuture.supplyAsync(() -> {
                try {
                    return store.renew(List.of(Claims.renewal(claim)), Duration.ofSeconds(10));
                } catch (RuntimeException e) {
                    return e;
                }
            });
            try (Connection watcher = DriverManager.getConnection(url);
                    Statement statement = watcher.createStatement()) {
                await().until(() -> {
                    try (var row = statement.executeQuery(
                            "SELECT count(*) FROM holdonce_lease WHERE renewed_at > acquired_at")) {
                        row.next();
                        return row.getInt(1) == 1;
                    }
                });
            }
            // Its answer is on its way for ever; the wire is whole again for others.
            proxy.toClient(FaultProxy.Mode.SWALLOW);
            proxy.heal();
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            Claims.granted(store, exclusive("b"));
            proxy.reset();
            hung.get(70, TimeUnit.SECONDS);
        }
    }
}
