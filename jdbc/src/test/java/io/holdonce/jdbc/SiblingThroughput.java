// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.Locks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * How many pairs of acquire and release 64 threads make a second: of flat names, of siblings in one directory three levels deep
 * by one and by four users, and of paths with no directory in common. Its name keeps it out of the build; it prints and asserts
 * nothing:
 *
 * <pre>mvn -B -ntp test -pl jdbc -am -Dtest=SiblingThroughput</pre>
 */
class SiblingThroughput {

    private static final int THREADS = 64;
    private static final int CONNECTIONS = 16;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration MEASURED = Duration.ofSeconds(Integer.getInteger("holdonce.siblings.seconds", 5));

    @ParameterizedTest
    @EveryDatabase
    void pairsASecond(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        try (HikariDataSource pool = TestDatabase.pool(url, CONNECTIONS)) {
            JdbcSchema.of(pool).create();
            print(database, "flat names, 1 user", measure(url, 1, i -> LockName.of("flat", "f" + i)));
            print(database, "siblings, 1 user", measure(url, 1, i -> LockName.path("fs", "a", "f" + i)));
            print(database, "siblings, 4 users", measure(url, 4, i -> LockName.path("fs", "b", "f" + i)));
            print(database, "nothing in common, 1 user", measure(url, 1, i -> LockName.path("t" + i, "a", "f")));
        }
    }

    private static void print(TestDatabase database, String what, double pairs) {
        System.out.printf("%-12s %-26s %8.0f pairs/s%n", database.name().toLowerCase(), what, pairs);
    }

    private static double measure(String url, int users, IntFunction<LockName> names) throws Exception {
        List<PooledStore> stores = IntStream.range(0, users)
                .mapToObj(i -> new PooledStore(TestDatabase.pool(url, CONNECTIONS / users)))
                .toList();
        List<Locks> locks = stores.stream().map(Locks::over).toList();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        LongAdder pairs = new LongAdder();
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                LockName name = names.apply(i);
                Locks user = locks.get(i % users);
                ends.add(threads.submit(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        user.acquire(Locks.exclusive(name)).close();
                        pairs.increment();
                    }
                }));
            }
            rest(WARM_UP, ends);
            long before = pairs.sum();
            long start = System.nanoTime();
            rest(MEASURED, ends);
            return (pairs.sum() - before) * 1e9 / (System.nanoTime() - start);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
            locks.forEach(Locks::close);
            stores.forEach(PooledStore::close);
        }
    }

    /** Unless a thread fails before. */
    private static void rest(Duration time, List<Future<?>> ends) throws Exception {
        try {
            ends.get(0).get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            // As it should be: they go on until they are told.
        }
    }
}
