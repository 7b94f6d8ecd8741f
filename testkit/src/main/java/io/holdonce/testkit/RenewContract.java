// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Caller.TIMEOUT;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.LossReason.Kind;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Renewal lengthens what is one's own and unexpired, and revives nothing. */
abstract class RenewContract extends Topic {

    RenewContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void renewedHoldLastsOneMoreTtlFromTheRenewalOn() {
        LockName name = name("renewed");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofSeconds(40));
        here.renewed(claim);
        assertAbout(Duration.between(onlyHold(name).since(), endOf(name)), TTL.plusSeconds(40));
        elapse(Duration.ofSeconds(40));
        there.refused(exclusive(name));
        elapse(Duration.ofSeconds(40));
        there.take(exclusive(name));
    }

    @Test
    void renewalKeepsTokenStartHolderAndNote() {
        LockName name = name("renewed");
        Claim claim = Claims.note("why", exclusive(name));
        here.take(claim);
        HoldInfo before = onlyHold(name);
        here.renewed(claim);
        HoldInfo after = onlyHold(name);
        assertThat(after.fencingToken()).isEqualTo(before.fencingToken());
        assertThat(after.since()).isEqualTo(before.since());
        assertThat(after.holder()).isEqualTo(before.holder());
        assertThat(after.note()).isEqualTo(before.note());
        assertThat(after.state()).isEqualTo(before.state());
    }

    @Test
    void anyInstanceMayRenewByTheClaim() {
        Claim claim = exclusive(name("renewed"));
        here.take(claim);
        there.renewed(claim);
    }

    @Test
    void renewalWorksWhetherOrNotTheStoreWasToldThatLeasesAreHeld() {
        Claim claim = exclusive(name("holding"));
        here.take(claim);
        here.store().holding(true);
        here.renewed(claim);
        here.store().holding(true);
        here.renewed(claim);
        here.store().holding(false);
        here.renewed(claim);
        here.released(claim);
    }

    @Test
    void expiredHoldIsNotRevived() {
        LockName name = name("expired");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(TTL.plusSeconds(20));
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.GONE);
        here.free(name);
        there.take(exclusive(name));
    }

    @Test
    void expiredSharerIsNotRevivedBesideAWriter() {
        LockName name = name("expired");
        Claim sharer = shared(name);
        Claim writer = exclusive(name);
        here.take(sharer);
        elapse(TTL.plusSeconds(20));
        long token = there.take(writer);
        assertThat(here.lost(sharer).kind()).isEqualTo(Kind.GONE);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        there.renewed(writer);
    }

    @Test
    void expiredAndRetakenHoldIsLostAndItsSuccessorUntouched() {
        LockName name = name("retaken");
        Claim late = exclusive(name);
        here.take(late);
        elapse(TTL.plusSeconds(20));
        long token = there.take(Claims.ttl(Duration.ofSeconds(30), exclusive(name)));
        assertThat(here.lost(late).kind()).isEqualTo(Kind.GONE);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        assertExactly(onlyHold(name).since(), endOf(name), Duration.ofSeconds(30));
    }

    @Test
    void releasedHoldIsNotRenewed() {
        LockName name = name("released");
        Claim claim = exclusive(name);
        here.pass(claim);
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.GONE);
        here.free(name);
    }

    @Test
    void anotherClaimOfTheSameHolderDoesNotRenew() {
        LockName name = name("claim");
        Claim claim = exclusive(name);
        here.take(claim);
        here.lost(by(claim.holder(), exclusive(name)));
        here.renewed(claim);
    }

    @Test
    void claimThatWasNeverGrantedIsLost() {
        LockName name = name("never");
        assertThat(here.lost(exclusive(name)).kind()).isEqualTo(Kind.GONE);
        assertThat(here.lost(shared(name)).kind()).isEqualTo(Kind.GONE);
        here.free(name);
    }

    @Test
    void sharersAreRenewedEachForItself() {
        LockName name = name("shared");
        Claim one = shared(name);
        Claim two = shared(name);
        here.take(one);
        there.take(two);
        elapse(Duration.ofSeconds(40));
        here.renewed(one);
        elapse(Duration.ofSeconds(40));
        here.renewed(one);
        there.lost(two);
    }

    @Test
    void eachRenewalOfOneCallIsAnsweredInOrder() {
        Claim one = exclusive(name("one"));
        Claim never = exclusive(name("never"));
        Claim two = shared(name("two"));
        Claim three = exclusive(name("three"), name("four"));
        List.of(one, two, three).forEach(here::take);
        List<RenewAnswer> answers = here.store()
                .renew(Stream.of(one, never, two, three).map(Caller::renewal).toList(), TIMEOUT);
        assertThat(answers).hasSize(4);
        assertThat(answers.get(0)).isEqualTo(new RenewAnswer.Renewed());
        assertThat(answers.get(1)).isInstanceOf(RenewAnswer.Lost.class);
        assertThat(answers.get(2)).isEqualTo(new RenewAnswer.Renewed());
        assertThat(answers.get(3)).isEqualTo(new RenewAnswer.Renewed());
    }

    @Test
    void threeHundredRenewalsAreOneCall() {
        List<Claim> claims =
                IntStream.range(0, 300).mapToObj(i -> exclusive(name("many"))).toList();
        here.store().acquire(claims, TIMEOUT);
        elapse(Duration.ofSeconds(40));
        assertThat(here.store().renew(claims.stream().map(Caller::renewal).toList(), TIMEOUT))
                .hasSize(300)
                .containsOnly(new RenewAnswer.Renewed());
        elapse(Duration.ofSeconds(40));
        for (Claim claim : List.of(claims.get(0), claims.get(150), claims.get(299))) {
            there.refused(exclusive(claim.holds().get(0).name()));
        }
    }
}
