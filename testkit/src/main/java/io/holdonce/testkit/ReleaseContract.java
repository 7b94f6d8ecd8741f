// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Caller.TIMEOUT;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Release;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Release ends what is one's own and touches nothing else, however late it comes. */
abstract class ReleaseContract extends Topic {

    ReleaseContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void releasedNameIsFreeAtOnce() {
        LockName name = name("released");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim);
        there.free(name);
        there.take(exclusive(name));
    }

    @Test
    void releaseKeepsTheTokenOnRecord() {
        LockName name = name("released");
        long token = here.pass(exclusive(name));
        assertThat(there.status(name).fencingToken()).isEqualTo(token);
    }

    @Test
    void anyInstanceMayReleaseByTheClaim() {
        LockName name = name("released");
        Claim claim = exclusive(name);
        here.take(claim);
        there.released(claim);
        here.free(name);
    }

    @Test
    void anotherClaimsReleaseIsLostAndTouchesNothing() {
        LockName name = name("held");
        Claim claim = exclusive(name);
        here.take(claim);
        assertThat(there.release(exclusive(name))).isEqualTo(ReleaseOutcome.LOST);
        assertThat(here.release(by(claim.holder(), exclusive(name)))).isEqualTo(ReleaseOutcome.LOST);
        assertThat(there.release(shared(name))).isEqualTo(ReleaseOutcome.LOST);
        here.renewed(claim);
    }

    @Test
    void releaseOfAnExpiredHoldIsLost() {
        LockName name = name("expired");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(TTL.plusSeconds(20));
        assertThat(here.release(claim)).isEqualTo(ReleaseOutcome.LOST);
        there.take(exclusive(name));
    }

    @Test
    void lateReleaseNeverTouchesTheSuccessor() {
        LockName name = name("late");
        Claim late = exclusive(name);
        here.take(late);
        elapse(TTL.plusSeconds(20));
        Claim successor = exclusive(name);
        long token = there.take(successor);
        assertThat(here.release(late)).isEqualTo(ReleaseOutcome.LOST);
        assertThat(here.release(late, Duration.ofHours(1))).isEqualTo(ReleaseOutcome.LOST);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        assertExactly(onlyHold(name).since(), endOf(name), TTL);
        there.renewed(successor);
    }

    @Test
    void lateReleaseOfASharerNeverTouchesALaterOne() {
        LockName name = name("late");
        Claim late = shared(name);
        here.take(late);
        elapse(TTL.plusSeconds(20));
        Claim successor = shared(name);
        there.take(successor);
        assertThat(here.release(late)).isEqualTo(ReleaseOutcome.LOST);
        here.refused(exclusive(name));
        there.renewed(successor);
    }

    /** The second answer says only what the store still knows: that it was released, or that nothing is held. */
    @Test
    void releaseSentTwiceIsReleasedOrLostAndTouchesNoSuccessor() {
        LockName name = name("twice");
        Claim claim = exclusive(name);
        here.pass(claim);
        assertThat(here.release(claim)).isIn(ReleaseOutcome.RELEASED, ReleaseOutcome.LOST);
        Claim successor = exclusive(name);
        there.take(successor);
        assertThat(here.release(claim)).isIn(ReleaseOutcome.RELEASED, ReleaseOutcome.LOST);
        there.renewed(successor);
    }

    @Test
    void releaseOfAClaimThatWasNeverGrantedIsLost() {
        LockName name = name("never");
        assertThat(here.release(exclusive(name))).isEqualTo(ReleaseOutcome.LOST);
        here.free(name);
        assertThat(here.status(name).fencingToken()).isZero();
    }

    @Test
    void eachReleaseOfOneCallIsAnsweredInOrder() {
        Claim one = exclusive(name("one"));
        Claim never = exclusive(name("never"));
        Claim two = exclusive(name("two"), name("three"));
        here.take(one);
        here.take(two);
        List<Release> releases = Stream.of(one, never, two)
                .map(claim -> new Release(claim.id(), claim.holds(), Duration.ZERO))
                .toList();
        assertThat(here.store().release(releases, TIMEOUT))
                .containsExactly(ReleaseOutcome.RELEASED, ReleaseOutcome.LOST, ReleaseOutcome.RELEASED);
        two.holds().forEach(hold -> there.free(hold.name()));
    }
}
