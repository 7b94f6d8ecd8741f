// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.holder;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sharers side by side, never beside a writer, and writers that get in. */
abstract class SharedAndWritersContract extends Topic {

    private static final Duration WAIT = Duration.ofSeconds(30);

    SharedAndWritersContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void sharersHoldSideBySide() {
        LockName name = name("shared");
        here.take(shared(name));
        there.take(shared(name));
        there.take(shared(name));
        assertThat(here.status(name).holds()).hasSize(3).allSatisfy(hold -> assertThat(hold.mode())
                .isEqualTo(LockMode.SHARED));
    }

    @Test
    void sharerIsRefusedBesideAWriter() {
        LockName name = name("shared");
        Claim writer = exclusive(name);
        here.take(writer);
        assertThat(there.refused(shared(name)).blockers())
                .singleElement()
                .satisfies(blocker -> assertThat(blocker.mode()).isEqualTo(LockMode.EXCLUSIVE));
        here.released(writer);
        there.take(shared(name));
    }

    @Test
    void writerIsRefusedUntilTheLastSharerLeft() {
        LockName name = name("shared");
        Claim one = shared(name);
        Claim two = shared(name);
        here.take(one);
        there.take(two);
        there.refused(exclusive(name));
        here.released(one);
        here.refused(exclusive(name));
        there.released(two);
        here.take(exclusive(name));
    }

    @Test
    void refusedWriterIsToldOfEverySharer() {
        LockName name = name("shared");
        here.take(by(holder("orders/1"), shared(name)));
        there.take(by(holder("orders/2"), shared(name)));
        assertThat(there.refused(exclusive(name)).blockers())
                .extracting(HoldInfo::holder)
                .containsExactlyInAnyOrder("orders/1", "orders/2");
    }

    @Test
    void sharerThatDiedDelaysAWriterByItsOwnTtlOnly() {
        LockName name = name("shared");
        Claim living = Claims.ttl(Duration.ofMinutes(10), shared(name));
        here.take(living);
        there.take(shared(name));
        elapse(TTL.plusSeconds(20));
        assertThat(there.refused(exclusive(name)).blockers()).hasSize(1);
        here.released(living);
        there.take(exclusive(name));
    }

    @Test
    void writerWaitsForARenewedSharerAfterTheOthersExpired() {
        LockName name = name("shared");
        Claim living = shared(name);
        here.take(living);
        there.take(shared(name));
        elapse(Duration.ofSeconds(40));
        here.renewed(living);
        elapse(Duration.ofSeconds(40));
        there.refused(exclusive(name));
        here.renewed(living);
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @Test
    void releaseOfOneSharerLeavesTheOthers() {
        LockName name = name("shared");
        Claim one = shared(name);
        Claim two = shared(name);
        here.take(one);
        long token = there.take(two);
        here.released(one);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        there.renewed(two);
        assertThat(here.release(one)).isIn(ReleaseOutcome.LOST, ReleaseOutcome.RELEASED);
        there.refused(exclusive(name));
        there.released(two);
    }

    @Test
    void releasesOfManySharersInOneCallFreeTheName() {
        LockName name = name("shared");
        List<Claim> sharers = IntStream.range(0, 10).mapToObj(i -> shared(name)).toList();
        sharers.forEach(here::take);
        assertThat(there.store()
                        .release(
                                sharers.stream()
                                        .map(it -> new io.holdonce.spi.Release(it.id(), it.holds(), Duration.ZERO))
                                        .toList(),
                                Caller.TIMEOUT))
                .containsOnly(ReleaseOutcome.RELEASED)
                .hasSize(10);
        here.take(exclusive(name));
    }

    @Test
    void waitingWriterHoldsNewSharersBack() {
        LockName name = name("awaited");
        Claim first = shared(name);
        here.take(first);
        there.refused(waiting(WAIT, exclusive(name)));
        List<HoldInfo> blockers = here.refused(shared(name)).blockers();
        assertThat(blockers).hasSize(1);
        assertThat(blockers.get(0).state()).isEqualTo(HoldState.AWAITED);
        assertThat(blockers.get(0).mode()).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(blockers.get(0).holder()).isEmpty();
        assertThat(blockers.get(0).fencingToken()).isZero();
        assertAbout(WAIT.minus(blockers.get(0).remaining()), Duration.ZERO);
    }

    @Test
    void sharerThatIsInMayGoOnBesideAWaitingWriter() {
        LockName name = name("awaited");
        Claim sharer = shared(name);
        long token = here.take(sharer);
        there.refused(waiting(WAIT, exclusive(name)));
        here.renewed(sharer);
        assertThat(here.take(again(sharer))).isEqualTo(token);
        here.released(sharer);
    }

    @Test
    void writerThatWaitedGetsInBeforeNewSharers() {
        LockName name = name("awaited");
        Claim sharer = shared(name);
        Claim writer = waiting(WAIT, exclusive(name));
        here.take(sharer);
        there.refused(writer);
        here.released(sharer);
        here.refused(shared(name));
        there.take(writer);
    }

    @Test
    void writerThatGaveUpHoldsSharersBackForItsWaitingTimeOnly() {
        LockName name = name("awaited");
        here.take(Claims.ttl(Duration.ofMinutes(10), shared(name)));
        there.refused(waiting(WAIT, exclusive(name)));
        here.refused(shared(name));
        elapse(WAIT.plusSeconds(10));
        here.take(shared(name));
    }

    @Test
    void writerThatGotInHoldsNobodyBackAfterwards() {
        LockName name = name("awaited");
        Claim sharer = shared(name);
        Claim writer = waiting(WAIT, exclusive(name));
        here.take(sharer);
        there.refused(writer);
        here.released(sharer);
        there.pass(writer);
        here.take(shared(name));
    }

    @Test
    void writersTryAndSharersWaitHoldNobodyBack() {
        LockName name = name("awaited");
        here.take(shared(name));
        there.refused(exclusive(name));
        there.take(shared(name));
        LockName other = name("awaited");
        Claim writer = exclusive(other);
        here.take(writer);
        there.refused(waiting(WAIT, shared(other)));
        here.released(writer);
        there.take(shared(other));
    }

    @Test
    void writerIsNotStarvedBySharersThatRelieveOneAnother() {
        LockName name = name("stream");
        Deque<Claim> inside = new ArrayDeque<>();
        inside.add(shared(name));
        here.take(inside.getFirst());
        Claim writer = waiting(WAIT, exclusive(name));
        boolean in = false;
        for (int relief = 0; relief < 20 && !in; relief++) {
            Claim next = shared(name);
            if (here.ask(next) instanceof Granted) {
                inside.add(next);
            }
            in = there.ask(writer) instanceof Granted;
            if (!in) {
                here.released(inside.removeFirst());
            }
            in = in || (inside.isEmpty() && there.ask(writer) instanceof Granted);
        }
        assertThat(in).as("the writer got in").isTrue();
    }

    @Test
    void sharersAndWritersNeverOverlap() throws Exception {
        LockName name = name("hot");
        Overlaps overlaps = new Overlaps();
        Crowd.run(8, i -> {
            Caller process = open();
            return new Hammer(
                    process,
                    overlaps,
                    () -> waiting(Duration.ofSeconds(1), i < 3 ? exclusive(name) : shared(name)),
                    25);
        });
        overlaps.assertNone();
        here.free(name);
    }
}
