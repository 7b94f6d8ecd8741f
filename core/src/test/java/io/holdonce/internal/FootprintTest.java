// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prints the heap that a held lease and a waiter take, names and requests included; the figures stand in the benchmarks. */
class FootprintTest {

    private static final int COUNT = 100_000;

    private final SystemTimeline timeline = new SystemTimeline();

    @AfterEach
    void close() {
        timeline.close();
    }

    /** Answers at once and keeps nothing, so that only the engine's own memory is seen. */
    private record KeepsNothing(boolean grants) implements StorePort {
        @Override
        public CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout) {
            return CompletableFuture.completedFuture(
                    grants ? new AcquireAnswer.Granted(1) : new AcquireAnswer.Contended(List.of()));
        }

        @Override
        public CompletableFuture<List<RenewAnswer>> renew(List<Renewal> renewals, Duration timeout) {
            return CompletableFuture.completedFuture(
                    java.util.Collections.nCopies(renewals.size(), new RenewAnswer.Renewed()));
        }

        @Override
        public CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout) {
            return CompletableFuture.completedFuture(ReleaseOutcome.RELEASED);
        }

        @Override
        public <T> CompletableFuture<T> call(String what, Duration timeout, Function<LeaseStore, T> call) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException(what));
        }

        @Override
        public void holding(boolean anyLease) {}

        @Override
        public Object identity() {
            return this;
        }

        @Override
        public void close() {}
    }

    private Engine engine(boolean grants) {
        Duration hour = Duration.ofHours(1);
        Settings settings =
                new Settings("footprint", false, Optional.empty(), Duration.ofSeconds(5), hour, hour, List.of());
        return new Engine(new KeepsNothing(grants), timeline, settings, new Random(1));
    }

    private static long used() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long bytesEach(String what, IntFunction<CompletableFuture<Lease>> ask) {
        long before = used();
        List<CompletableFuture<Lease>> kept =
                IntStream.range(0, COUNT).mapToObj(ask).toList();
        long each = (used() - before) / COUNT;
        System.out.printf("footprint: %d bytes per %s (%,d of them)%n", each, what, kept.size());
        return each;
    }

    @Test
    void aHeldLeaseTakesLessThanTwoKilobytes() {
        Engine engine = engine(true);

        long each = bytesEach("held lease", i -> {
            Lease lease = engine.acquire(
                    Locks.exclusive(LockName.of("flow", "run-" + i)).ttl(Duration.ofHours(1)));
            return CompletableFuture.completedFuture(lease);
        });

        assertThat(each).isBetween(100L, 2_048L);
    }

    @Test
    void aWaiterTakesLessThanTwoKilobytes() {
        Engine engine = engine(false);
        LockName name = LockName.of("hot");

        long each = bytesEach(
                "waiter", i -> engine.acquireAsync(Locks.exclusive(name).waitForever()));

        assertThat(each).isBetween(100L, 2_048L);
    }
}
