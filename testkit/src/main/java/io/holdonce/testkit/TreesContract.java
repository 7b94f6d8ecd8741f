// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.LockMode.EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_SHARED;
import static io.holdonce.LockMode.SHARED;
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
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
}
