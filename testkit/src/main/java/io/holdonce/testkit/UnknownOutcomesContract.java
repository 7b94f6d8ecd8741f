// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;

/** A store that does not answer is neither granted nor contended, and the claim settles what happened. */
abstract class UnknownOutcomesContract extends Topic {

    /** How long a call to a silent store is allowed; its own number, as each such case waits for it. */
    private static final Duration BRIEF = Duration.ofMillis(1_500);

    private FaultyLink link;

    @SuppressWarnings("NullAway.Init")
    UnknownOutcomesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @BeforeEach
    void openTheLinkAndUseItOnce() {
        link = openFaulty();
        // What a first call sets up must not be what gets lost.
        Caller warm = new Caller(link.store());
        warm.pass(exclusive(name("warm")));
        warm.pass(shared(name("warm")));
    }

    @FaultTest(Fault.ANSWER_LOST)
    void grantWhoseAnswerIsLostIsRecognisedWhenSentAgain() {
        for (Claim claim : claims()) {
            link.loseAnswers(1);
            assertThat(unavailable(() -> acquire(claim)).sent()).isTrue();
            List<Long> recorded = tokens(claim);
            assertThat(recorded).as("tokens on record").hasSize(claim.holds().size());
            assertThat(answered(again(claim))).isEqualTo(new AcquireAnswer.Granted(recorded.get(0)));
            assertThat(tokens(claim)).isEqualTo(recorded);
            assertThat(new Caller(link.store()).release(claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    @FaultTest(Fault.ANSWER_LOST)
    void grantWhoseAnswerIsLostKeepsOthersOutForOneTtl() {
        LockName name = name("orphan");
        link.loseAnswers(1);
        unavailable(() -> acquire(exclusive(name)));
        there.refused(exclusive(name));
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @FaultTest(Fault.ANSWER_LOST)
    void grantWhoseAnswerIsLostIsEndedByItsRelease() {
        LockName name = name("given-up");
        Claim claim = exclusive(name);
        link.loseAnswers(1);
        unavailable(() -> acquire(claim));
        assertThat(there.release(claim)).isEqualTo(ReleaseOutcome.RELEASED);
        there.take(exclusive(name));
    }

    @FaultTest(Fault.ANSWER_LOST)
    void refusalWhoseAnswerIsLostLeavesNothing() {
        LockName name = name("held");
        LockName other = name("other");
        Claim holder = exclusive(name);
        long token = there.take(holder);
        link.loseAnswers(1);
        unavailable(() -> acquire(exclusive(name, other)));
        here.free(other);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        there.renewed(holder);
    }

    @FaultTest(Fault.ANSWER_LOST)
    void renewalWhoseAnswerIsLostDidHappenAndIsRepeated() {
        for (Claim claim : claims()) {
            here.take(claim);
            elapse(Duration.ofSeconds(40));
            link.loseAnswers(1);
            assertUnknown(claim);
            elapse(Duration.ofSeconds(40));
            new Caller(link.store()).renewed(claim);
            new Caller(link.store()).released(claim);
        }
    }

    @FaultTest(Fault.ANSWER_LOST)
    void releaseWhoseAnswerIsLostFreesTheNameAndIsRepeatedWithoutHarm() {
        for (Claim claim : claims()) {
            here.take(claim);
            link.loseAnswers(1);
            assertUnclearRelease(claim);
            Claim successor =
                    exclusive(claim.holds().stream().map(hold -> hold.name()).toArray(LockName[]::new));
            there.take(successor);
            assertThat(new Caller(link.store()).release(claim)).isIn(ReleaseOutcome.LOST, ReleaseOutcome.RELEASED);
            there.renewed(successor);
            there.released(successor);
        }
    }

    @FaultTest(Fault.REFUSED)
    void storeThatCannotBeReachedIsUnavailableAndNotContended() {
        LockName name = name("down");
        Claim held = exclusive(name("held"));
        here.take(held);
        link.refuse();
        unavailable(() -> acquire(exclusive(name)));
        unavailable(() -> link.store().status(StatusQuery.of(name), BRIEF));
        unavailable(() -> link.store().now(BRIEF));
        assertUnknown(held);
        assertUnclearRelease(held);
        link.heal();
        here.free(name);
        here.renewed(held);
    }

    /** The first call may find a connection that was cut under it; the next finds none, and then nothing was sent. */
    @FaultTest(Fault.REFUSED)
    void storeThatCannotBeReachedIsKnownNotToHaveBeenSentTo() {
        link.refuse();
        StoreUnavailableException last = unavailable(() -> acquire(exclusive(name("down"))));
        for (int attempt = 0; attempt < 20 && last.sent(); attempt++) {
            last = unavailable(() -> acquire(exclusive(name("down"))));
        }
        assertThat(last.sent()).isFalse();
    }

    @FaultTest(Fault.REFUSED)
    void storeIsUsedAgainOnceItCanBeReached() {
        link.refuse();
        unavailable(() -> acquire(exclusive(name("down"))));
        link.heal();
        LockName name = name("up");
        Claim claim = exclusive(name);
        // A pool may hand out a cut connection or two before it knows.
        Eventually.within(Duration.ofSeconds(60), "the store answers again", () -> {
            try {
                return link.store().acquire(List.of(claim), Caller.TIMEOUT).get(0) instanceof AcquireAnswer.Granted;
            } catch (StoreUnavailableException e) {
                return false;
            }
        });
        there.refused(exclusive(name));
    }

    @FaultTest(Fault.SILENCE)
    void silentStoreIsUnavailableOnceTheTimeIsUp() {
        LockName name = name("silent");
        link.swallow();
        assertThat(unavailable(() -> acquire(exclusive(name))).sent()).isTrue();
        link.heal();
    }

    @FaultTest(Fault.SILENCE)
    void renewalBySilentStoreIsUnknownAndNotLost() {
        Claim claim = exclusive(name("silent"));
        here.take(claim);
        link.swallow();
        assertUnknown(claim);
        link.heal();
        here.renewed(claim);
    }

    private static List<Claim> claims() {
        return List.of(exclusive(name("one")), shared(name("shared")), exclusive(name("a"), name("b"), name("c")));
    }

    private List<AcquireAnswer> acquire(Claim claim) {
        return link.store().acquire(List.of(claim), BRIEF);
    }

    private AcquireAnswer answered(Claim claim) {
        return new Caller(link.store()).ask(claim);
    }

    private List<Long> tokens(Claim claim) {
        return claim.holds().stream()
                .flatMap(hold -> here.status(hold.name()).holds().stream())
                .map(hold -> hold.fencingToken())
                .toList();
    }

    private void assertUnknown(Claim claim) {
        try {
            assertThat(link.store().renew(List.of(Caller.renewal(claim)), BRIEF))
                    .containsExactly(new RenewAnswer.Unknown());
        } catch (StoreUnavailableException e) {
            assertThat(e).hasMessageContaining(" ");
        }
    }

    private void assertUnclearRelease(Claim claim) {
        try {
            assertThat(link.store().release(List.of(new Release(claim.id(), claim.holds(), Duration.ZERO)), BRIEF))
                    .containsExactly(ReleaseOutcome.UNKNOWN);
        } catch (StoreUnavailableException e) {
            assertThat(e).hasMessageContaining(" ");
        }
    }

    /** The failure of a call; a claim that was sent alone may also be answered as unanswered. */
    private static StoreUnavailableException unavailable(Callable<?> call) {
        StoreUnavailableException failure = catchThrowableOfType(StoreUnavailableException.class, () -> {
            if (call.call() instanceof List<?> answers
                    && !answers.isEmpty()
                    && answers.get(0) instanceof AcquireAnswer.Unanswered unanswered) {
                throw unanswered.cause();
            }
        });
        assertThat(failure).as("a store that did not answer").isNotNull().hasMessageContaining(" ");
        return failure;
    }
}
