// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.AcquireInterruptedException;
import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over a store that any thread may call: who waits for a call makes it. */
class CallerTest extends EngineFixture {

    private final List<Thread> asking = new CopyOnWriteArrayList<>();
    private final List<Thread> releasing = new CopyOnWriteArrayList<>();

    @BeforeEach
    void noteWhoCalls() {
        store.callerRuns = true;
        store.before("acquire", () -> asking.add(Thread.currentThread()));
        store.before("release", () -> releasing.add(Thread.currentThread()));
    }

    private void untilNothingIsLeft() {
        await().until(() -> engine.localState().isEmpty() && !isHeldInStore(NAME));
    }

    @Test
    void whoAsksAndReleasesMakesItsOwnCalls() {
        locks.run(NAME, lease -> {});
        assertThat(locks.tryAcquire(quick()))
                .isInstanceOfSatisfying(
                        Acquisition.Granted.class, granted -> granted.lease().close());

        assertThat(asking).containsExactly(Thread.currentThread(), Thread.currentThread());
        assertThat(releasing).containsExactly(Thread.currentThread(), Thread.currentThread());
    }

    @Test
    void whoDoesNotWaitMakesNone() throws Exception {
        Lease lease = locks.acquireAsync(quick()).get();
        locks.callAsync(quick().waitTime(Duration.ofMillis(1)), other -> CompletableFuture.completedFuture(other))
                .handle((other, refused) -> "")
                .get();
        lease.close();

        assertThat(asking).isNotEmpty().doesNotContain(Thread.currentThread());
        assertThat(releasing).containsExactly(Thread.currentThread());
    }

    @Test
    void aWaiterAsksByItselfWhenItsTurnComes() throws Exception {
        Lease held = locks.acquire(quick());
        List<Thread> waiters = List.of(waiter(), waiter());
        waiters.forEach(Thread::start);
        await().until(() -> waiters.stream().allMatch(w -> w.getState() == Thread.State.WAITING));
        held.close();
        for (Thread waiter : waiters) {
            waiter.join();
        }

        assertThat(asking).contains(waiters.toArray(Thread[]::new)).allMatch(this::isOurs);
        assertThat(releasing).contains(waiters.toArray(Thread[]::new)).allMatch(this::isOurs);
        untilNothingIsLeft();
    }

    private Thread waiter() {
        return new Thread(() -> locks.run(NAME, lease -> {}), "waiter");
    }

    private boolean isOurs(Thread thread) {
        return thread == Thread.currentThread() || thread.getName().equals("waiter");
    }

    @Test
    void whoComesInterruptedSendsNothingByItselfAndNothingIsLeft() {
        Thread.currentThread().interrupt();

        // Far longer than the test waits: its end does not hide that nobody gave it back.
        assertThatThrownBy(() -> locks.acquire(quick().ttl(Duration.ofMinutes(10))))
                .isInstanceOf(AcquireInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        untilNothingIsLeft();
        assertThat(asking).doesNotContain(Thread.currentThread());
    }

    @Test
    void anInterruptWithinTheGrantLeavesTheLeaseAndTheFlagToTheCaller() {
        store.before("acquire", () -> Thread.currentThread().interrupt());

        Lease lease = locks.acquire(quick());
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptWithinARefusalEndsTheWaitAfterIt() {
        Lease held = locks.acquire(quick());
        store.before("acquire", () -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> locks.acquire(quick()))
                .isInstanceOf(AcquireInterruptedException.class)
                .hasMessageContaining("Nothing is held");
        assertThat(Thread.interrupted()).isTrue();
        held.close();
        untilNothingIsLeft();
    }

    @Test
    void theStoreOfAReleaseDoesNotSeeTheFlagOfItsThread() {
        AtomicBoolean seen = new AtomicBoolean();
        store.before("release", () -> seen.set(Thread.currentThread().isInterrupted()));
        Lease held = locks.acquire(quick());
        Thread.currentThread().interrupt();

        assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(seen).isFalse();
    }

    @Test
    void aReleaseThatFailsIsRepeatedElsewhereWhileItsThreadWaits() {
        Lease held = locks.acquire(quick());
        AtomicBoolean failed = new AtomicBoolean();
        store.before("release", () -> {
            releasing.add(Thread.currentThread());
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("cut");
            }
        });

        assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(releasing).hasSize(2).startsWith(Thread.currentThread());
        assertThat(releasing.get(1)).isNotEqualTo(Thread.currentThread());
    }

    @Test
    void aCallerStuckInTheStoreHoldsUpNobodyElse() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        AtomicReference<Thread> first = new AtomicReference<>();
        store.before("acquire", () -> {
            if (first.compareAndSet(null, Thread.currentThread())) {
                inside.countDown();
                stuck.await();
            }
        });
        Thread caller = new Thread(() -> locks.run(NAME, lease -> {}));
        caller.start();
        inside.await();

        locks.run(LockName.of("other"), lease -> {});
        stuck.countDown();
        caller.join();
        untilNothingIsLeft();
    }
}
