// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.LockMode.INTENT_EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_SHARED;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.in;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.ttl;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockName;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of intents: they expire, are renewed, released, revoked, taken over, kept and forgotten as sharers are. */
abstract class IntentsContract extends Topic {

    IntentsContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void intentOfOneThatDiedEndsWithItsOwnTtlAndOthersStay() {
        LockName name = path("crash");
        Claim living = ttl(Duration.ofMinutes(10), in(INTENT_EXCLUSIVE, name));
        long token = here.take(living);
        there.take(in(INTENT_EXCLUSIVE, name));
        there.take(in(INTENT_SHARED, name));
        elapse(TTL.plusSeconds(20));
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        assertThat(there.refused(exclusive(name)).blockers()).hasSize(1);
        here.renewed(living);
        here.released(living);
        there.take(exclusive(name));
    }

    @Test
    void readerBelowThatDiedDelaysAnExclusiveByItsOwnTtlOnly() {
        LockName name = path("crash");
        here.take(in(INTENT_SHARED, name));
        there.take(in(INTENT_SHARED, name));
        there.refused(exclusive(name));
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @Test
    void exclusiveThatDiedAdmitsIntentsOnceItsTtlHasPassed() {
        LockName name = path("crash");
        here.take(exclusive(name));
        there.refused(in(INTENT_SHARED, name));
        elapse(TTL.plusSeconds(20));
        there.take(in(INTENT_EXCLUSIVE, name));
    }

    @Test
    void intentsAreRenewedEachForItselfAndNotRevived() {
        LockName name = path("renew");
        Claim living = in(INTENT_SHARED, name);
        Claim dying = in(INTENT_EXCLUSIVE, name);
        here.take(living);
        there.take(dying);
        elapse(Duration.ofSeconds(40));
        here.renewed(living);
        elapse(Duration.ofSeconds(40));
        there.lost(dying);
        here.renewed(living);
        assertThat(onlyHold(name).mode()).isEqualTo(INTENT_SHARED);
        there.take(shared(name));
    }

    @Test
    void releaseOfOneIntentLeavesTheOthers() {
        LockName name = path("release");
        Claim one = in(INTENT_EXCLUSIVE, name);
        Claim two = in(INTENT_EXCLUSIVE, name);
        Claim three = in(INTENT_SHARED, name);
        here.take(one);
        there.take(two);
        there.take(three);
        here.released(one);
        assertThat(here.release(one)).isIn(ReleaseOutcome.LOST, ReleaseOutcome.RELEASED);
        assertThat(here.status(name).holds()).hasSize(2);
        there.renewed(two);
        there.renewed(three);
        here.refused(shared(name));
        there.released(two);
        Claim reader = shared(name);
        here.take(reader);
        here.refused(exclusive(name));
        here.released(reader);
        there.released(three);
        here.take(exclusive(name));
    }

    @Test
    void intentSentAgainKeepsItsTokenAndLastsOneMoreTtl() {
        LockName name = path("again");
        Claim claim = in(INTENT_EXCLUSIVE, name);
        long token = here.take(claim);
        elapse(Duration.ofSeconds(40));
        assertThat(here.take(again(claim))).isEqualTo(token);
        elapse(Duration.ofSeconds(40));
        assertThat(onlyHold(name).mode()).isEqualTo(INTENT_EXCLUSIVE);
        there.refused(shared(name));
    }

    @Test
    void revokedIntentIsNotRenewedAndStaysInTheWayUntilItsTtlEnds() {
        LockName name = path("revoked");
        Claim claim = in(INTENT_EXCLUSIVE, name);
        here.take(claim);
        assertThat(there.revoke(name, false)).isEqualTo(1);
        assertThat(onlyHold(name).state()).isEqualTo(HoldState.REVOKED);
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.REVOKED);
        here.refused(again(claim));
        there.refused(exclusive(name));
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @Test
    void revokedNowIntentsAreAllGone() {
        LockName name = path("now");
        Claim one = in(INTENT_EXCLUSIVE, name);
        Claim two = in(INTENT_SHARED, name);
        here.take(one);
        here.take(two);
        assertThat(there.revoke(name, true)).isEqualTo(2);
        long token = there.take(exclusive(name));
        assertThat(here.lost(one).kind()).isIn(Kind.REVOKED, Kind.GONE);
        assertThat(here.lost(two).kind()).isIn(Kind.REVOKED, Kind.GONE);
        assertThat(here.release(one)).isEqualTo(ReleaseOutcome.LOST);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
    }

    @Test
    void intentsOfTheEarlierInstanceAreTakenOverAndOthersStay() {
        LockName name = path("node");
        Claim old = by(instance("node-7", 1_700_000_000_000_000L), in(INTENT_EXCLUSIVE, name));
        Claim other = by(instance("node-8", 1_700_000_000_000_000L), in(INTENT_SHARED, name));
        here.take(old);
        here.take(other);
        Holder young = instance("node-7", 1_700_000_000_000_001L);
        assertThat(there.refused(by(young, exclusive(name))).blockers())
                .extracting(HoldInfo::holder)
                .containsExactly("node-8");
        there.take(by(young, shared(name)));
        assertThat(here.lost(old).kind()).isIn(Kind.TAKEN_OVER, Kind.GONE);
        here.renewed(other);
    }

    @Test
    void keptIntentStaysInTheWayInItsMode() {
        LockName name = path("kept");
        Claim claim = in(INTENT_EXCLUSIVE, name);
        here.take(claim);
        here.released(claim, Duration.ofSeconds(40));
        assertThat(onlyHold(name)).satisfies(hold -> {
            assertThat(hold.state()).isEqualTo(HoldState.KEPT);
            assertThat(hold.mode()).isEqualTo(INTENT_EXCLUSIVE);
        });
        here.lost(claim);
        there.refused(exclusive(name));
        there.refused(shared(name));
        Claim sibling = in(INTENT_EXCLUSIVE, name);
        there.take(sibling);
        there.released(sibling);
        elapse(Duration.ofSeconds(50));
        there.take(exclusive(name));
    }

    @Test
    void nameHeldByAnIntentIsNotForgottenAndAFreeOneIs() {
        LockName held = path("held");
        LockName left = path("left");
        Claim claim = ttl(Duration.ofHours(24), in(INTENT_SHARED, held));
        here.take(claim);
        here.take(in(INTENT_EXCLUSIVE, left));
        elapse(Duration.ofHours(2));
        assertThat(there.purge(Duration.ofHours(1))).isEqualTo(1);
        assertThat(here.status(left).fencingToken()).isZero();
        here.renewed(claim);
        there.refused(exclusive(held));
    }

    private static Holder instance(String label, long started) {
        return new Holder(label, UUID.randomUUID(), started, true);
    }
}
