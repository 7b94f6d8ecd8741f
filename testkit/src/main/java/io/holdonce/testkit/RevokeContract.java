// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.again;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.holder;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldState;
import io.holdonce.LockName;
import io.holdonce.LockStatus.Revoked;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Revocation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The operator's word: renewal refuses what is revoked, and who did it and why stays on record. */
abstract class RevokeContract extends Topic {

    RevokeContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void revokedHoldIsNotRenewedAndItsHolderIsToldByWhomAndWhy() {
        LockName name = name("revoked");
        Claim claim = exclusive(name);
        here.take(claim);
        there.revoke(new Revocation(name, Optional.empty(), "alice", "disk is full", false));
        LossReason reason = here.lost(claim);
        assertThat(reason.kind()).isEqualTo(Kind.REVOKED);
        assertThat(reason.detail()).contains("alice").contains("disk is full");
    }

    @Test
    void revokedSharerIsNotRenewed() {
        LockName name = name("revoked");
        Claim claim = shared(name);
        here.take(claim);
        assertThat(there.revoke(name, false)).isEqualTo(1);
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.REVOKED);
    }

    @Test
    void revokedNameStaysTakenUntilItsTtlEnds() {
        LockName name = name("revoked");
        Claim claim = exclusive(name);
        here.take(claim);
        there.revoke(name, false);
        assertThat(onlyHold(name).state()).isEqualTo(HoldState.REVOKED);
        assertThat(there.refused(exclusive(name)).blockers())
                .singleElement()
                .satisfies(blocker -> assertThat(blocker.state()).isEqualTo(HoldState.REVOKED));
        here.lost(claim);
        elapse(TTL.plusSeconds(20));
        there.take(exclusive(name));
    }

    @Test
    void revokedNameIsFreeOnceItsHolderLetsGo() {
        LockName name = name("revoked");
        Claim claim = exclusive(name);
        here.take(claim);
        there.revoke(name, false);
        here.released(claim);
        there.take(exclusive(name));
    }

    @Test
    void revokedClaimIsNotRevivedBySendingItAgain() {
        for (Claim claim : new Claim[] {exclusive(name("revoked")), shared(name("revoked"))}) {
            here.take(claim);
            there.revoke(claim.holds().get(0).name(), false);
            here.refused(again(claim));
            here.lost(claim);
        }
    }

    @Test
    void revokingOneNameOfAClaimEndsTheClaim() {
        LockName a = name("a");
        LockName b = name("b");
        Claim claim = exclusive(a, b);
        here.take(claim);
        there.revoke(b, false);
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.REVOKED);
    }

    @Test
    void revokedNowTheNameIsFreeAtOnce() {
        LockName name = name("now");
        Claim old = exclusive(name);
        here.take(old);
        assertThat(there.revoke(name, true)).isEqualTo(1);
        there.free(name);
        Claim successor = exclusive(name);
        long token = there.take(successor);
        assertThat(here.lost(old).kind()).isIn(Kind.REVOKED, Kind.GONE);
        assertThat(here.release(old)).isEqualTo(ReleaseOutcome.LOST);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        there.renewed(successor);
    }

    @Test
    void revokedNowSharersAreAllGone() {
        LockName name = name("now");
        Claim sharer = shared(name);
        here.take(sharer);
        there.take(shared(name));
        assertThat(there.revoke(name, true)).isEqualTo(2);
        there.take(exclusive(name));
        here.lost(sharer);
    }

    @Test
    void keptNameIsFreedByRevokeNow() {
        LockName name = name("kept");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, Duration.ofHours(1));
        assertThat(there.revoke(name, true)).isEqualTo(1);
        there.take(exclusive(name));
    }

    @Test
    void onlyHoldsOfTheNamedHolderAreRevoked() {
        LockName name = name("shared");
        Claim mine = by(holder("orders/1"), shared(name));
        Claim other = by(holder("orders/2"), shared(name));
        here.take(mine);
        there.take(other);
        assertThat(there.revoke(new Revocation(name, Optional.of("orders/1"), "ops", "why", false)))
                .isEqualTo(1);
        here.lost(mine);
        there.renewed(other);
        assertThat(there.revoke(new Revocation(name, Optional.of("orders/2"), "ops", "why", true)))
                .isEqualTo(1);
        there.lost(other);
        assertThat(onlyHold(name).holder()).isEqualTo("orders/1");
    }

    @Test
    void holderWithoutAHoldOfTheNameRevokesNothing() {
        LockName name = name("held");
        Claim claim = by(holder("orders/1"), exclusive(name));
        here.take(claim);
        assertThat(there.revoke(new Revocation(name, Optional.of("orders/11"), "ops", "why", true)))
                .isZero();
        here.renewed(claim);
    }

    @Test
    void freeExpiredAndUnknownNamesHaveNothingToRevoke() {
        LockName expired = name("expired");
        LockName free = name("free");
        here.take(exclusive(expired));
        elapse(TTL.plusSeconds(20));
        here.pass(exclusive(free));
        assertThat(there.revoke(name("never"), false)).isZero();
        assertThat(there.revoke(free, true)).isZero();
        assertThat(there.revoke(expired, false)).isZero();
    }

    @Test
    void revocationIsOnRecordUntilTheNext() {
        LockName name = name("audit");
        Instant before = here.now();
        here.take(exclusive(name));
        there.revoke(new Revocation(name, Optional.empty(), "alice", "it's \"stuck\" \\ 語", true));
        Revoked first = here.status(name).lastRevoked().orElseThrow();
        assertThat(first.by()).isEqualTo("alice");
        assertThat(first.reason()).isEqualTo("it's \"stuck\" \\ 語");
        assertThat(first.at()).isBetween(before.minusSeconds(1), here.now().plusSeconds(1));
        here.pass(exclusive(name));
        assertThat(there.status(name).lastRevoked()).contains(first);
        here.take(exclusive(name));
        there.revoke(new Revocation(name, Optional.empty(), "bob", "again", false));
        assertThat(here.status(name).lastRevoked()).map(Revoked::by).contains("bob");
    }

    @Test
    void revokingAgainDoesNoHarm() {
        LockName name = name("twice");
        Claim claim = exclusive(name);
        here.take(claim);
        there.revoke(name, false);
        there.revoke(name, false);
        assertThat(onlyHold(name).state()).isEqualTo(HoldState.REVOKED);
        assertThat(here.lost(claim).kind()).isEqualTo(Kind.REVOKED);
        there.revoke(name, true);
        there.free(name);
    }

    @Test
    void nextGrantIsNotRevoked() {
        LockName name = name("next");
        Claim old = exclusive(name);
        here.take(old);
        there.revoke(name, false);
        here.released(old);
        Claim next = exclusive(name);
        there.take(next);
        assertThat(onlyHold(name).state()).isEqualTo(HoldState.HELD);
        there.renewed(next);
    }
}
