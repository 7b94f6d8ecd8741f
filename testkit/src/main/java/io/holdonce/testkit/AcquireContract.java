// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Caller.TIMEOUT;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.note;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.ttl;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.AcquireAnswer.Contended;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a grant is, and that a claim recognises its own. */
abstract class AcquireContract extends Topic {

    AcquireContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void freeNameIsGrantedToItsFirstTaker() {
        assertThat(here.take(exclusive(name("free")))).isPositive();
    }

    @Test
    void grantIsOnRecordWithHolderNoteAndToken() {
        LockName name = name("record");
        long token = here.take(note("nightly run", by(Claims.holder("orders/vm-a/4711"), exclusive(name))));
        LockStatus status = there.status(name);
        assertThat(status.fencingToken()).isEqualTo(token);
        HoldInfo hold = onlyHold(status);
        assertThat(hold.name()).isEqualTo(name);
        assertThat(hold.mode()).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(hold.state()).isEqualTo(HoldState.HELD);
        assertThat(hold.holder()).isEqualTo("orders/vm-a/4711");
        assertThat(hold.note()).isEqualTo("nightly run");
        assertThat(hold.fencingToken()).isEqualTo(token);
    }

    @Test
    void sharedGrantIsOnRecordAsShared() {
        LockName name = name("record");
        long token = here.take(shared(name));
        HoldInfo hold = onlyHold(name);
        assertThat(hold.mode()).isEqualTo(LockMode.SHARED);
        assertThat(hold.fencingToken()).isEqualTo(token);
    }

    @Test
    void grantLastsItsTtlFromTheGrantOn() {
        LockName name = name("ttl");
        here.take(ttl(Duration.ofMinutes(5), exclusive(name)));
        assertExactly(onlyHold(name).since(), endOf(name), Duration.ofMinutes(5));
    }

    @Test
    void releasedNameIsGrantedAgain() {
        LockName name = name("again");
        here.pass(exclusive(name));
        there.take(exclusive(name));
    }

    @Test
    void sameHolderWithAnotherClaimIsRefused() {
        LockName name = name("claim");
        Claim first = exclusive(name);
        here.take(first);
        here.refused(by(first.holder(), exclusive(name)));
    }

    @Test
    void eachClaimOfOneCallIsAnsweredInOrder() {
        LockName held = name("held");
        there.take(exclusive(held));
        LockName one = name("one");
        LockName two = name("two");
        List<AcquireAnswer> answers =
                here.store().acquire(List.of(exclusive(one), exclusive(held), shared(two)), TIMEOUT);
        assertThat(answers).hasSize(3);
        assertThat(answers.get(0)).isEqualTo(new Granted(onlyHold(one).fencingToken()));
        assertThat(answers.get(1)).isInstanceOf(Contended.class);
        assertThat(answers.get(2)).isEqualTo(new Granted(onlyHold(two).fencingToken()));
    }

    @Test
    void twoClaimsOfOneCallForOneNameGetOneGrant() {
        LockName name = name("twice");
        List<AcquireAnswer> answers = here.store().acquire(List.of(exclusive(name), exclusive(name)), TIMEOUT);
        assertThat(answers)
                .hasSize(2)
                .hasAtLeastOneElementOfType(Granted.class)
                .hasAtLeastOneElementOfType(Contended.class);
        onlyHold(name);
    }

    @Test
    void manyClaimsInOneCallAreAllGranted() {
        List<LockName> names =
                IntStream.range(0, 100).mapToObj(i -> name("many")).toList();
        List<AcquireAnswer> answers =
                here.store().acquire(names.stream().map(Claims::exclusive).toList(), TIMEOUT);
        assertThat(answers).hasSize(100).allSatisfy(answer -> assertThat(answer).isInstanceOf(Granted.class));
        there.refused(exclusive(names.get(99)));
    }

    @Test
    void callWithoutClaimsIsAnsweredWithoutAnswers() {
        assertThat(here.store().acquire(List.of(), TIMEOUT)).isEmpty();
        assertThat(here.store().renew(List.of(), TIMEOUT)).isEmpty();
        assertThat(here.store().release(List.of(), TIMEOUT)).isEmpty();
    }

    @Test
    void claimSentAgainKeepsItsToken() {
        for (Claim claim : List.of(exclusive(name("own")), shared(name("own")))) {
            long token = here.take(claim);
            assertThat(here.take(again(claim))).isEqualTo(token);
            assertThat(there.take(again(claim))).isEqualTo(token);
            assertThat(onlyHold(claim.holds().get(0).name()).fencingToken()).isEqualTo(token);
        }
    }

    @Test
    void claimSentAgainWithoutNeedKeepsItsTokenToo() {
        Claim claim = exclusive(name("own"));
        assertThat(Stream.of(claim, claim, claim).map(here::take).distinct()).hasSize(1);
    }

    @Test
    void claimSentAgainLastsOneMoreTtl() {
        LockName name = name("own");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofSeconds(30));
        here.take(again(claim));
        assertAbout(Duration.between(onlyHold(name).since(), endOf(name)), TTL.plusSeconds(30));
        elapse(Duration.ofSeconds(40));
        there.refused(exclusive(name));
    }

    @Test
    void expiredClaimSentAgainIsGrantedAnewWithAHigherToken() {
        Claim claim = exclusive(name("own"));
        long token = here.take(claim);
        elapse(TTL.plusSeconds(20));
        assertThat(here.take(again(claim))).isGreaterThan(token);
    }

    @Test
    void expiredClaimSentAgainIsRefusedIfAnotherTookTheName() {
        LockName name = name("own");
        Claim late = exclusive(name);
        here.take(late);
        elapse(TTL.plusSeconds(20));
        long token = there.take(exclusive(name));
        here.refused(again(late));
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
    }
}
