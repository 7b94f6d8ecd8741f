// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.both;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.holds;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims of several names: all or nothing, one token, no deadlock. */
abstract class SeveralNamesContract extends Topic {

    SeveralNamesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void severalNamesAreGrantedTogetherWithOneToken() {
        LockName a = name("a");
        LockName b = name("b");
        LockName c = name("c");
        long token = here.take(exclusive(a, b, c));
        for (LockName name : List.of(a, b, c)) {
            assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
            assertThat(here.status(name).fencingToken()).isEqualTo(token);
            there.refused(exclusive(name));
        }
    }

    @Test
    void theirTokenIsHigherThanTheLastOfEveryName() {
        LockName a = name("a");
        LockName b = name("b");
        here.pass(exclusive(a, b));
        // Behind its tokens the clock cannot hide that one of them was not looked at.
        elapse(Duration.ofHours(-2));
        for (LockName ahead : List.of(a, b)) {
            there.pass(exclusive(ahead));
            long before = there.pass(exclusive(ahead));
            assertThat(here.pass(exclusive(a, b))).isGreaterThanOrEqualTo(before + 64);
            assertThat(here.status(a).fencingToken())
                    .isEqualTo(here.status(b).fencingToken())
                    .isGreaterThanOrEqualTo(before + 64);
        }
    }

    @Test
    void oneHeldNameRefusesAllAndNothingIsKept() {
        LockName a = name("a");
        LockName b = name("b");
        LockName c = name("c");
        for (LockName held : List.of(a, b, c)) {
            Claim holder = exclusive(held);
            there.take(holder);
            here.refused(exclusive(a, b, c));
            for (LockName other : List.of(a, b, c)) {
                if (!other.equals(held)) {
                    here.free(other);
                    there.pass(exclusive(other));
                }
            }
            there.released(holder);
        }
    }

    @Test
    void refusedTryGivesNoTokenToNamesThatWereFree() {
        LockName held = name("held");
        LockName untouched = name("untouched");
        there.take(exclusive(held));
        here.refused(exclusive(held, untouched));
        assertThat(here.status(untouched).fencingToken()).isZero();
    }

    @Test
    void refusalNamesTheHeldNames() {
        LockName a = name("a");
        LockName b = name("b");
        LockName c = name("c");
        there.take(exclusive(a));
        there.take(shared(c));
        assertThat(here.refused(exclusive(a, b, c)).blockers())
                .extracting(HoldInfo::name)
                .containsExactlyInAnyOrder(a, c);
    }

    @Test
    void oneClaimMayShareANameAndHaveAnotherAlone() {
        LockName read = name("read");
        LockName write = name("write");
        Claim claim = Claims.of(both(holds(LockMode.SHARED, read), holds(LockMode.EXCLUSIVE, write)));
        here.take(claim);
        there.take(shared(read));
        there.refused(shared(write));
        there.refused(exclusive(read));
        here.released(claim);
        there.take(exclusive(write));
    }

    @Test
    void severalNamesAreRenewedTogether() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        here.take(claim);
        elapse(Duration.ofSeconds(40));
        here.renewed(claim);
        elapse(Duration.ofSeconds(40));
        there.refused(exclusive(a));
        there.refused(exclusive(b));
    }

    @Test
    void severalNamesSentAgainKeepTheirTokenAndLastOneMoreTtl() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        long token = here.take(claim);
        elapse(Duration.ofSeconds(40));
        assertThat(here.take(again(claim))).isEqualTo(token);
        elapse(Duration.ofSeconds(40));
        there.refused(exclusive(a));
        there.refused(exclusive(b));
    }

    @Test
    void severalNamesAreReleasedTogether() {
        LockName a = name("a");
        LockName b = name("b");
        here.pass(exclusive(a, b));
        here.free(a, b);
        there.take(exclusive(b));
        there.take(exclusive(a));
    }

    @Test
    void claimThatLostOneNameIsLost() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        here.take(claim);
        there.revoke(b, true);
        here.lost(claim);
    }

    @Test
    void releaseOfAClaimThatLostOneNameFreesTheOtherAndTouchesNoSuccessor() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        here.take(claim);
        there.revoke(b, true);
        Claim successor = exclusive(b);
        long token = there.take(successor);
        here.release(claim);
        here.free(a);
        assertThat(onlyHold(b).fencingToken()).isEqualTo(token);
        there.renewed(successor);
    }

    @Test
    void expiredNamesAreTakenTogetherWithFreeOnes() {
        LockName a = name("a");
        LockName b = name("b");
        LockName c = name("c");
        here.take(exclusive(a));
        there.take(shared(b));
        elapse(TTL.plusSeconds(20));
        here.take(exclusive(a, b, c));
    }

    @Test
    void aHundredNamesAreOneClaim() {
        LockName[] names = IntStream.range(0, 100).mapToObj(i -> name("many")).toArray(LockName[]::new);
        Claim claim = exclusive(names);
        long token = here.take(claim);
        there.refused(exclusive(names[57]));
        assertThat(onlyHold(names[99]).fencingToken()).isEqualTo(token);
        here.renewed(claim);
        here.released(claim);
        here.free(names);
    }

    /** Goes on, with all threads competing, until even the slowest has got a fifth of its share. */
    @Test
    void claimsOfFourOfTenNamesNeverDeadlockNorStarve() throws Exception {
        int threads = 8;
        int share = 20;
        List<LockName> names = IntStream.range(0, 10).mapToObj(i -> name("n")).toList();
        Overlaps overlaps = new Overlaps();
        AtomicIntegerArray grants = new AtomicIntegerArray(threads);
        BooleanSupplier enough = () -> {
            IntSummaryStatistics each =
                    IntStream.range(0, threads).map(grants::get).summaryStatistics();
            return each.getAverage() >= share && each.getMin() >= share / 5;
        };
        Crowd.run(threads, i -> {
            Hammer hammer = new Hammer(open(), overlaps, () -> fourOf(names), 1);
            return () -> {
                while (!enough.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
                    hammer.once();
                    grants.incrementAndGet(i);
                    Hammer.pause(400);
                }
                return i;
            };
        });
        overlaps.assertNone();
        here.free(names.toArray(LockName[]::new));
    }

    private static Claim fourOf(List<LockName> names) {
        List<LockName> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled);
        return exclusive(shuffled.subList(0, 4).toArray(LockName[]::new));
    }
}
