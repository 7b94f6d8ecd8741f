// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.AcquireInterruptedException;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Two users with five threads and three connections each, whose bodies take connections, too, while the server ends sessions at
 * random and threads are interrupted wherever they are.
 */
class UnderFireTest {

    private static final int THREADS = 10;
    private static final int GRANTS = 1_000;
    private static final int SHOTS = 30;

    /** Its ttl ends long after the test: what is left behind is seen. */
    private static final LockRequest REQUEST =
            Locks.exclusive(LockName.of("fire")).ttl(Duration.ofMinutes(30)).waitTime(Duration.ofMinutes(1));

    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicInteger shots = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong lastToken = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void nobodyOverlapsNothingIsLeftAndNobodyIsStuck() throws Exception {
        String plain = TestDatabase.POSTGRESQL.freshUrl();
        String url = plain + "&ApplicationName=under-fire";
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (HikariDataSource one = TestDatabase.pool(url, 3);
                HikariDataSource two = TestDatabase.pool(url, 3);
                Locks first = Locks.over(JdbcStore.builder(one).createSchema().build());
                Locks second = Locks.over(JdbcStore.of(two));
                Connection admin = DriverManager.getConnection(plain)) {
            List<Thread> callers = new ArrayList<>();
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                boolean odd = i % 2 == 1;
                ends.add(threads.submit(() -> {
                    synchronized (callers) {
                        callers.add(Thread.currentThread());
                    }
                    work(odd ? second : first, odd ? two : one);
                    return true;
                }));
            }
            while (grants.get() < GRANTS || shots.get() < SHOTS) {
                assertThat(ends).as("who failed").noneMatch(Future::isDone);
                shoot(admin);
                synchronized (callers) {
                    callers.forEach(caller -> {
                        if (ThreadLocalRandom.current().nextInt(20) == 0) {
                            caller.interrupt();
                        }
                    });
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
            }
            over.set(true);
            for (Future<?> end : ends) {
                assertThat(end.get(2, TimeUnit.MINUTES)).isNotNull();
            }
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> first.admin().list("").isEmpty());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Ends one session of another, which may be in the middle of a grant. */
    private void shoot(Connection admin) throws SQLException {
        if (ThreadLocalRandom.current().nextInt(4) != 0) {
            return;
        }
        try (Statement statement = admin.createStatement();
                ResultSet shot = statement.executeQuery("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name = 'under-fire' ORDER BY random() LIMIT 1")) {
            if (shot.next()) {
                shots.incrementAndGet();
            }
        }
    }

    private void work(Locks locks, HikariDataSource pool) {
        while (!over.get()) {
            try {
                locks.run(REQUEST, lease -> {
                    body(lease, pool);
                });
                grants.incrementAndGet();
            } catch (AcquireInterruptedException e) {
                // As it should be.
            }
            Thread.interrupted();
        }
    }

    private void body(Lease lease, HikariDataSource pool) {
        assertThat(inside.incrementAndGet()).as("who is inside").isEqualTo(1);
        long before = lastToken.getAndSet(lease.fencingToken());
        assertThat(lease.fencingToken()).isGreaterThan(before);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            try (Connection mine = pool.getConnection()) {
                assertThat(mine).isNotNull();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            } catch (SQLException e) {
                // Interrupted in the pool, or ended.
            }
        }
        inside.decrementAndGet();
    }
}
