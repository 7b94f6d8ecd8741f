// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LocksListener;
import io.holdonce.LossReason;
import io.holdonce.OnLoss;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Leases that are kept for a while: renewal, long holds, forgotten handles, stuck stores, listeners. */
class KeepingTest extends EngineFixture {

    private static LossReason.Kind lossOf(Lease lease) {
        return lease.lost()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join()
                .kind();
    }

    @Test
    void aLeaseOutlivesItsTtlWhileItIsRenewed() {
        try (Lease lease = locks.acquire(quick())) {
            await().until(() -> store.calls("renew") >= 4);
            assertThat(lease.isValid()).isTrue();
            assertThat(lease.remaining()).isPositive().isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void aRevokedLeaseIsLostAtItsNextRenewal() {
        Lease lease = locks.acquire(quick());
        assertThat(locks.admin().revoke(NAME, "ops", "maintenance")).isEqualTo(1);

        assertThat(lossOf(lease)).isEqualTo(LossReason.Kind.REVOKED);
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(locks.admin().show(NAME).lastRevoked().orElseThrow().by()).isEqualTo("ops");
        assertThatThrownBy(() -> locks.admin().revoke(NAME, " ", "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void renewalEndsAfterMaxHoldAndTheHolderIsTold() {
        Lease lease = locks.acquire(quick().maxHold(Duration.ofMillis(300)));

        assertThat(lossOf(lease)).isEqualTo(LossReason.Kind.MAX_HOLD);
    }

    @Test
    void aLongHoldIsLoggedOnce() {
        try (Lease lease = locks.acquire(quick().warnAfter(Duration.ofMillis(1)))) {
            await().until(() -> store.calls("renew") >= 3);
            assertThat(logged)
                    .filteredOn(line -> line.contains("has been held for"))
                    .as("%s", lease)
                    .hasSize(1);
        }
    }

    @Test
    void aForgottenHandleIsLoggedAndNoLongerRenewed() {
        forget();

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return logged.stream().anyMatch(line -> line.startsWith("SEVERE") && line.contains("unreachable"));
        });
        await().until(() -> engine.localState().isEmpty());
        assertThat(logged).anyMatch(line -> line.contains("its handle became unreachable"));
    }

    private void forget() {
        assertThat(locks.acquire(quick()).isValid()).isTrue();
    }

    @Test
    void aHolderIsToldBeforeItsDeadlineThoughRenewalIsStuckForEver() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        store.before("renew", never::await);
        Lease lease = locks.acquire(quick());
        CompletableFuture<Boolean> validWhenTold = new CompletableFuture<>();
        long[] remaining = new long[1];
        HeldLease held = ((LeaseHandle) lease).held();
        held.lost.thenAccept(reason -> {
            remaining[0] = held.deadline() - System.nanoTime();
            validWhenTold.complete(lease.isValid());
        });

        assertThat(validWhenTold.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(held.lossReason().orElseThrow().kind()).isEqualTo(LossReason.Kind.DEADLINE);
        assertThat(store.calls("renew"))
                .as("tries on threads that are not stuck")
                .isGreaterThan(1);

        store.asUsual();
        try (Lease next = locks.acquire(quick().waitTime(Duration.ofSeconds(30)))) {
            int before = store.calls("renew");
            await().until(() -> store.calls("renew") > before + 1);
            assertThat(next.isValid()).isTrue();
        }
        never.countDown();
    }

    @Test
    void aStoreStuckInBeingToldOfLeasesDoesNotStopRenewal() {
        CountDownLatch never = new CountDownLatch(1);
        store.before("holding true", never::await);
        try (Lease lease = locks.acquire(quick().ttl(Duration.ofSeconds(10)))) {
            await().until(() -> store.calls("renew") >= 1);
            assertThat(lease.isValid()).isTrue();
        }
        never.countDown();
    }

    @Test
    void aReleaseWhoseAnswerIsLostIsSentAgainAndRecognised() {
        Lease lease = locks.acquire(quick().ttl(Duration.ofSeconds(20)));
        AtomicInteger sends = new AtomicInteger();
        store.before("release", () -> {
            if (sends.getAndIncrement() == 0) {
                store.store.release(
                        List.of(new io.holdonce.spi.Release(
                                ((LeaseHandle) lease).held().claim.id(),
                                ((LeaseHandle) lease).held().claim.holds(),
                                Duration.ZERO)),
                        Duration.ZERO);
                throw new StoreUnavailableException("connection reset", true, null);
            }
        });

        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(sends.get()).isEqualTo(2);
    }

    @Test
    void whatAListenerThrowsGoesNoFurther() {
        List<String> heard = new CopyOnWriteArrayList<>();
        LocksListener bad = new LocksListener() {
            @Override
            public void granted(LockRequest request, long fencingToken, Duration waited) {
                throw new IllegalStateException("mine");
            }
        };
        LocksListener good = new LocksListener() {
            @Override
            public void granted(LockRequest request, long fencingToken, Duration waited) {
                heard.add("granted " + request);
            }

            @Override
            public void released(LockRequest request, long fencingToken, ReleaseOutcome outcome, Duration held) {
                heard.add("released " + outcome);
            }

            @Override
            public void lost(LockRequest request, long fencingToken, LossReason reason) {
                heard.add("lost " + reason.kind());
            }
        };
        try (Locks listened = builder().listener(bad).listener(good).build()) {
            listened.run(quick(), () -> {});
            await().until(() -> heard.contains("released RELEASED"));
            listened.tryRun(quick().onLoss(OnLoss.NOTIFY), () -> {});
        }
        assertThat(heard).contains("granted EXCLUSIVE 'job'");
        assertThat(logged).anyMatch(line -> line.contains("A listener failed"));
    }
}
