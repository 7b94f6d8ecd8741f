// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdonce.Acquisition;
import io.holdonce.HoldState;
import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a user of {@link Locks} over this store sees: store and engine together. */
abstract class HolderSideContract extends Topic {

    /** The least the default margin allows, so that renewals come soon. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static final long LIMIT_SECONDS = 60;

    HolderSideContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void leaseIsOnRecordUnderItsHoldersLabelUntilItIsReleased() {
        LockName name = name("lease");
        Locks locks = closedAfterwards(
                Locks.builder(here.store()).holder("orders/vm-a/4711").build());
        Lease lease = locks.acquire(Locks.exclusive(name).note("nightly"));
        assertThat(onlyHold(name).holder()).isEqualTo("orders/vm-a/4711");
        assertThat(onlyHold(name).note()).isEqualTo("nightly");
        assertThat(onlyHold(name).fencingToken()).isEqualTo(lease.fencingToken());
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        there.free(name);
    }

    @Test
    void leaseIsRenewedWhileItIsHeld() {
        LockName name = name("renewed");
        try (Lease lease = locks().acquire(Locks.exclusive(name).ttl(SHORT))) {
            Eventually.within(
                    Duration.ofSeconds(LIMIT_SECONDS),
                    "a renewal is on record",
                    () -> Duration.between(onlyHold(name).since(), endOf(name)).compareTo(SHORT.plusMillis(300)) > 0);
            assertThat(lease.isValid()).isTrue();
            assertThat(onlyHold(name).state()).isEqualTo(HoldState.HELD);
        }
    }

    @Test
    void twoUsersExcludeOneAnother() {
        LockName name = name("two");
        Locks other = closedAfterwards(Locks.over(there.store()));
        try (Lease lease = locks().acquire(Locks.exclusive(name))) {
            Acquisition refused = other.tryAcquire(Locks.exclusive(name));
            assertThat(refused).isInstanceOf(Acquisition.Contended.class);
            assertThat(((Acquisition.Contended) refused).blocker())
                    .hasValueSatisfying(
                            blocker -> assertThat(blocker.fencingToken()).isEqualTo(lease.fencingToken()));
        }
        assertThat(other.tryRun(name, () -> {})).isTrue();
    }

    @Test
    void waiterGetsInWhenTheHolderLetsGo() throws Exception {
        LockName name = name("wait");
        Claim holder = exclusive(name);
        long token = here.take(holder);
        var waiting = locks().acquireAsync(Locks.exclusive(name));
        there.released(holder);
        try (Lease lease = waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            assertThat(lease.fencingToken()).isGreaterThan(token);
        }
    }

    @Test
    void leaseThatExpiredAndWasRetakenIsLostAndItsReleaseTouchesNoSuccessor() throws Exception {
        LockName name = name("retaken");
        Lease lease = locks().acquire(Locks.exclusive(name).ttl(SHORT));
        elapse(SHORT.plusSeconds(20));
        Claim successor = exclusive(name);
        long token = there.take(successor);
        assertThat(token).isGreaterThan(lease.fencingToken());
        assertThat(told(lease).kind()).isIn(Kind.GONE, Kind.DEADLINE);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        there.renewed(successor);
    }

    @Test
    void revokedLeaseInterruptsItsBody() {
        LockName name = name("revoked");
        LeaseLostException lost = catchThrowableOfType(LeaseLostException.class, () -> locks().run(
                        Locks.exclusive(name).ttl(SHORT), () -> {
                            there.revoke(name, false);
                            assertThatThrownBy(() -> new CountDownLatch(1).await(LIMIT_SECONDS, TimeUnit.SECONDS))
                                    .isInstanceOf(InterruptedException.class);
                        }));
        assertThat(lost.reason().kind()).isEqualTo(Kind.REVOKED);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shortJobOnSeveralNodesRunsOnceATick() {
        LockName name = name("tick");
        Locks other = closedAfterwards(Locks.over(there.store()));
        int runs = 0;
        for (int tick = 0; tick < 5; tick++) {
            for (Locks node : new Locks[] {locks(), other, locks()}) {
                runs += node.tryRun(Locks.exclusive(name).holdAtLeast(Duration.ofSeconds(60)), () -> {}) ? 1 : 0;
            }
            elapse(Duration.ofSeconds(80));
        }
        assertThat(runs).isEqualTo(5);
    }

    @Test
    void laterInstanceTakesOverAndTheEarlierIsTold() throws Exception {
        LockName name = name("node");
        Lease old = node(here.store()).acquire(Locks.exclusive(name).ttl(SHORT));
        // Start numbers are the store's clock, which may count in milliseconds.
        Eventually.within(Duration.ofSeconds(LIMIT_SECONDS), "the store's clock moved on", () -> there.now()
                .isAfter(onlyHold(name).since().plusMillis(50)));
        Acquisition taken = node(there.store()).tryAcquire(Locks.exclusive(name));
        assertThat(taken).isInstanceOf(Acquisition.Granted.class);
        assertThat(told(old).kind()).isIn(Kind.TAKEN_OVER, Kind.GONE);
        assertThat(old.release()).isEqualTo(ReleaseOutcome.LOST);
        assertThat(((Acquisition.Granted) taken).lease().release()).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @FaultTest(Fault.ANSWER_LOST)
    void grantWhoseAnswerIsLostIsSettledIntoOneLease() {
        LockName name = name("unknown");
        FaultyLink link = openFaulty();
        Locks locks = closedAfterwards(Locks.over(link.store()));
        locks.run(name("warm"), () -> {});
        link.loseAnswers(1);
        try (Lease lease = locks.acquire(Locks.exclusive(name))) {
            assertThat(onlyHold(name).fencingToken()).isEqualTo(lease.fencingToken());
        }
        there.free(name);
    }

    @FaultTest(Fault.ANSWER_LOST)
    void tryWhoseAnswerIsLostSaysSoAndLeavesNothingBehind() {
        LockName name = name("unknown");
        FaultyLink link = openFaulty();
        Locks locks = closedAfterwards(Locks.over(link.store()));
        locks.run(name("warm"), () -> {});
        link.loseAnswers(1);
        try {
            assertThat(locks.tryAcquire(Locks.exclusive(name)))
                    .isInstanceOfSatisfying(Acquisition.Granted.class, granted -> granted.lease()
                            .close());
        } catch (StoreUnavailableException e) {
            assertThat(e.sent()).isTrue();
        }
        Claim next = exclusive(name);
        Eventually.within(
                Duration.ofSeconds(LIMIT_SECONDS),
                "the attempt is settled long before its ttl",
                () -> there.ask(next) instanceof io.holdonce.spi.AcquireAnswer.Granted);
    }

    @FaultTest(Fault.ANSWER_LOST)
    void releaseWhoseAnswerIsLostIsSettled() {
        LockName name = name("unknown");
        FaultyLink link = openFaulty();
        Locks locks = closedAfterwards(Locks.over(link.store()));
        Lease lease = locks.acquire(Locks.exclusive(name));
        link.loseAnswers(1);
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        there.take(exclusive(name));
    }

    @FaultTest(Fault.REFUSED)
    void storeThatIsDownIsNeverMistakenForAHeldName() {
        FaultyLink link = openFaulty();
        Locks locks = closedAfterwards(
                Locks.builder(link.store()).storeTimeout(Duration.ofSeconds(1)).build());
        locks.run(name("warm"), () -> {});
        link.refuse();
        assertThatThrownBy(() -> locks.tryRun(name("down"), () -> {})).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> locks.acquire(Locks.exclusive(name("down")).waitTime(Duration.ofMillis(200))))
                .isInstanceOf(StoreUnavailableException.class);
        link.heal();
    }

    private Locks locks() {
        return closedAfterwards(Locks.over(here.store()));
    }

    private Locks node(LeaseStore store) {
        return closedAfterwards(
                Locks.builder(store).holder("node-7").takeOverPast().build());
    }

    private static LossReason told(Lease lease) throws Exception {
        return lease.lost().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
