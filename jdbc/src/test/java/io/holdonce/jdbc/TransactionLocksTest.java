// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.AcquireTimeoutException;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.TransactionConflictException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** What users of transaction locks meet beside the contract: pools, messages, misuse. */
class TransactionLocksTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private static HikariDataSource pool(TestDatabase database, int size, int isolation) {
        String url = database.freshUrlOfTransactions();
        JdbcSchema.of(TestDatabase.plain(url)).transactionLocks().create();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(10_000);
        config.setTransactionIsolation(String.valueOf(isolation));
        return new HikariDataSource(config);
    }

    private static final int[] ISOLATIONS = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
    };

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void poolOfOneSufficesForABrandNewName(TestDatabase database) throws Exception {
        for (int isolation : ISOLATIONS) {
            try (HikariDataSource pool = pool(database, 1, isolation)) {
                TransactionLocks locks = TransactionLocks.of(pool);
                assertThat(locks.<Integer, RuntimeException>call(LockName.of("a"), LONG, (connection, lock) -> 1))
                        .isEqualTo(1);
                try (Connection connection = pool.getConnection()) {
                    connection.setAutoCommit(false);
                    assertThat(locks.tryAcquire(connection, LockName.of("b"))).isPresent();
                    locks.acquire(connection, LockName.of("c"), LONG);
                    connection.commit();
                }
            }
        }
    }

    /** As many callers as connections, all inside a transaction, each with a new name of its own and then all with one new name. */
    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void asManyCallersAsConnectionsDoNotStarve(TestDatabase database) throws Exception {
        int callers = 4;
        for (int isolation : ISOLATIONS) {
            try (HikariDataSource pool = pool(database, callers, isolation)) {
                TransactionLocks locks = TransactionLocks.of(pool);
                CyclicBarrier allInside = new CyclicBarrier(callers);
                assertThat(together(callers, caller -> {
                            try (Connection connection = pool.getConnection()) {
                                connection.setAutoCommit(false);
                                allInside.await(10, TimeUnit.SECONDS);
                                return takenByAndBy(locks, connection, caller);
                            }
                        }))
                        .isEqualTo(callers);
                AtomicInteger ran = new AtomicInteger();
                assertThat(together(
                                callers,
                                caller -> locks.<Integer, RuntimeException>call(
                                        LockName.of("one"), LONG, (connection, lock) -> {
                                            ran.incrementAndGet();
                                            return 1;
                                        })))
                        .isEqualTo(callers);
                assertThat(ran).hasValue(callers);
            }
        }
    }

    /** At SERIALIZABLE PostgreSQL may refuse one for the sake of another name in a small table. */
    private static int takenByAndBy(TransactionLocks locks, Connection connection, int caller) throws SQLException {
        for (int again = 0; ; again++) {
            try {
                locks.acquire(connection, LockName.of("own", "n" + caller), LONG);
                assertThat(locks.tryAcquire(connection, LockName.of("more", "n" + caller)))
                        .isPresent();
                connection.commit();
                return 1;
            } catch (TransactionConflictException e) {
                assertThat(again).isLessThan(50);
                connection.rollback();
            } catch (SQLException e) {
                assertThat(e.getSQLState()).as("%s", e).isEqualTo("40001");
                connection.rollback();
            }
        }
    }

    private interface Caller {
        int run(int number) throws Exception;
    }

    private static int together(int callers, Caller caller) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int number = i;
            tasks.add(() -> caller.run(number));
        }
        int sum = 0;
        for (Future<Integer> result : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
            sum += result.get();
        }
        threads.shutdown();
        return sum;
    }

    /**
     * The article selects, inserts the missing row in another transaction and selects again, which above READ COMMITTED still sees
     * nothing. Here the second use in the same old transaction is right or says what to do.
     */
    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void nameMadeByAnotherSinceTheTransactionBeganIsTakenOrToldToRepeat(TestDatabase database) throws Exception {
        try (TransactionHarness harness = new TransactionHarness(database)) {
            for (int isolation : ISOLATIONS) {
                LockName name = LockName.of("made-by-another", "at-" + isolation);
                try (Connection old = harness.connect(isolation);
                        Connection other = harness.connect(Connection.TRANSACTION_READ_COMMITTED)) {
                    harness.count(old);
                    harness.acquire(other, Locks.exclusive(name));
                    other.commit();
                    try {
                        assertThat(harness.acquire(old, Locks.exclusive(name)).fencingToken())
                                .isPositive();
                    } catch (TransactionConflictException e) {
                        assertThat(isolation).isGreaterThan(Connection.TRANSACTION_READ_COMMITTED);
                        assertThat(e)
                                .hasMessageContaining("Nothing was acquired")
                                .hasMessageContaining("run it again");
                    }
                    old.rollback();
                    harness.call(isolation, Locks.exclusive(name), connection -> {});
                }
            }
        }
    }

    @Test
    void postgresqlTellsWhoIsInTheWay() throws Exception {
        try (TransactionHarness harness = new TransactionHarness(TestDatabase.POSTGRESQL);
                Connection holder = harness.connect(Connection.TRANSACTION_READ_COMMITTED);
                Connection caller = harness.connect(Connection.TRANSACTION_READ_COMMITTED)) {
            LockName name = LockName.of("order", "42");
            harness.acquire(holder, Locks.exclusive(name));
            holder.commit();
            holder.createStatement().execute("SET LOCAL application_name = 'orders'");
            long token = harness.acquire(holder, Locks.exclusive(name)).fencingToken();
            assertThatThrownBy(
                            () -> harness.acquire(caller, Locks.exclusive(name).waitTime(Duration.ofMillis(50))))
                    .isInstanceOf(AcquireTimeoutException.class)
                    .hasMessageContaining("'order:42' not acquired in 50 ms")
                    .hasMessageContaining("held EXCLUSIVE by pid ")
                    .hasMessageContaining("(orders)")
                    .satisfies(e -> assertThat(((AcquireTimeoutException) e).blocker())
                            .hasValueSatisfying(blocker -> {
                                assertThat(blocker.name()).isEqualTo(name);
                                assertThat(blocker.fencingToken()).isLessThan(token);
                            }));
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void waitingTimeReachesTheListener(TestDatabase database) throws Exception {
        List<String> heard = new ArrayList<>();
        try (HikariDataSource pool = pool(database, 2, Connection.TRANSACTION_READ_COMMITTED);
                Connection holder = pool.getConnection();
                Connection caller = pool.getConnection()) {
            holder.setAutoCommit(false);
            caller.setAutoCommit(false);
            TransactionLocks locks = TransactionLocks.of(pool).listener(new TransactionLocksListener() {
                @Override
                public void acquired(List<LockName> names, Duration waited) {
                    heard.add("acquired " + names);
                    throw new IllegalStateException("a listener that fails harms nobody");
                }

                @Override
                public void notAcquired(List<LockName> names, Duration waited) {
                    // Not all of the 100 ms: H2 is not asked again if the next pause would end later.
                    heard.add("not acquired " + names + ' ' + (waited.toMillis() >= 50));
                }
            });
            locks.acquire(holder, LockName.of("a"), LONG);
            assertThat(locks.tryAcquire(
                            caller, Locks.exclusive(LockName.of("a")).waitTime(Duration.ofMillis(100))))
                    .isEmpty();
            assertThat(heard).containsExactly("acquired [a]", "not acquired [a] true");
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void callRollsBackWhatItsBodyThrows(TestDatabase database) throws Exception {
        try (TransactionHarness harness = new TransactionHarness(database)) {
            LockName name = LockName.of("thrower");
            TransactionLocks locks = TransactionLocks.of(TestDatabase.plain(harness.url));
            assertThatThrownBy(() -> locks.call(name, LONG, (connection, lock) -> {
                        harness.note(connection, "never");
                        assertThat(lock.mode(name)).isEqualTo(LockMode.EXCLUSIVE);
                        throw new IOException("as it is");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("as it is");
            assertThat(harness.notes()).isEmpty();
            try (Connection connection = harness.connect(Connection.TRANSACTION_READ_COMMITTED)) {
                assertThat(harness.tryAcquire(connection, Locks.exclusive(name)))
                        .isPresent();
            }
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void callRefusesAConnectionWithSomebodysWork(TestDatabase database) throws Exception {
        try (TransactionHarness harness = new TransactionHarness(database);
                HikariDataSource pool = TestDatabase.pool(harness.url, 1);
                Connection bound = pool.getConnection()) {
            bound.setAutoCommit(false);
            harness.note(bound, "unfinished");
            assertThatThrownBy(() -> TransactionLocks.of(new OneConnection(bound))
                            .call(LockName.of("a"), LONG, (connection, lock) -> 1))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessageContaining("acquire(connection");
            bound.commit();
            assertThat(harness.notes()).containsExactly("unfinished");
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void missingTableIsToldWithItsRemedy(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 1)) {
            assertThatThrownBy(() -> TransactionLocks.of(pool).call(LockName.of("a"), LONG, (connection, lock) -> 1))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessageContaining("transactionLocks().create()");
            JdbcSchema schema = JdbcSchema.of(pool).transactionLocks();
            assertThat(schema.problems()).hasSize(1);
            schema.create();
            schema.create();
            assertThat(schema.problems()).isEmpty();
            assertThat(schema.ddl()).containsIgnoringCase("holdonce_txlock").doesNotContain("${");
            assertThat(JdbcSchema.of(pool).problems())
                    .as("leases have no tables")
                    .isNotEmpty();
            TransactionLocks.of(pool).<Integer, RuntimeException>call(LockName.of("a"), LONG, (connection, lock) -> 1);
        }
    }

    @Test
    void sqliteIsRefusedWithTheReason() throws SQLException {
        String url = TestDatabase.SQLITE.freshUrl();
        assertThatThrownBy(() -> TransactionLocks.of(TestDatabase.plain(url))
                        .call(LockName.of("a"), LONG, (connection, lock) -> 1))
                .isInstanceOf(StoreMisconfiguredException.class)
                .hasMessageContaining("one writer");
        assertThatThrownBy(() -> JdbcSchema.of(TestDatabase.plain(url))
                        .transactionLocks()
                        .create())
                .isInstanceOf(StoreMisconfiguredException.class)
                .hasMessageContaining("one writer");
    }

    @Test
    void optionsOfLeasesAreRefused() throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.H2, 1, Connection.TRANSACTION_READ_COMMITTED)) {
            TransactionLocks locks = TransactionLocks.of(pool);
            assertThatThrownBy(() ->
                            locks.call(Locks.exclusive(LockName.of("a")).holdAtLeast(LONG), (connection, lock) -> 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
