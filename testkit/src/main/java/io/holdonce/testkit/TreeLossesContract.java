// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.TreeLeasesContract.granted;
import static io.holdonce.testkit.TreeLeasesContract.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldState;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.LockStatus;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Paths over time: renewed as a whole, lost as a whole, freed as a whole, and waited for without end by nobody. */
abstract class TreeLossesContract extends Topic {

    /** The least the default margin allows, so that renewals come soon. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private Locks mine;
    private Locks theirs;

    @SuppressWarnings("NullAway.Init")
    TreeLossesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @BeforeEach
    void startTwoUsers() {
        mine = locks(here.store(), "orders/mine");
        theirs = locks(there.store(), "orders/theirs");
    }

    @Test
    void renewalCoversTheWholePath() {
        LockName directory = path("renewed");
        LockName file = below(directory, "a", "file");
        Duration ttl = SHORT.multipliedBy(2);
        Lease lease = mine.acquire(Locks.exclusive(file).ttl(ttl));
        for (LockName name : List.of(directory, below(directory, "a"), file)) {
            Eventually.within(LIMIT, name + " is held for longer than its ttl", () -> {
                LockStatus status = here.status(name);
                return Duration.between(onlyHold(status).since(), status.readAt())
                                .compareTo(ttl.plusMillis(100))
                        > 0;
            });
            refused(theirs, Locks.exclusive(name));
        }
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        granted(theirs, Locks.exclusive(directory));
    }

    @Test
    void lossOfAnIntentTellsEveryLeaseBelowAndNoOther() throws Exception {
        LockName directory = path("lost");
        LockName beside = path("beside");
        List<Lease> below = new ArrayList<>();
        below.add(mine.acquire(Locks.exclusive(below(directory, "a")).ttl(SHORT)));
        below.add(mine.acquire(Locks.exclusive(below(directory, "b", "c")).ttl(SHORT)));
        below.add(mine.acquire(
                Locks.exclusive(below(directory, "d"), below(beside, "d")).ttl(SHORT)));
        Lease other = mine.acquire(Locks.exclusive(below(beside, "e")));
        assertThat(theirs.admin().revokeNow(directory, "ops", "disk is full")).isPositive();
        for (Lease lease : below) {
            assertThat(told(lease).kind()).isIn(Kind.REVOKED, Kind.GONE, Kind.DEADLINE);
            assertThat(lease.isValid()).isFalse();
            assertThat(lease.release()).isEqualTo(ReleaseOutcome.LOST);
        }
        assertThat(other.isValid()).isTrue();
        assertThat(other.release()).isEqualTo(ReleaseOutcome.RELEASED);
        // Told of the loss, the holder gave the rest of each path back.
        Eventually.within(LIMIT, "nothing of the lost paths is left", () -> here.list("/kit")
                .isEmpty());
    }

    @Test
    void revokedDirectoryEndsTheLeasesBelowAndIsFreeOnceTheyLetGo() throws Exception {
        LockName directory = path("revoked");
        Lease one = mine.acquire(Locks.exclusive(below(directory, "a")).ttl(SHORT.multipliedBy(3)));
        Lease two = mine.acquire(Locks.shared(below(directory, "b", "c")).ttl(SHORT.multipliedBy(3)));
        assertThat(theirs.admin().revoke(directory, "ops", "maintenance")).isPositive();
        assertThat(told(one).kind()).isEqualTo(Kind.REVOKED);
        assertThat(told(one).detail()).contains("ops").contains("maintenance");
        assertThat(told(two).kind()).isEqualTo(Kind.REVOKED);
        one.close();
        two.close();
        theirs.acquire(Locks.exclusive(directory)).close();
    }

    @Test
    void revokedPathFreesItsDirectoriesAndLeavesItsSiblings() throws Exception {
        LockName directory = path("revoked");
        LockName file = below(directory, "file");
        Lease lease = mine.acquire(Locks.exclusive(file).ttl(SHORT));
        Lease sibling =
                mine.acquire(Locks.exclusive(below(directory, "sibling")).ttl(SHORT));
        assertThat(theirs.admin().revokeNow(file, "ops", "stuck")).isEqualTo(1);
        assertThat(told(lease).kind()).isIn(Kind.REVOKED, Kind.GONE, Kind.DEADLINE);
        lease.close();
        assertThat(sibling.isValid()).isTrue();
        refused(theirs, Locks.exclusive(directory));
        assertThat(sibling.release()).isEqualTo(ReleaseOutcome.RELEASED);
        theirs.acquire(Locks.exclusive(directory)).close();
    }

    @Test
    void pathThatExpiredWithItsDirectoryRetakenIsLostAndTouchesNoSuccessor() throws Exception {
        LockName directory = path("retaken");
        Lease lease = mine.acquire(Locks.exclusive(below(directory, "file")).ttl(SHORT));
        elapse(SHORT.plusSeconds(20));
        Lease successor = granted(theirs, Locks.exclusive(directory));
        assertThat(told(lease).kind()).isIn(Kind.GONE, Kind.DEADLINE);
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(onlyHold(directory).fencingToken()).isEqualTo(successor.fencingToken());
        assertThat(successor.release()).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @Test
    void holdAtLeastOfAPathKeepsItsDirectoriesRefusedAndItsSiblingsAdmitted() {
        LockName directory = path("kept");
        LockRequest tick = Locks.exclusive(below(directory, "tick")).holdAtLeast(Duration.ofSeconds(40));
        Lease sibling = mine.acquire(Locks.exclusive(below(directory, "sibling")));
        assertThat(granted(mine, tick).release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(sibling.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(refused(theirs, Locks.exclusive(directory)).blocker())
                .hasValueSatisfying(blocker -> assertThat(blocker.state()).isEqualTo(HoldState.KEPT));
        refused(theirs, tick);
        granted(theirs, Locks.exclusive(below(directory, "sibling"))).close();
        elapse(Duration.ofSeconds(50));
        granted(theirs, Locks.exclusive(directory));
    }

    @Test
    void laterInstanceTakesOverADirectoryFromTheEarlierOnesPaths() throws Exception {
        LockName directory = path("node");
        Lease old = node(here.store())
                .acquire(Locks.exclusive(below(directory, "file")).ttl(SHORT));
        // Start numbers are the store's clock, which may count in milliseconds.
        Eventually.within(LIMIT, "the store's clock moved on", () -> there.now()
                .isAfter(onlyHold(directory).since().plusMillis(50)));
        Lease young = granted(node(there.store()), Locks.exclusive(directory));
        assertThat(told(old).kind()).isIn(Kind.TAKEN_OVER, Kind.GONE, Kind.DEADLINE);
        assertThat(old.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(young.release()).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @Test
    void exclusiveOnADirectoryIsNotStarvedByAStreamOfOneUser() throws Exception {
        getsIn(mine, mine);
    }

    @Test
    void exclusiveOnADirectoryIsNotStarvedByStreamsOfTwoUsers() throws Exception {
        getsIn(mine, theirs);
    }

    /** Threads that relieve one another below a directory, so that something is held there at every moment. */
    private void getsIn(Locks... streams) throws Exception {
        LockName directory = path("stream");
        Locks asker = locks(open().store(), "orders/asker");
        AtomicBoolean over = new AtomicBoolean();
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Locks stream = streams[i % streams.length];
                LockName file = below(directory, "file-" + i);
                ends.add(pool.submit(() -> {
                    while (!over.get()) {
                        stream.run(Locks.exclusive(file), () -> Hammer.pause(40_000));
                    }
                }));
            }
            Eventually.within(LIMIT, "the stream is on", () -> !here.status(directory)
                    .holds()
                    .isEmpty());
            CompletableFuture<Lease> waiting = asker.acquireAsync(Locks.exclusive(directory));
            Lease lease = waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(onlyHold(directory).fencingToken()).isEqualTo(lease.fencingToken());
            over.set(true);
            lease.close();
            for (Future<?> end : ends) {
                end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            Eventually.within(LIMIT, "the directory is free", () -> here.status(directory)
                    .holds()
                    .isEmpty());
        } finally {
            over.set(true);
            pool.shutdownNow();
        }
    }

    @Test
    void waitedForPathIsGrantedOnceTheDirectoryIsFree() throws Exception {
        LockName directory = path("waited");
        Lease above = mine.acquire(Locks.exclusive(directory));
        CompletableFuture<Lease> waiting = theirs.acquireAsync(Locks.exclusive(below(directory, "a", "file")));
        CompletableFuture<Lease> cancelled = theirs.acquireAsync(Locks.exclusive(below(directory, "b", "file")));
        cancelled.cancel(true);
        above.close();
        waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
        Eventually.within(
                LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
    }

    /** The answers lost are, in turn, those about the root, the directory and the path itself. */
    @FaultTest(Fault.ANSWER_LOST)
    void pathWhoseAnswersAreLostIsSettledIntoOneLease() {
        FaultyLink link = openFaulty();
        Locks locks = locks(link.store(), "orders/cut-off");
        locks.run(name("warm"), () -> {});
        for (int lost = 1; lost <= 3; lost++) {
            LockName directory = path("unknown");
            LockName file = below(directory, "file");
            link.loseAnswers(lost);
            try (Lease lease = locks.acquire(Locks.exclusive(file))) {
                assertThat(onlyHold(file).fencingToken()).isEqualTo(lease.fencingToken());
                refused(theirs, Locks.exclusive(directory));
            }
            Eventually.within(
                    LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
        }
    }

    @FaultTest(Fault.ANSWER_LOST)
    void tryOfAPathWhoseAnswersAreLostLeavesNothingBehind() {
        FaultyLink link = openFaulty();
        Locks locks = locks(link.store(), "orders/cut-off");
        locks.run(name("warm"), () -> {});
        for (int lost = 1; lost <= 3; lost++) {
            LockName file = below(path("unknown"), "file");
            link.loseAnswers(lost);
            try {
                assertThat(locks.tryRun(file, () -> {})).isTrue();
            } catch (StoreUnavailableException e) {
                assertThat(e.sent()).isTrue();
            }
            Eventually.within(LIMIT, "the attempt is settled long before its ttl", () -> here.list("/kit")
                    .isEmpty());
        }
    }

    @FaultTest(Fault.ANSWER_LOST)
    void releaseOfAPathWhoseAnswersAreLostIsSettled() {
        FaultyLink link = openFaulty();
        Locks locks = locks(link.store(), "orders/cut-off");
        for (int lost = 1; lost <= 3; lost++) {
            LockName directory = path("unknown");
            Lease lease = locks.acquire(Locks.exclusive(below(directory, "file")));
            link.loseAnswers(lost);
            assertThat(lease.release()).isIn(ReleaseOutcome.RELEASED, ReleaseOutcome.UNKNOWN);
            Eventually.within(
                    LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
        }
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void killedProcessKeepsItsDirectoryForItsTtlAndNotLongerAndOthersKeepTheirs() throws Exception {
        LockName directory = path("killed");
        Lease living = mine.acquire(Locks.exclusive(below(directory, "living")).ttl(Duration.ofMinutes(10)));
        Child child = closedAfterwards(Child.start(harness));
        child.hold(TTL.toMillis(), below(directory, "a", "file"));
        assertThat(here.status(directory).holds()).hasSize(2);
        child.kill();
        refused(theirs, Locks.exclusive(below(directory, "a")));
        elapse(TTL.plusSeconds(20));
        granted(theirs, Locks.exclusive(below(directory, "a"))).close();
        assertThat(onlyHold(directory).remaining()).isGreaterThan(TTL);
        refused(theirs, Locks.exclusive(directory));
        assertThat(living.isValid()).isTrue();
        assertThat(living.release()).isEqualTo(ReleaseOutcome.RELEASED);
        granted(theirs, Locks.exclusive(directory));
    }

    private Locks node(LeaseStore store) {
        return closedAfterwards(
                Locks.builder(store).holder("node-7").takeOverPast().build());
    }

    private static LossReason told(Lease lease) throws Exception {
        return lease.lost().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
