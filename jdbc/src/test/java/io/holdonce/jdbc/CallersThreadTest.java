// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StoreUnavailableException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Which stores may be called on the threads of callers, and what such a call may do to its thread. */
class CallersThreadTest {

    private static final Set<TestDatabase> NOT_ITS_OWN =
            Set.of(TestDatabase.H2, TestDatabase.H2_SERVER, TestDatabase.SQLITE);

    @ParameterizedTest
    @EveryDatabase
    void callersMayCallOnceTheDatabaseIsKnownAndBearsIt(TestDatabase database) {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 2);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            assertThat(store.callerRuns()).as("before the first use").isFalse();
            Claims.granted(store, exclusive("a"));
            assertThat(store.callerRuns()).isEqualTo(!NOT_ITS_OWN.contains(database));
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void transactionThatAWrapperOfThePoolGivesItsThreadIsLeftAlone(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 4);
                Connection bound = pool.getConnection();
                JdbcStore store = JdbcStore.builder(boundTo(Thread.currentThread(), bound, pool))
                        .createSchema()
                        .build();
                Locks locks = Locks.over(store)) {
            bound.setAutoCommit(false);
            locks.run(LockName.of("a"), lease -> {
                assertThat(bound.getAutoCommit()).isFalse();
            });
            assertThat(store.callerRuns()).isFalse();
            assertThat(bound.getAutoCommit()).isFalse();
            bound.rollback();
            bound.setAutoCommit(true);
        }
    }

    /** As a transaction-aware proxy: one thread gets the connection of its transaction, the others get one of the pool. */
    private static DataSource boundTo(Thread thread, Connection connection, DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                CallersThreadTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getConnection") && Thread.currentThread() == thread
                                ? new OneConnection(connection).getConnection()
                                : method.invoke(pool, arguments));
    }

    @Test
    void exhaustedPoolKeepsNobodyLongerThanTheTimeOut() throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(TestDatabase.POSTGRESQL.freshUrl(), 1);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claims.granted(store, exclusive("a"));
            try (Connection last = pool.getConnection()) {
                assertThatThrownBy(() -> store.acquire(List.of(exclusive("b")), Duration.ofMillis(200)))
                        .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                                .isFalse())
                        .hasMessageContaining("pool gave no connection");
                assertThat(Thread.interrupted()).as("left interrupted").isFalse();
                assertThat(last.isValid(5)).isTrue();
            }
            Claims.granted(store, exclusive("b"));
        }
    }

    @Test
    void interruptOfAThreadThatWaitsForThePoolStaysItsOwn() throws Exception {
        try (HikariDataSource pool = TestDatabase.patientPool(TestDatabase.POSTGRESQL.freshUrl(), 1);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claims.granted(store, exclusive("a"));
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicBoolean flag = new AtomicBoolean();
            try (Connection last = pool.getConnection()) {
                Thread caller = new Thread(() -> {
                    try {
                        store.acquire(List.of(exclusive("b")), Duration.ofMinutes(10));
                    } catch (RuntimeException e) {
                        failure.set(e);
                    }
                    flag.set(Thread.currentThread().isInterrupted());
                });
                caller.start();
                await().until(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
                caller.interrupt();
                caller.join();
                assertThat(last.isValid(5)).isTrue();
            }
            assertThat(failure.get()).isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                    .isFalse());
            assertThat(flag).isTrue();
        }
    }
}
