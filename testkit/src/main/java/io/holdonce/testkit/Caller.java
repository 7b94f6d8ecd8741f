// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Speaks to one store instance, one claim at a time, and checks that answers have the right shape. */
record Caller(LeaseStore store) {

    /** Long enough for a loaded machine; no case waits for it unless the store is silent. */
    static final Duration TIMEOUT = Duration.ofSeconds(20);

    AcquireAnswer ask(Claim claim) {
        List<AcquireAnswer> answers = store.acquire(List.of(claim), TIMEOUT);
        assertThat(answers).as("answers to one claim").hasSize(1);
        return answers.get(0);
    }

    /** Acquires what must be free; returns the fencing token. */
    long take(Claim claim) {
        AcquireAnswer answer = ask(claim);
        assertThat(answer).as("answer to a claim on %s", claim.holds()).isInstanceOf(AcquireAnswer.Granted.class);
        return ((AcquireAnswer.Granted) answer).fencingToken();
    }

    /** Asks for what must be held by others. */
    AcquireAnswer.Contended refused(Claim claim) {
        AcquireAnswer answer = ask(claim);
        assertThat(answer).as("answer to a claim on %s", claim.holds()).isInstanceOf(AcquireAnswer.Contended.class);
        return (AcquireAnswer.Contended) answer;
    }

    RenewAnswer renew(Claim claim) {
        List<RenewAnswer> answers = store.renew(List.of(renewal(claim)), TIMEOUT);
        assertThat(answers).as("answers to one renewal").hasSize(1);
        return answers.get(0);
    }

    void renewed(Claim claim) {
        assertThat(renew(claim)).as("renewal of %s", claim.holds()).isEqualTo(new RenewAnswer.Renewed());
    }

    LossReason lost(Claim claim) {
        RenewAnswer answer = renew(claim);
        assertThat(answer).as("renewal of %s", claim.holds()).isInstanceOf(RenewAnswer.Lost.class);
        LossReason reason = ((RenewAnswer.Lost) answer).reason();
        assertThat(reason.detail()).as("what people read of the loss").isNotBlank();
        return reason;
    }

    ReleaseOutcome release(Claim claim) {
        return release(claim, Duration.ZERO);
    }

    ReleaseOutcome release(Claim claim, Duration holdAtLeast) {
        List<ReleaseOutcome> outcomes =
                store.release(List.of(new Release(claim.id(), claim.holds(), holdAtLeast)), TIMEOUT);
        assertThat(outcomes).as("outcomes of one release").hasSize(1);
        return outcomes.get(0);
    }

    void released(Claim claim) {
        released(claim, Duration.ZERO);
    }

    void released(Claim claim, Duration holdAtLeast) {
        assertThat(release(claim, holdAtLeast))
                .as("release of %s", claim.holds())
                .isEqualTo(ReleaseOutcome.RELEASED);
    }

    /** Takes and releases a claim; returns its token. */
    long pass(Claim claim) {
        long token = take(claim);
        released(claim);
        return token;
    }

    LockStatus status(LockName name) {
        List<LockStatus> statuses = store.status(StatusQuery.of(name), TIMEOUT);
        assertThat(statuses).as("status of %s", name).hasSize(1);
        assertThat(statuses.get(0).name()).isEqualTo(name);
        return statuses.get(0);
    }

    void free(LockName... names) {
        Arrays.stream(names)
                .forEach(name ->
                        assertThat(status(name).holds()).as("holds of %s", name).isEmpty());
    }

    List<LockStatus> list(String prefix) {
        return store.status(
                new StatusQuery(Optional.empty(), prefix, Optional.empty(), Optional.empty(), 100), TIMEOUT);
    }

    int revoke(LockName name, boolean now) {
        return revoke(new Revocation(name, Optional.empty(), "ops", "maintenance", now));
    }

    int revoke(Revocation revocation) {
        return store.revoke(revocation, TIMEOUT);
    }

    int purge(Duration untouched) {
        return store.purge(untouched, 1_000, TIMEOUT);
    }

    Instant now() {
        return store.now(TIMEOUT);
    }

    static Renewal renewal(Claim claim) {
        return new Renewal(claim.id(), claim.holds(), claim.ttl());
    }
}
