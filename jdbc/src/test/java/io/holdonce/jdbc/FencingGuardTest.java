// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StaleTokenException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.TransactionConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** A resource refuses who holds a lock no longer. */
class FencingGuardTest {

    private static final LockName NAME = LockName.of("account", "1");

    private interface Body {
        void run(HikariDataSource pool, FencingGuard guard) throws Exception;
    }

    private static void on(TestDatabase database, Body body) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 6)) {
            JdbcSchema.of(pool).fences().create();
            body.run(pool, FencingGuard.of(pool));
        }
    }

    private static Connection transaction(HikariDataSource pool) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void pass(HikariDataSource pool, FencingGuard guard, String resource, long token)
            throws SQLException {
        try (Connection connection = transaction(pool)) {
            guard.require(connection, resource, token);
            connection.commit();
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void lowerTokenIsRefusedAndAnEqualOrHigherOnePasses(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            pass(pool, guard, "r", 100);
            pass(pool, guard, "r", 100);
            pass(pool, guard, "r", 164);
            try (Connection late = transaction(pool)) {
                assertThatThrownBy(() -> guard.require(late, "r", 163))
                        .isInstanceOf(StaleTokenException.class)
                        .hasMessageContaining("'r' refuses fencing token 163")
                        .satisfies(e -> {
                            assertThat(((StaleTokenException) e).presented()).isEqualTo(163);
                            assertThat(((StaleTokenException) e).highest()).isEqualTo(164);
                        });
                late.rollback();
            }
            pass(pool, guard, "r", 164);
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void resourcesAreApartWhateverTheirSpelling(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            pass(pool, guard, "r", 100);
            for (String other : List.of("R", "r ", "ŕ", "r:1", "👍", "r".repeat(3_999))) {
                pass(pool, guard, other, 1);
            }
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void tokenOfATransactionThatRolledBackIsForgotten(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            try (Connection undone = transaction(pool)) {
                guard.require(undone, "r", 200);
                undone.rollback();
            }
            pass(pool, guard, "r", 100);
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void noOpenTransactionIsAnErrorBeforeAnyStatement(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            try (Connection connection = pool.getConnection()) {
                assertThatThrownBy(() -> guard.require(connection, "r", 5)).isInstanceOf(IllegalStateException.class);
            }
            pass(pool, guard, "r", 1);
        });
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void firstWritersOfOneResourceAllPassInTheEnd(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            ExecutorService threads = Executors.newFixedThreadPool(5);
            List<Future<Integer>> writers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                writers.add(threads.submit(() -> {
                    for (int again = 1; ; again++) {
                        try {
                            pass(pool, guard, "new", 7);
                            return again;
                        } catch (TransactionConflictException e) {
                            assertThat(again).isLessThan(20);
                        }
                    }
                }));
            }
            threads.shutdown();
            for (Future<Integer> writer : writers) {
                assertThat(writer.get(60, TimeUnit.SECONDS)).isPositive();
            }
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void holderWhoseNameWasFreedUnderItIsRefused(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            try (Locks locks = Locks.over(JdbcStore.builder(pool).createSchema().build());
                    Lease late = locks.acquire(Locks.exclusive(NAME))) {
                locks.admin().revokeNow(NAME, "the test", "to let two overlap");
                try (Lease next = locks.acquire(Locks.exclusive(NAME));
                        Connection connection = transaction(pool)) {
                    guard.require(connection, "account 1", next);
                    connection.commit();
                    assertThatThrownBy(() -> guard.require(connection, "account 1", late))
                            .isInstanceOf(StaleTokenException.class);
                    connection.rollback();
                    guard.require(connection, "account 1", next);
                    connection.commit();
                }
            }
        });
    }

    @Test
    void sharedAndUnnamedHoldsAreRefused() throws Exception {
        on(TestDatabase.H2, (pool, guard) -> {
            LockName other = LockName.of("other");
            try (Locks locks = Locks.over(JdbcStore.builder(pool).createSchema().build());
                    Lease shared = locks.acquire(Locks.shared(NAME));
                    Lease both = locks.acquire(Locks.exclusive(other).shared(LockName.of("third")));
                    Connection connection = transaction(pool)) {
                assertThatThrownBy(() -> guard.require(connection, "r", shared))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("SHARED");
                assertThatThrownBy(() -> guard.require(connection, "r", both))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("say which");
                assertThatThrownBy(() -> guard.require(connection, "r", both, LockName.of("third")))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> guard.require(connection, "r", both, NAME))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> guard.require(connection, "r", 0))
                        .isInstanceOf(IllegalArgumentException.class);
                guard.require(connection, "r", both, other);
                connection.commit();
            }
        });
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void transactionLocksFenceToo(TestDatabase database) throws Exception {
        on(database, (pool, guard) -> {
            JdbcSchema.of(pool).transactionLocks().create();
            TransactionLocks locks = TransactionLocks.of(pool);
            long earlier = locks.<Long, RuntimeException>call(
                    NAME, Duration.ofSeconds(10), (connection, lock) -> lock.fencingToken());
            locks.<Long, RuntimeException>call(NAME, Duration.ofSeconds(10), (connection, lock) -> {
                guard.require(connection, "r", lock);
                return 1L;
            });
            try (Connection late = transaction(pool)) {
                assertThatThrownBy(() -> guard.require(late, "r", earlier)).isInstanceOf(StaleTokenException.class);
                late.rollback();
            }
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void missingTableIsToldWithItsRemedy(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 1);
                Connection connection = transaction(pool)) {
            assertThatThrownBy(() -> FencingGuard.of(pool).require(connection, "r", 1))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessageContaining("fences().create()");
            connection.rollback();
        }
    }
}
