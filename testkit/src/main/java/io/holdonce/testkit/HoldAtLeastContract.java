// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A name stays taken from its acquisition on for at least so long, by the store's clock. */
abstract class HoldAtLeastContract extends Topic {

    private static final Duration AT_LEAST = Duration.ofSeconds(40);

    HoldAtLeastContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void nameReleasedEarlyStaysTakenAndSaysWhy() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, AT_LEAST);
        HoldInfo blocker = there.refused(exclusive(name)).blockers().get(0);
        assertThat(blocker.state()).isEqualTo(HoldState.KEPT);
        assertAbout(AT_LEAST.minus(blocker.remaining()), Duration.ZERO);
        assertExactly(onlyHold(name).since(), endOf(name), AT_LEAST);
    }

    @Test
    void keptNameIsFreeOnceTheTimeHasPassed() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, AT_LEAST);
        elapse(AT_LEAST.minusSeconds(20));
        there.refused(exclusive(name));
        elapse(Duration.ofSeconds(30));
        there.free(name);
        there.take(exclusive(name));
    }

    @Test
    void timeCountsFromTheAcquisitionNotFromTheRelease() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofSeconds(20));
        here.released(claim, AT_LEAST);
        assertExactly(onlyHold(name).since(), endOf(name), AT_LEAST);
        elapse(Duration.ofSeconds(30));
        there.take(exclusive(name));
    }

    @Test
    void renewalsDoNotMoveTheStart() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofSeconds(20));
        here.renewed(claim);
        here.released(claim, AT_LEAST);
        assertExactly(onlyHold(name).since(), endOf(name), AT_LEAST);
    }

    @Test
    void nameReleasedLaterThanThatIsFreeAtOnce() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(AT_LEAST.plusSeconds(10));
        here.released(claim, AT_LEAST);
        there.free(name);
        there.take(exclusive(name));
    }

    @Test
    void nameIsKeptBeyondItsTtl() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, TTL.multipliedBy(3));
        elapse(TTL.multipliedBy(2));
        there.refused(exclusive(name));
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @Test
    void keptHoldIsNobodysAnyMore() {
        LockName name = name("tick");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, AT_LEAST);
        here.lost(claim);
        assertThat(here.release(claim)).isIn(ReleaseOutcome.LOST, ReleaseOutcome.RELEASED);
        there.refused(exclusive(name));
        assertExactly(onlyHold(name).since(), endOf(name), AT_LEAST);
    }

    @Test
    void keptSharerAdmitsSharersAndNoWriter() {
        LockName name = name("tick");
        Claim claim = shared(name);
        here.take(claim);
        here.released(claim, AT_LEAST);
        there.refused(exclusive(name));
        Claim other = shared(name);
        there.take(other);
        there.released(other);
        there.refused(exclusive(name));
        elapse(AT_LEAST.plusSeconds(10));
        there.take(exclusive(name));
    }

    @Test
    void everyNameOfSeveralIsKept() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        here.take(claim);
        here.released(claim, AT_LEAST);
        there.refused(exclusive(a));
        there.refused(exclusive(b));
        elapse(AT_LEAST.plusSeconds(10));
        there.take(exclusive(a, b));
    }

    @Test
    void expiredHoldIsNotKeptByALateRelease() {
        LockName name = name("late");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(TTL.plusSeconds(20));
        assertThat(here.release(claim, Duration.ofHours(1))).isEqualTo(ReleaseOutcome.LOST);
        there.take(exclusive(name));
    }
}
