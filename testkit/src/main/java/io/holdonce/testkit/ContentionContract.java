// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.note;
import static io.holdonce.testkit.Claims.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One holder at a time, and what the others are told. */
abstract class ContentionContract extends Topic {

    private static final int TAKERS = 8;

    ContentionContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void heldNameIsRefusedToEveryOtherClaim() {
        LockName name = name("held");
        here.take(exclusive(name));
        there.refused(exclusive(name));
        here.refused(exclusive(name));
        there.refused(waiting(Duration.ofSeconds(5), exclusive(name)));
    }

    @Test
    void heldNameIsInNobodysWayElsewhere() {
        here.take(exclusive(name("held")));
        there.take(exclusive(name("other")));
    }

    @Test
    void refusalSaysWhoHoldsTheNameSinceWhenAndForHowLong() {
        LockName name = name("held");
        long token = here.take(note("nightly run", by(Claims.holder("orders/vm-a/4711"), exclusive(name))));
        HoldInfo recorded = onlyHold(name);
        List<HoldInfo> blockers = there.refused(exclusive(name)).blockers();
        assertThat(blockers).hasSize(1);
        HoldInfo blocker = blockers.get(0);
        assertThat(blocker.name()).isEqualTo(name);
        assertThat(blocker.mode()).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(blocker.state()).isEqualTo(HoldState.HELD);
        assertThat(blocker.holder()).isEqualTo("orders/vm-a/4711");
        assertThat(blocker.note()).isEqualTo("nightly run");
        assertThat(blocker.fencingToken()).isEqualTo(token);
        assertThat(blocker.since()).isEqualTo(recorded.since());
        assertAbout(TTL.minus(blocker.remaining()), Duration.ZERO);
    }

    @Test
    void refusalSaysWhenTheHoldWasRenewed() {
        LockName name = name("held");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofSeconds(40));
        here.renewed(claim);
        elapse(Duration.ofSeconds(15));
        HoldInfo blocker = there.refused(exclusive(name)).blockers().get(0);
        assertAbout(blocker.renewedAgo(), Duration.ofSeconds(15));
        assertAbout(TTL.minus(blocker.remaining()), Duration.ofSeconds(15));
        assertAbout(Duration.between(blocker.since(), there.now()), Duration.ofSeconds(55));
    }

    @Test
    void refusedTryLeavesNoTrace() {
        LockName name = name("held");
        Claim holder = exclusive(name);
        long token = here.take(holder);
        Instant end = endOf(name);
        there.refused(exclusive(name));
        there.refused(Claims.shared(name));
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        assertExactly(end, endOf(name), Duration.ZERO);
        here.released(holder);
        assertThat(here.status(name).fencingToken()).isEqualTo(token);
        here.free(name);
    }

    @Test
    void refusedClaimIsGrantedOnceTheNameIsFree() {
        LockName name = name("held");
        Claim first = exclusive(name);
        Claim next = waiting(Duration.ofSeconds(5), exclusive(name));
        here.take(first);
        there.refused(next);
        here.released(first);
        there.take(next);
        here.refused(exclusive(name));
    }

    @Test
    void ofEightFirstTakersOfANameOneWins() throws Exception {
        List<Caller> processes = processes();
        for (int round = 0; round < 25; round++) {
            LockName name = name("new");
            List<AcquireAnswer> answers =
                    Crowd.run(TAKERS, i -> () -> processes.get(i).ask(exclusive(name)));
            assertThat(answers).filteredOn(Granted.class::isInstance).hasSize(1);
            onlyHold(name);
        }
    }

    @Test
    void ofEightTakersOfAReleasedNameOneWins() throws Exception {
        List<Caller> processes = processes();
        LockName name = name("old");
        here.pass(exclusive(name));
        for (int round = 0; round < 25; round++) {
            List<Claim> claims =
                    IntStream.range(0, TAKERS).mapToObj(i -> exclusive(name)).toList();
            List<AcquireAnswer> answers =
                    Crowd.run(TAKERS, i -> () -> processes.get(i).ask(claims.get(i)));
            assertThat(answers).filteredOn(Granted.class::isInstance).hasSize(1);
            for (int i = 0; i < TAKERS; i++) {
                if (answers.get(i) instanceof Granted) {
                    here.released(claims.get(i));
                }
            }
        }
    }

    @Test
    void ofEightTakersOfAnExpiredNameOneWins() throws Exception {
        List<Caller> processes = processes();
        LockName name = name("expired");
        for (int round = 0; round < 10; round++) {
            List<AcquireAnswer> answers =
                    Crowd.run(TAKERS, i -> () -> processes.get(i).ask(exclusive(name)));
            assertThat(answers).filteredOn(Granted.class::isInstance).hasSize(1);
            elapse(TTL.plusSeconds(20));
        }
    }

    @Test
    void holdersNeverOverlapAndTokensRiseInTheirOrder() throws Exception {
        LockName name = name("hot");
        Overlaps overlaps = new Overlaps();
        List<Caller> processes = processes();
        Crowd.run(
                TAKERS,
                i -> new Hammer(processes.get(i), overlaps, () -> waiting(Duration.ofSeconds(1), exclusive(name)), 25));
        overlaps.assertNone();
        here.free(name);
    }

    private List<Caller> processes() {
        return IntStream.range(0, TAKERS).mapToObj(i -> open()).toList();
    }
}
