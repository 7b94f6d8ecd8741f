// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.LockMode.EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_SHARED;
import static io.holdonce.LockMode.SHARED;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.both;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.holder;
import static io.holdonce.testkit.Claims.holds;
import static io.holdonce.testkit.Claims.in;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.ttl;
import static io.holdonce.testkit.Claims.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The intents that a path's holders leave on its ancestors: a store keeps them as it keeps sharers, in two modes more. */
abstract class TreesContract extends Topic {

    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final LockMode[] INTENTS = {INTENT_EXCLUSIVE, INTENT_SHARED};

    TreesContract(LeaseStoreContract contract) {
        super(contract);
    }

    /** Not taken from core, which the store may have asked too. The letters are those of Gray et al. (1975). */
    private static boolean compatible(LockMode a, LockMode b) {
        return switch (a) {
            case INTENT_SHARED -> b != EXCLUSIVE;
            case INTENT_EXCLUSIVE -> b == INTENT_SHARED || b == INTENT_EXCLUSIVE;
            case SHARED -> b == INTENT_SHARED || b == SHARED;
            case EXCLUSIVE -> false;
        };
    }

    @TestFactory
    Stream<DynamicTest> eachModeIsGrantedBesideThoseItIsCompatibleWith() {
        return pairs().map(pair -> DynamicTest.dynamicTest(pair[1] + " beside " + pair[0], () -> {
            LockName name = path("matrix");
            Claim first = in(pair[0], name);
            Claim second = in(pair[1], name);
            here.take(first);
            if (compatible(pair[0], pair[1])) {
                there.take(second);
                assertThat(here.status(name).holds())
                        .extracting(HoldInfo::mode)
                        .containsExactlyInAnyOrder(pair[0], pair[1]);
                here.released(first);
                there.renewed(second);
            } else {
                assertThat(there.refused(second).blockers())
                        .extracting(HoldInfo::mode)
                        .containsExactly(pair[0]);
                here.renewed(first);
                here.released(first);
                there.take(second);
            }
            there.released(second);
            here.free(name);
        }));
    }

    /** Once two compatible modes are there, a third must be compatible with both. */
    @TestFactory
    Stream<DynamicTest> eachModeIsRefusedBesideTwoOfWhichItIsCompatibleWithOne() {
        return pairs().filter(pair -> compatible(pair[0], pair[1])).flatMap(pair -> Arrays.stream(LockMode.values())
                .filter(third -> !compatible(third, pair[0]) || !compatible(third, pair[1]))
                .map(third -> DynamicTest.dynamicTest(third + " beside " + pair[0] + " and " + pair[1], () -> {
                    LockName name = path("matrix");
                    here.take(in(pair[0], name));
                    there.take(in(pair[1], name));
                    here.refused(in(third, name));
                })));
    }

    private static Stream<LockMode[]> pairs() {
        return Arrays.stream(LockMode.values())
                .flatMap(a -> Arrays.stream(LockMode.values()).map(b -> new LockMode[] {a, b}));
    }

    @Test
    void intentOnEveryAncestorHoldsTheExclusiveOffThere() {
        LockName top = path("deep");
        LockName[] ancestors = {top, below(top, "a"), below(top, "a", "b"), below(top, "a", "b", "c")};
        for (LockName ancestor : ancestors) {
            here.take(in(INTENT_EXCLUSIVE, ancestor));
        }
        for (LockName ancestor : ancestors) {
            there.refused(exclusive(ancestor));
            there.refused(shared(ancestor));
        }
    }

    @Test
    void intentIsOnRecordWithItsHolderAndMode() {
        for (LockMode mode : INTENTS) {
            LockName name = path("record");
            long token = here.take(by(holder("orders/1"), in(mode, name)));
            assertThat(onlyHold(name)).satisfies(hold -> {
                assertThat(hold.mode()).isEqualTo(mode);
                assertThat(hold.state()).isEqualTo(HoldState.HELD);
                assertThat(hold.holder()).isEqualTo("orders/1");
                assertThat(hold.fencingToken()).isEqualTo(token);
            });
            assertThat(there.list(name.toString())).singleElement().satisfies(status -> assertThat(
                            onlyHold(status).mode())
                    .as("mode when listed")
                    .isEqualTo(mode));
            assertThat(there.refused(exclusive(name)).blockers())
                    .singleElement()
                    .satisfies(blocker -> {
                        assertThat(blocker.mode()).isEqualTo(mode);
                        assertThat(blocker.holder()).isEqualTo("orders/1");
                    });
        }
    }

    @Test
    void refusalNamesIntentsAndSharersThatAreInTheWayAndNoOther() {
        LockName name = path("blockers");
        here.take(by(holder("reader"), in(INTENT_SHARED, name)));
        here.take(by(holder("writer"), in(INTENT_EXCLUSIVE, name)));
        assertThat(there.refused(shared(name)).blockers())
                .extracting(HoldInfo::holder)
                .containsExactly("writer");
        assertThat(there.refused(exclusive(name)).blockers())
                .extracting(HoldInfo::holder)
                .containsExactlyInAnyOrder("reader", "writer");
    }

    @Test
    void waitingExclusiveHoldsNewIntentsAndSharersBack() {
        for (LockMode held : new LockMode[] {SHARED, INTENT_SHARED, INTENT_EXCLUSIVE}) {
            LockName name = path("awaited");
            Claim first = in(held, name);
            here.take(first);
            there.refused(waiting(WAIT, exclusive(name)));
            for (LockMode late : new LockMode[] {INTENT_EXCLUSIVE, INTENT_SHARED, SHARED}) {
                assertThat(here.refused(in(late, name)).blockers())
                        .as("blockers of %s while %s is held and awaited", late, held)
                        .anySatisfy(blocker -> assertThat(blocker.state()).isEqualTo(HoldState.AWAITED));
            }
            here.renewed(first);
            here.take(again(first));
            here.released(first);
            here.refused(in(INTENT_EXCLUSIVE, name));
            Claim writer = waiting(WAIT, exclusive(name));
            there.pass(writer);
            here.take(in(INTENT_SHARED, name));
        }
    }

    @Test
    void exclusiveThatGaveUpHoldsIntentsBackForItsWaitingTimeOnly() {
        LockName name = path("awaited");
        here.take(ttl(Duration.ofMinutes(10), in(INTENT_EXCLUSIVE, name)));
        there.refused(waiting(WAIT, exclusive(name)));
        here.refused(in(INTENT_SHARED, name));
        elapse(WAIT.plusSeconds(10));
        here.take(in(INTENT_SHARED, name));
    }

    @Test
    void triesAndWaitingSharersAndIntentsHoldNobodyBack() {
        LockName name = path("awaited");
        here.take(in(INTENT_EXCLUSIVE, name));
        there.refused(exclusive(name));
        there.refused(waiting(WAIT, shared(name)));
        there.take(in(INTENT_SHARED, name));
        there.take(in(INTENT_EXCLUSIVE, name));
        LockName other = path("awaited");
        Claim reader = shared(other);
        here.take(reader);
        there.refused(waiting(WAIT, in(INTENT_EXCLUSIVE, other)));
        there.take(shared(other));
        there.take(in(INTENT_SHARED, other));
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
    void oneClaimMayHoldIntentsAndTargetsTogether() {
        LockName parent = path("several");
        LockName left = below(parent, "left");
        LockName right = below(parent, "right");
        Claim claim =
                Claims.of(both(holds(INTENT_EXCLUSIVE, parent), both(holds(EXCLUSIVE, left), holds(SHARED, right))));
        long token = here.take(claim);
        for (LockName name : List.of(parent, left, right)) {
            assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        }
        assertThat(onlyHold(parent).mode()).isEqualTo(INTENT_EXCLUSIVE);
        there.refused(exclusive(parent));
        there.take(Claims.of(both(holds(INTENT_SHARED, parent), holds(SHARED, right))));
        there.refused(Claims.of(both(holds(INTENT_SHARED, parent), holds(SHARED, left))));
        assertThat(there.status(parent).holds())
                .as("a refused claim leaves nothing")
                .hasSize(2);
        here.renewed(claim);
        here.released(claim);
        there.take(in(INTENT_EXCLUSIVE, parent));
        here.free(left);
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

    @Test
    void intentsAndTargetsNeverOverlapWrongly() throws Exception {
        LockName name = path("hot");
        TreeOverlaps overlaps = new TreeOverlaps();
        LockMode[] modes = {
            INTENT_EXCLUSIVE, INTENT_EXCLUSIVE, INTENT_SHARED, INTENT_SHARED, SHARED, SHARED, EXCLUSIVE, EXCLUSIVE
        };
        Crowd.run(modes.length, i -> {
            Caller process = open();
            return () -> {
                for (int grants = 0; grants < 20; grants++) {
                    Claim claim = waiting(Duration.ofSeconds(1), in(modes[i], name));
                    while (!(process.ask(claim) instanceof Granted)) {
                        Hammer.pause(400);
                    }
                    overlaps.enter(modes[i]);
                    Hammer.pause(400);
                    overlaps.leave(modes[i]);
                    process.released(claim);
                }
                return i;
            };
        });
        overlaps.assertNone();
        here.free(name);
    }

    /** Watches the modes that are held of one name at the same time. */
    private static final class TreeOverlaps {
        private final java.util.EnumMap<LockMode, Integer> inside = new java.util.EnumMap<>(LockMode.class);
        private final List<String> sightings = new java.util.ArrayList<>();

        synchronized void enter(LockMode mode) {
            inside.forEach((held, count) -> {
                if (count > 0 && !compatible(mode, held)) {
                    sightings.add(mode + " entered beside " + held);
                }
            });
            inside.merge(mode, 1, Integer::sum);
        }

        synchronized void leave(LockMode mode) {
            inside.merge(mode, -1, Integer::sum);
        }

        synchronized void assertNone() {
            assertThat(sightings).isEmpty();
        }
    }

    private static Holder instance(String label, long started) {
        return new Holder(label, UUID.randomUUID(), started, true);
    }
}
