// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.OnLoss;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Bodies under a lease: what interrupts them, and what their callers are told. */
class ScopedCallTest extends EngineFixture {

    private static final LockName OTHER = LockName.of("other");

    @Test
    void theBodyIsInterruptedWhenItsLeaseIsLostAndTheInterruptNeverEscapes() {
        assertThatThrownBy(() -> locks.run(quick(), lease -> {
                    revokeNow(NAME);
                    new CountDownLatch(1).await();
                }))
                .isInstanceOf(InterruptedException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anInterruptThatTheBodyDidNotTakeIsClearedAndTheCallerIsToldOfTheLoss() {
        assertThatThrownBy(() -> locks.run(quick(), lease -> {
                    revokeNow(NAME);
                    await().until(() -> !lease.isValid());
                    await().pollInSameThread()
                            .until(() -> Thread.currentThread().isInterrupted());
                }))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("'job'")
                .satisfies(e ->
                        assertThat(((LeaseLostException) e).reason().kind()).isEqualTo(LossReason.Kind.GONE));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void theBodysOwnExceptionStaysPrimary() {
        assertThatThrownBy(() -> locks.run(quick().onLoss(OnLoss.NOTIFY), lease -> {
                    revokeNow(NAME);
                    await().until(() -> !lease.isValid());
                    throw new IOException("mine");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("mine")
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(LeaseLostException.class));
    }

    @Test
    void notifyLeavesTheThreadAlone() {
        assertThatThrownBy(() -> locks.run(quick().onLoss(OnLoss.NOTIFY), lease -> {
                    CountDownLatch told = new CountDownLatch(1);
                    lease.lost().thenAccept(reason -> told.countDown());
                    revokeNow(NAME);
                    assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aForeignInterruptStaysTheBodysAffair() {
        locks.run(NAME, lease -> Thread.currentThread().interrupt());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(isHeldInStore(NAME)).isFalse();
    }

    @Test
    void aReleaseThatFailsDoesNotFailFinishedWork() {
        store.before("release", () -> {
            throw new IllegalStateException("disk on fire");
        });

        String result = locks.call(quick(), lease -> "done");

        assertThat(result).isEqualTo("done");
        assertThat(logged).anyMatch(line -> line.contains("the work is done, but the store did not answer"));
    }

    @Test
    void aScopedCallOnANameThisThreadHoldsFailsAtOnceAndSaysSo() {
        locks.run(NAME, lease -> {
            int before = store.calls("acquire");
            assertThatThrownBy(() -> locks.run(NAME, () -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("This thread already holds 'job'; leases are not reentrant, pass the Lease on.");
            assertThatThrownBy(() -> locks.tryRun(Locks.exclusive(OTHER, NAME), () -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(store.calls("acquire")).isEqualTo(before);
            locks.run(OTHER, () -> assertThatThrownBy(() -> locks.acquire(quick()))
                    .isInstanceOf(IllegalStateException.class));
        });
        locks.run(NAME, () -> {});
    }

    @Test
    void sharedToExclusiveInOneThreadIsRefused() {
        locks.run(Locks.shared(NAME), () -> assertThatThrownBy(() -> locks.run(NAME, () -> {}))
                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    void currentLeaseIsTheInnermost() {
        assertThat(Locks.currentLease()).isEmpty();
        locks.run(NAME, (Lease outer) -> {
            assertThat(Locks.currentLease()).containsSame(outer);
            locks.run(OTHER, (Lease inner) -> assertThat(Locks.currentLease()).containsSame(inner));
            assertThat(Locks.currentLease()).containsSame(outer);
        });
        assertThat(Locks.currentLease()).isEmpty();
    }

    @Test
    void aTryCallThatReturnsNullIsAnErrorAfterTheRelease() {
        assertThatThrownBy(() -> locks.tryCall(NAME, () -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("Use tryRun");
        assertThat(isHeldInStore(NAME)).isFalse();
        assertThat(locks.<String, RuntimeException>call(NAME, () -> null)).isNull();
    }

    @Test
    void aTryOnAHeldNameSkipsTheBody() {
        try (Lease held = locks.acquire(quick())) {
            assertThat(locks.tryRun(NAME, () -> {
                        throw new AssertionError("ran beside " + held);
                    }))
                    .isFalse();
            assertThat(locks.tryCall(NAME, () -> 1)).isEqualTo(Optional.empty());
        }
        assertThat(locks.tryCall(NAME, () -> 1)).contains(1);
    }
}
