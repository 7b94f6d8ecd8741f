// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** H2 may take back what others have done to a row when a transaction that locked it rolls back; see {@link H2Dialect#unlock}. */
class H2RollbackTest {

    private static final int THREADS = 8;

    private final List<String> ends = Collections.synchronizedList(new ArrayList<>());

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.H2, TestDatabase.H2_SERVER})
    void claimRefusedAfterItsRowsWereLockedIsEndedByACommit(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 4);
                JdbcStore faster = JdbcStore.builder(pool).createSchema().build()) {
            Claim wanted = exclusive("a", "b");
            AtomicBoolean once = new AtomicBoolean(true);
            faster.now(Claims.TIMEOUT);
            try (JdbcStore store = JdbcStore.of(Tap.on(pool, new Tap.Listener() {
                @Override
                public void before(String sql) {
                    if (sql.contains("FOR UPDATE") && once.getAndSet(false)) {
                        Claims.granted(faster, exclusive("b"));
                    }
                    note(sql);
                }
            }))) {
                assertThat(Claims.acquire(store, wanted)).isInstanceOf(AcquireAnswer.Contended.class);
                assertThat(once).isFalse();
                assertThat(ends).containsOnly("COMMIT");
            }
        }
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.H2, TestDatabase.H2_SERVER})
    void claimThatWaitedInVainForARowIsEndedByACommit(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 4);
                JdbcStore store = JdbcStore.builder(Tap.on(pool, new Tap.Listener() {
                            @Override
                            public void before(String sql) {
                                note(sql);
                            }
                        }))
                        .createSchema()
                        .build()) {
            Claim known = exclusive("a", "b");
            Claims.granted(store, known);
            Claims.release(store, known);
            ends.clear();
            try (Connection other = pool.getConnection();
                    PreparedStatement lock =
                            other.prepareStatement("SELECT name FROM holdonce_lease WHERE lease_key = ? FOR UPDATE")) {
                other.setAutoCommit(false);
                // The later one by key, so that the store's transaction has the first already.
                lock.setBytes(1, known.holds().get(1).name().key());
                lock.executeQuery().close();
                assertThatThrownBy(() -> store.acquire(List.of(exclusive("a", "b")), Duration.ofSeconds(5)))
                        .isInstanceOf(StoreUnavailableException.class);
                other.commit();
            }
            assertThat(ends).isNotEmpty().containsOnly("COMMIT");
        }
    }

    private void note(String sql) {
        if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
            ends.add(sql);
        }
    }

    /** If this fails, H2 has been mended: {@link H2Dialect#unlock} and what the documents say of it can go. */
    @Test
    void rollbackOfALockTakesBackWhatAnotherHasCommitted() throws Exception {
        assertThat(countsLost(Duration.ofSeconds(60), Connection::rollback)).isPositive();
    }

    @Test
    void commitOfALockTakesBackNothing() throws Exception {
        assertThat(countsLost(Duration.ofSeconds(2), Connection::commit)).isZero();
    }

    /** Who waits for such a lock asks again and does not stand in H2's queue, so hardly anyone comes between the two times. */
    @Test
    void locksOfTransactionsThatRollBackAreHeldByOneAtATime() throws Exception {
        String url = TestDatabase.H2.freshUrl();
        JdbcSchema.of(TestDatabase.plain(url)).transactionLocks().create();
        TransactionLocks locks = TransactionLocks.of(TestDatabase.plain(url));
        AtomicLong inside = new AtomicLong();
        AtomicLong highest = new AtomicLong();
        AtomicLong taken = new AtomicLong();
        AtomicLong wrong = new AtomicLong();
        together(Duration.ofSeconds(3), url, connection -> {
            Optional<TransactionLock> lock = locks.tryAcquire(connection, LockName.of("x"));
            if (lock.isPresent()) {
                taken.incrementAndGet();
                long token = lock.get().fencingToken();
                wrong.addAndGet(inside.incrementAndGet() == 1 ? 0 : 1);
                wrong.addAndGet(highest.getAndAccumulate(token, Math::max) <= token ? 0 : 1);
                inside.decrementAndGet();
            }
            if (ThreadLocalRandom.current().nextInt(3) == 0) {
                connection.rollback();
            } else {
                connection.commit();
            }
            return wrong.get() == 0;
        });
        assertThat(wrong).hasValue(0);
        assertThat(taken).hasPositiveValue();
    }

    private interface Unlocking {
        void end(Connection connection) throws SQLException;
    }

    /** Threads lock a row, and then one in three lets it go as told, the others add one and commit. Ends at the first loss. */
    private static long countsLost(Duration length, Unlocking unlocking) throws Exception {
        String url = TestDatabase.H2.freshUrl();
        AtomicLong added = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        Shift.execute(
                TestDatabase.plain(url),
                "CREATE TABLE counter (id INT PRIMARY KEY, n BIGINT NOT NULL)",
                "INSERT INTO counter VALUES (1, 0)");
        together(length, url, connection -> {
            long read;
            try (PreparedStatement lock = connection.prepareStatement("SELECT n FROM counter WHERE id = 1 FOR UPDATE");
                    ResultSet row = lock.executeQuery()) {
                row.next();
                read = row.getLong(1);
            }
            if (ThreadLocalRandom.current().nextInt(3) == 0) {
                unlocking.end(connection);
                return lost.get() == 0;
            }
            // Counted while the row is locked, so it is what the next one must read.
            lost.addAndGet(Math.max(0, added.getAndIncrement() - read));
            try (PreparedStatement add = connection.prepareStatement("UPDATE counter SET n = ? WHERE id = 1")) {
                add.setLong(1, read + 1);
                add.executeUpdate();
            }
            connection.commit();
            return lost.get() == 0;
        });
        return lost.get();
    }

    private interface Turn {
        /** Whether to go on. */
        boolean take(Connection connection) throws SQLException;
    }

    private static void together(Duration length, String url, Turn turn) throws Exception {
        long end = System.nanoTime() + length.toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit(() -> {
                try (Connection connection = DriverManager.getConnection(url)) {
                    connection.setAutoCommit(false);
                    boolean on = true;
                    while (on && System.nanoTime() < end) {
                        on = turn.take(connection);
                        LockSupport.parkNanos(300_000);
                    }
                }
                return null;
            }));
        }
        threads.shutdown();
        for (Future<?> each : all) {
            each.get(length.toSeconds() + 60, TimeUnit.SECONDS);
        }
    }
}
