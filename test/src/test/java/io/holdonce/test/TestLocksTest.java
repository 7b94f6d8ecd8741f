// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import static io.holdonce.Locks.exclusive;
import static io.holdonce.Locks.shared;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.LocksListener;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As a user would write it: what does my code do when the lock is held, is lost, when the store is down? */
@Timeout(60)
class TestLocksTest {

    private final LockName nightly = LockName.of("flow", "nightly");
    private final TestLocks locks = TestLocks.create();

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void freeLockIsHeldWhileTheBodyRuns() {
        locks.run(nightly, lease -> {
            assertThat(lease.isValid()).isTrue();
            assertThat(locks.admin().show(nightly).holds()).hasSize(1);
        });
        assertThat(locks.admin().show(nightly).holds()).isEmpty();
    }

    @Test
    void jobIsSkippedWhileAnotherNodeRunsIt() {
        List<String> log = new ArrayList<>();
        try (TestLocks.OtherHold other = locks.heldByOther(nightly)) {
            assertThat(locks.tryRun(nightly, () -> log.add("ran"))).isFalse();
        }
        assertThat(locks.tryRun(nightly, () -> log.add("ran"))).isTrue();
        assertThat(log).containsExactly("ran");
    }

    @Test
    void contendedLockTimesOutAfterSixtySecondsOfItsOwnTime() {
        locks.heldByOther(nightly);
        Instant start = locks.now();
        assertThatThrownBy(() -> locks.run(nightly, () -> {}))
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("another-process");
        assertThat(Duration.between(start, locks.now())).isBetween(ofSeconds(60), ofSeconds(61));
    }

    @Test
    void waitTimeOfTheRequestIsKeptTo() {
        locks.heldByOther(nightly);
        Instant start = locks.now();
        assertThat(locks.tryAcquire(exclusive(nightly).waitTime(ofMinutes(10))))
                .isInstanceOf(Acquisition.Contended.class);
        assertThat(Duration.between(start, locks.now()))
                .isBetween(ofMinutes(10), ofMinutes(10).plusSeconds(1));
    }

    @Test
    void asynchronousWaiterGetsInOnceTheOtherLetsGo() {
        TestLocks.OtherHold other = locks.heldByOther(nightly);
        CompletableFuture<Lease> waiting = locks.acquireAsync(exclusive(nightly));
        locks.advance(ofSeconds(30));
        assertThat(waiting).isNotDone();
        other.end();
        locks.advance(ofSeconds(1));
        assertThat(waiting).isCompleted();
        assertThat(waiting.join().release()).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @Test
    void sharersOfOthersLetSharersIn() {
        locks.heldByOther(nightly, LockMode.SHARED);
        assertThat(locks.tryRun(shared(nightly), () -> {})).isTrue();
        assertThat(locks.tryRun(exclusive(nightly), () -> {})).isFalse();
    }

    @Test
    void leaseIsRenewedForAsLongAsItIsHeld() {
        try (Lease lease = locks.acquire(exclusive(nightly).ttl(ofSeconds(30)))) {
            locks.advance(Duration.ofHours(3));
            assertThat(lease.isValid()).isTrue();
            assertThat(locks.tryRun(nightly, () -> {})).isFalse();
        }
    }

    @Test
    void lostLeaseTellsItsHolder() {
        List<LossReason.Kind> told = new ArrayList<>();
        Lease lease = locks.acquire(exclusive(nightly));
        lease.lost().thenAccept(reason -> told.add(reason.kind()));
        locks.lose(lease);
        assertThat(told).containsExactly(LossReason.Kind.GONE);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.LOST);
    }

    @Test
    void lossInterruptsTheBodyAndFailsTheCall() {
        assertThatThrownBy(() -> locks.run(nightly, () -> {
                    locks.lose(nightly);
                    new CountDownLatch(1).await();
                }))
                .isInstanceOf(InterruptedException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void lossIsReportedEvenIfTheBodyReturned() {
        LockRequest request = exclusive(nightly);
        assertThatThrownBy(() -> locks.call(request, () -> {
                    locks.lose(nightly);
                    return "done";
                }))
                .isInstanceOf(LeaseLostException.class);
    }

    @Test
    void storeThatIsDownIsNotTakenForAHeldLock() {
        locks.storeDown();
        assertThatThrownBy(() -> locks.tryRun(nightly, () -> {})).isInstanceOf(StoreUnavailableException.class);
        locks.storeUp();
        assertThat(locks.tryRun(nightly, () -> {})).isTrue();
    }

    @Test
    void briefOutageCostsNoLeaseAndALongOneDoes() {
        Lease lease = locks.acquire(exclusive(nightly).ttl(ofSeconds(30)));
        locks.storeDown();
        locks.advance(ofSeconds(15));
        locks.storeUp();
        locks.advance(ofSeconds(15));
        assertThat(lease.isValid()).isTrue();
        locks.storeDown();
        locks.advance(ofSeconds(31));
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.lost()).isCompletedWithValueMatching(reason -> reason.kind() == LossReason.Kind.DEADLINE);
    }

    @Test
    void releaseWhileTheStoreIsDownIsUnknownWithoutRealWaiting() {
        Lease lease = locks.acquire(exclusive(nightly));
        locks.storeDown();
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNKNOWN);
    }

    @Test
    void holdAtLeastKeepsTheNameForItsTime() {
        LockRequest tick = exclusive(nightly).holdAtLeast(ofSeconds(10));
        assertThat(locks.tryRun(tick, () -> {})).isTrue();
        assertThat(locks.tryRun(tick, () -> {})).isFalse();
        locks.advance(ofSeconds(11));
        assertThat(locks.tryRun(tick, () -> {})).isTrue();
    }

    @Test
    void revokedLeaseNamesWhoRevokedIt() {
        Lease lease = locks.acquire(exclusive(nightly));
        assertThat(locks.admin().revoke(nightly, "alice", "disk is full")).isEqualTo(1);
        locks.advance(ofSeconds(30));
        assertThat(lease.lost())
                .isCompletedWithValueMatching(reason -> reason.kind() == LossReason.Kind.REVOKED
                        && reason.detail().contains("alice"));
    }

    @Test
    void listenerHearsOfLosses() {
        List<Long> lost = new ArrayList<>();
        try (TestLocks heard = TestLocks.create(new LocksListener() {
            @Override
            public void lost(LockRequest request, long fencingToken, LossReason reason) {
                lost.add(fencingToken);
            }
        })) {
            Lease lease = heard.acquire(exclusive(nightly));
            heard.lose(lease);
            assertThat(lost).containsExactly(lease.fencingToken());
        }
    }

    @Test
    void threadsOfTheTestExcludeOneAnotherInRealTime() throws Exception {
        CyclicBarrier inside = new CyclicBarrier(2);
        CountDownLatch go = new CountDownLatch(1);
        List<String> order = new ArrayList<>();
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
            try {
                locks.run(nightly, () -> {
                    inside.await();
                    go.await();
                    order.add("first");
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        inside.await();
        CompletableFuture<Void> second =
                CompletableFuture.runAsync(() -> locks.run(nightly, () -> order.add("second")));
        assertThatThrownBy(() -> second.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        go.countDown();
        first.get();
        second.get();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void aNameThatIsTakenCannotBeHeldByOthers() {
        Lease lease = locks.acquire(exclusive(nightly));
        assertThatThrownBy(() -> locks.heldByOther(nightly)).isInstanceOf(IllegalStateException.class);
        lease.close();
        assertThatThrownBy(() -> locks.lose(lease)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> locks.advance(ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closingWithAForgottenLeaseTakesNoRealTime() {
        TestLocks forgotten = TestLocks.create();
        Lease lease = forgotten.acquire(exclusive(nightly));
        forgotten.close();
        assertThat(lease.isValid()).isFalse();
    }
}
