// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a lease believes of itself when its machine slept, in simulated time. */
class HeldLeaseTest {

    private static final LockName NAME = LockName.of("job");
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofMillis(500);

    private final SimWorld world = new SimWorld(1, false);
    private final SimProcess clocks = new SimProcess("p", world, SimMutant.NONE);
    private final LockRequest request = Locks.exclusive(NAME).ttl(TTL);

    private HeldLease lease(boolean sentBefore) {
        Holder holder = new Holder("p", new UUID(0, 0), 0, false);
        List<Hold> holds = List.of(new Hold(NAME, LockMode.EXCLUSIVE));
        Claim claim = new Claim(new UUID(0, 1), holds, holder, TTL, Duration.ZERO, sentBefore, "");
        return new HeldLease(request, claim, 1, HeldLease.Sent.now(clocks), MARGIN, clocks);
    }

    private void sleep(Duration time) {
        clocks.stop(time.toNanos(), true);
        world.runUntil(world.now() + time.toNanos() + SimWorld.MILLI);
    }

    @Test
    void aLeaseIsInDoubtAfterItsMachineSleptUntilARenewalSentAfterwardsIsConfirmed() {
        HeldLease lease = lease(false);
        HeldLease.Sent before = HeldLease.Sent.now(clocks);
        sleep(Duration.ofSeconds(2));

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.beyondProof()).isNull();
        assertThat(lease.confirm(before)).isTrue();
        assertThat(lease.isValid()).as("confirmed by a renewal from before").isFalse();
        assertThat(lease.confirm(HeldLease.Sent.now(clocks))).isTrue();
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void aShortSleepIsWithinTheMargin() {
        HeldLease lease = lease(true);
        sleep(Duration.ofMillis(200));

        assertThat(lease.isValid()).isTrue();
        assertThat(lease.beyondProof()).isNull();
    }

    @Test
    void aLeaseWhoseClaimHadBeenSentMoreThanOnceCannotBeConfirmedInDoubt() {
        HeldLease lease = lease(true);
        sleep(Duration.ofSeconds(20));

        assertThat(lease.beyondProof()).extracting(LossReason::kind).isEqualTo(LossReason.Kind.DEADLINE);
        assertThat(lease.confirm(HeldLease.Sent.now(clocks))).isFalse();
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void anAnswerAfterTheDeadlineDoesNotReviveALease() {
        HeldLease lease = lease(false);
        world.runUntil(world.now() + Duration.ofSeconds(5).toNanos());
        HeldLease.Sent sent = HeldLease.Sent.now(clocks);
        world.runUntil(world.now() + Duration.ofSeconds(5).toNanos());

        assertThat(lease.confirm(sent)).isFalse();
        assertThat(lease.isValid()).isFalse();
    }

    @Test
    void theHolderIsToldBeforeTheDeadline() {
        HeldLease lease = lease(false);

        assertThat(lease.deadline() - lease.alarmAt()).isEqualTo(MARGIN.toNanos() / 4);
        assertThat(lease.deadline() - clocks.nanos())
                .isEqualTo(TTL.minus(MARGIN).toNanos());
    }
}
