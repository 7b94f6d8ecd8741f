// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;

/** Eight threads take names alone, together and several at once, while a detector watches for overlaps. */
class HammerTest {

    private static final int THREADS = 8;
    private static final int NAMES = 6;
    private static final Duration LENGTH = Duration.ofSeconds(4);

    private final List<Detector> names = IntStream.range(0, NAMES)
            .mapToObj(i -> new Detector(LockName.of("n" + i)))
            .toList();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    /** Watches one name from inside the leases. */
    private static final class Detector {
        private final LockName name;
        private final AtomicInteger alone = new AtomicInteger();
        private final AtomicInteger together = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private final AtomicInteger together2 = new AtomicInteger();
        private final AtomicInteger regressions = new AtomicInteger();
        private final AtomicLong highestExclusive = new AtomicLong();

        Detector(LockName name) {
            this.name = name;
        }

        void enter(LockMode mode, long token) {
            if (mode == LockMode.EXCLUSIVE) {
                if (alone.incrementAndGet() != 1 || together.get() != 0) {
                    overlaps.incrementAndGet();
                }
                // Grants of one name in turn: each must be higher than all before it, shared ones included.
                if (highestExclusive.getAndAccumulate(token, Math::max) >= token) {
                    regressions.incrementAndGet();
                }
            } else {
                if (together.incrementAndGet() > 1) {
                    together2.incrementAndGet();
                }
                if (alone.get() != 0) {
                    overlaps.incrementAndGet();
                }
                if (token < highestExclusive.get() + 64) {
                    regressions.incrementAndGet();
                }
            }
        }

        void leave(LockMode mode) {
            (mode == LockMode.EXCLUSIVE ? alone : together).decrementAndGet();
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void nothingOverlapsTokensGrowAndWritersAreNotStarved(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), THREADS + 2);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<Void>> ends = new ArrayList<>();
            long end = System.nanoTime() + LENGTH.toNanos();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                Callable<Void> work = () -> {
                    work(store, number, end);
                    return null;
                };
                ends.add(threads.submit(work));
            }
            threads.shutdown();
            for (Future<Void> each : ends) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
        System.out.println("hammer " + database + ": " + counts);
        assertThat(names).allSatisfy(name -> {
            assertThat(name.overlaps).hasValue(0);
            assertThat(name.regressions).hasValue(0);
        });
        assertThat(names.stream().mapToInt(name -> name.together2.get()).sum()).isPositive();
        assertThat(counts.get("EXCLUSIVE").get()).isPositive();
        assertThat(counts.get("SHARED").get()).isPositive();
        assertThat(counts.get("waiter").get()).isPositive();
        assertThat(counts.get("several").get()).isPositive();
    }

    private void work(JdbcStore store, int number, long end) {
        Random random = new Random(number);
        while (System.nanoTime() < end) {
            // One thread only waits for the busiest name alone, three only share it, so that it is never free of
            // sharers for long.
            if (number == 0) {
                await(store, exclusive(0), end);
            } else if (number <= 3) {
                attempt(store, holds(List.of(0), LockMode.SHARED), "SHARED", 4);
            } else if (random.nextInt(3) == 0) {
                List<Hold> holds = new ArrayList<>();
                IntStream.range(1, NAMES)
                        .filter(i -> random.nextBoolean())
                        .forEach(i -> holds.add(new Hold(
                                names.get(i).name, random.nextInt(3) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE)));
                if (!holds.isEmpty()) {
                    attempt(store, Claims.claim(holds), "several", 1);
                }
            } else if (random.nextInt(3) == 0) {
                attempt(store, holds(List.of(1 + random.nextInt(NAMES - 1)), LockMode.SHARED), "SHARED", 2);
            } else {
                attempt(store, exclusive(1 + random.nextInt(NAMES - 1)), "EXCLUSIVE", 1);
            }
        }
    }

    private Claim exclusive(int name) {
        return holds(List.of(name), LockMode.EXCLUSIVE);
    }

    private Claim holds(List<Integer> which, LockMode mode) {
        return Claims.claim(
                which.stream().map(i -> new Hold(names.get(i).name, mode)).toList());
    }

    private void await(JdbcStore store, Claim claim, long end) {
        while (System.nanoTime() < end) {
            if (attempt(store, claim.again(Duration.ofSeconds(1), false), "waiter", 1)) {
                return;
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2_000_000, 8_000_000));
        }
    }

    private boolean attempt(JdbcStore store, Claim claim, String kind, int millis) {
        AcquireAnswer answer = Claims.acquire(store, claim);
        if (!(answer instanceof AcquireAnswer.Granted granted)) {
            count(kind + " refused");
            LockSupport.parkNanos(1_000_000);
            return false;
        }
        count(kind);
        claim.holds().forEach(hold -> detector(hold).enter(hold.mode(), granted.fencingToken()));
        LockSupport.parkNanos(millis * 1_000_000L);
        claim.holds().forEach(hold -> detector(hold).leave(hold.mode()));
        assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        return true;
    }

    private void count(String kind) {
        counts.computeIfAbsent(kind, k -> new AtomicInteger()).incrementAndGet();
    }

    private Detector detector(Hold hold) {
        return names.stream()
                .filter(d -> d.name.equals(hold.name()))
                .findFirst()
                .orElseThrow();
    }
}
