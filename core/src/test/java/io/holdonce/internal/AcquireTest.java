// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.AcquireInterruptedException;
import io.holdonce.AcquireTimeoutException;
import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Acquiring: waiting, giving up, being interrupted, asynchronously or not. */
class AcquireTest extends EngineFixture {

    private void untilNothingIsLeft() {
        await().until(() -> engine.localState().isEmpty() && !isHeldInStore(NAME));
    }

    @Test
    void aTimeOutNamesTheBlocker() {
        try (Lease held = locks.acquire(quick().note("nightly"))) {
            assertThatThrownBy(() -> locks.acquire(quick().waitTime(Duration.ofMillis(50))))
                    .isInstanceOf(AcquireTimeoutException.class)
                    .hasMessageContaining("held EXCLUSIVE by test (nightly)")
                    .hasMessageEndingWith("Nothing was acquired.");
            Acquisition answer = locks.tryAcquire(quick());
            assertThat(answer).isInstanceOfSatisfying(Acquisition.Contended.class, contended -> assertThat(
                            contended.blocker().orElseThrow().fencingToken())
                    .isEqualTo(held.fencingToken()));
        }
    }

    @Test
    void anInterruptedWaiterHoldsNothingAndKeepsItsFlag() throws Exception {
        Lease held = locks.acquire(quick());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            try {
                locks.acquire(quick());
            } catch (RuntimeException e) {
                thrown.set(e);
            }
            flag.set(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.WAITING && engine.gate.size() == 1);
        waiter.interrupt();
        waiter.join();

        assertThat(thrown.get())
                .isInstanceOf(AcquireInterruptedException.class)
                .hasMessageContaining("Nothing is held");
        assertThat(flag.get()).isTrue();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
        untilNothingIsLeft();
    }

    @Test
    void anInterruptWhileTheStoreIsGrantingLeavesNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        store.before("acquire", () -> {
            asked.countDown();
            answer.await();
        });
        Thread waiter = new Thread(
                () -> assertThatThrownBy(() -> locks.acquire(quick())).isInstanceOf(AcquireInterruptedException.class));
        waiter.start();
        asked.await();
        waiter.interrupt();
        waiter.join();
        answer.countDown();

        await().until(() -> store.calls("release") > 0);
        untilNothingIsLeft();
    }

    @Test
    void aReleaseInAnInterruptedThreadIsDoneAndKeepsTheFlag() {
        Lease held = locks.acquire(quick());
        Thread.currentThread().interrupt();

        assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(held.isValid()).isFalse();
    }

    @Test
    void aCancelledFutureLeavesNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        store.before("acquire", () -> {
            asked.countDown();
            answer.await();
        });
        CompletableFuture<Lease> future = locks.acquireAsync(quick());
        asked.await();
        assertThat(future.cancel(true)).isTrue();
        answer.countDown();

        await().until(() -> store.calls("release") > 0);
        untilNothingIsLeft();
    }

    @Test
    void aFutureThatItsOwnerTimesOutLeavesNothing() {
        Lease held = locks.acquire(quick());
        CompletableFuture<Lease> future =
                locks.acquireAsync(quick().waitForever()).orTimeout(1, TimeUnit.MILLISECONDS);

        assertThatThrownBy(future::join).hasCauseInstanceOf(java.util.concurrent.TimeoutException.class);
        await().until(() -> engine.gate.size() == 0);
        held.close();
        untilNothingIsLeft();
    }

    @Test
    void callAsyncReleasesWhenItsStageEnds() throws Exception {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> done = locks.callAsync(quick(), lease -> work);
        await().until(() -> isHeldInStore(NAME));
        assertThat(done).isNotDone();

        work.complete("result");
        assertThat(done.get(30, TimeUnit.SECONDS)).isEqualTo("result");
        untilNothingIsLeft();
    }

    @Test
    void callAsyncReleasesWhateverTheBodyDoes() {
        assertThatThrownBy(() -> locks.callAsync(quick(), lease -> null).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("returned no stage");
        assertThatThrownBy(() -> locks.callAsync(quick(), lease -> {
                            throw new AssertionError("mine");
                        })
                        .get(30, TimeUnit.SECONDS))
                .hasCause(new AssertionError("mine"));
        CompletableFuture<Object> failed = CompletableFuture.failedFuture(new IllegalStateException("stage"));
        assertThatThrownBy(() -> locks.callAsync(quick(), lease -> failed).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("stage");
        untilNothingIsLeft();
    }

    @Test
    void callAsyncTellsOfALossAfterTheStageEnded() {
        CompletableFuture<String> done = locks.callAsync(quick(), lease -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            lease.lost().thenAccept(reason -> work.complete("late"));
            revokeNow(NAME);
            return work;
        });

        assertThatThrownBy(() -> done.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void anAsynchronousRefusalIsInTheFuture() {
        assertThatThrownBy(() ->
                        locks.acquireAsync(quick().ttl(Duration.ofMillis(399))).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTtlBelowFourMarginsIsRefusedWithItsRemedy() {
        assertThatThrownBy(() -> locks.acquire(quick().ttl(Duration.ofMillis(399))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Ask for a ttl of 400 ms or more, or set a smaller margin on the builder");
    }

    @Test
    void anOutageNeverLooksLikeContention() {
        store.before("acquire", () -> {
            throw new StoreUnavailableException("connection refused", false, null);
        });

        assertThatThrownBy(() -> locks.tryAcquire(quick().waitTime(Duration.ofMillis(30))))
                .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                        .isFalse())
                .hasMessageContaining("connection refused");
        untilNothingIsLeft();
    }

    @Test
    void aWaiterBehindAnUnansweredOneIsNotToldThatOthersHoldIt() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        store.before("acquire", answer::await);
        CompletableFuture<Lease> first = locks.acquireAsync(quick());

        assertThatThrownBy(() -> locks.acquire(quick().waitTime(Duration.ofMillis(20))))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("had not answered the request before it");
        answer.countDown();
        first.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void oneExceptionOfTheStoreIsNotChangedByItsManyCallers() {
        StoreMisconfiguredException one = new StoreMisconfiguredException("create the table", null);
        store.before("acquire", () -> {
            throw one;
        });

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> locks.tryAcquire(quick()))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessage("create the table")
                    .hasCause(one);
        }
        assertThat(one.getSuppressed()).isEmpty();
    }

    @Test
    void aThousandWaitersThatFailTogetherDoNotNest() throws Exception {
        Lease held = locks.acquire(quick());
        List<CompletableFuture<Lease>> waiters = IntStream.range(0, 2_000)
                .mapToObj(i -> locks.acquireAsync(quick().waitForever()))
                .toList();
        store.before("acquire", () -> {
            throw new StoreMisconfiguredException("dropped", null);
        });
        held.close();

        for (CompletableFuture<Lease> waiter : waiters) {
            assertThatThrownBy(() -> waiter.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StoreMisconfiguredException.class);
        }
        untilNothingIsLeft();
        assertThat(logged).noneMatch(line -> line.startsWith("SEVERE"));
    }

    @Test
    void waitersAreServedInOrder() {
        Lease held = locks.acquire(quick());
        List<Integer> order = new java.util.concurrent.CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> waiters = IntStream.range(0, 20)
                .mapToObj(i -> locks.<Void>callAsync(quick(), lease -> {
                    order.add(i);
                    return CompletableFuture.completedFuture(null);
                }))
                .toList();
        held.close();

        await().until(() -> waiters.stream().allMatch(CompletableFuture::isDone));
        assertThat(order).isSorted().hasSize(20);
    }

    @Test
    void manyNamesLeaveNothing() {
        for (int i = 0; i < 20_000; i++) {
            locks.tryRun(LockName.of("n", "" + i), () -> {});
        }

        await().until(() -> engine.localState().isEmpty());
    }

    @Test
    void severalNamesAreAllOrNothing() {
        LockName other = LockName.of("other");
        try (Lease held = locks.acquire(quick())) {
            assertThat(locks.tryAcquire(Locks.exclusive(other).shared(NAME))).isInstanceOf(Acquisition.Contended.class);
            assertThat(isHeldInStore(other)).as("beside %s", held).isFalse();
        }
        try (Lease both = locks.acquire(Locks.exclusive(other).shared(NAME))) {
            assertThat(both.fencingToken(other)).isEqualTo(both.fencingToken(NAME));
            assertThatThrownBy(() -> both.fencingToken(LockName.of("third")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aCancelledRequestSaysSo() {
        CompletableFuture<Lease> future = locks.acquireAsync(quick());
        future.cancel(false);

        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        untilNothingIsLeft();
    }
}
