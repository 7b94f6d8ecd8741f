// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The end of a Locks: what it waits for, what it refuses, and that nobody hangs on it. */
class CloseTest extends EngineFixture {

    @Test
    void closeWaitsForBodiesThatEnd() throws Exception {
        Locks patient = builder().shutdownTime(Duration.ofMinutes(1)).build();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> body = CompletableFuture.runAsync(() -> patient.run(quick(), lease -> {
            begun.countDown();
            awaiting(end);
            assertThat(lease.isValid()).isTrue();
            ended.set(true);
        }));
        begun.await();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(patient::close);
        await().until(() -> ((Engine) patient).isClosing());
        int renewals = store.calls("renew");
        await().until(() -> store.calls("renew") > renewals + 1);
        assertThat(closing).isNotDone();

        end.countDown();
        body.get(30, TimeUnit.SECONDS);
        closing.get(30, TimeUnit.SECONDS);
        assertThat(ended).isTrue();
        assertThat(isHeldInStore(NAME)).isFalse();
    }

    private static void awaiting(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted in its time", e);
        }
    }

    @Test
    void aBodyThatDoesNotEndIsToldAndNothingIsReleasedUnderIt() {
        Lease held = locks.acquire(quick().ttl(Duration.ofSeconds(20)));
        CompletableFuture<LossReason> lost = held.lost().toCompletableFuture();

        locks.close();

        assertThat(lost.orTimeout(30, TimeUnit.SECONDS).join().kind()).isEqualTo(LossReason.Kind.SHUTDOWN);
        assertThat(held.isValid()).isFalse();
        assertThat(store.calls("release")).isZero();
        assertThat(isHeldInStore(NAME)).isTrue();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(engine.localState()).isEmpty();
    }

    @Test
    void waitersAreRefusedAndLeaveTheQueues() {
        Lease held = locks.acquire(quick());
        CompletableFuture<Lease> first = locks.acquireAsync(quick().waitForever());
        CompletableFuture<Lease> second = locks.acquireAsync(quick().waitForever());

        locks.close();

        for (CompletableFuture<Lease> waiter : List.of(first, second)) {
            assertThatThrownBy(() -> waiter.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(held.isValid()).isFalse();
        assertThat(engine.localState()).isEmpty();
    }

    @Test
    void useAfterCloseIsRefusedAndCloseTwiceIsHarmless() {
        locks.close();
        locks.close();

        assertThatThrownBy(() -> locks.acquire(quick())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> locks.tryRun(NAME, () -> {})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> locks.admin().show(NAME)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> locks.acquireAsync(quick()).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(store.calls("acquire")).isZero();
    }

    @Test
    void aStageThatEndsAfterCloseStillEndsItsFuture() {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> done = locks.callAsync(quick(), lease -> work);
        await().until(() -> isHeldInStore(NAME));
        locks.close();

        work.complete("too late");

        assertThatThrownBy(() -> done.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void closeEndsWithAStoreThatNeverAnswers() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Locks hasty = builder().storeTimeout(Duration.ofMillis(200)).build();
        Lease held = hasty.acquire(quick());
        store.before("acquire", never::await);
        store.before("release", never::await);
        store.before("renew", never::await);
        CompletableFuture<Lease> waiter = hasty.acquireAsync(quick().waitForever());
        CompletableFuture<ReleaseOutcome> releasing = CompletableFuture.supplyAsync(held::release);

        CompletableFuture.runAsync(hasty::close).get(30, TimeUnit.SECONDS);

        assertThatThrownBy(() -> waiter.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(releasing.get(30, TimeUnit.SECONDS)).isIn(ReleaseOutcome.UNKNOWN, ReleaseOutcome.LOST);
        never.countDown();
        await().until(() -> ((Engine) hasty).localState().isEmpty());
    }
}
