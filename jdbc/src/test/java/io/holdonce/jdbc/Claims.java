// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Claims in few words. */
final class Claims {

    static final Duration TTL = Duration.ofSeconds(30);
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    static final Holder HOLDER = new Holder("tests", UUID.randomUUID(), 0, false);

    private Claims() {}

    static Claim exclusive(String... names) {
        return of(LockMode.EXCLUSIVE, names);
    }

    static Claim shared(String... names) {
        return of(LockMode.SHARED, names);
    }

    private static Claim of(LockMode mode, String... names) {
        return claim(
                Stream.of(names).map(name -> new Hold(LockName.of(name), mode)).toList());
    }

    static Claim claim(List<Hold> holds) {
        List<Hold> sorted = holds.stream()
                .sorted(Comparator.comparing(Hold::name, LockName::compareByKey))
                .toList();
        return new Claim(UUID.randomUUID(), sorted, HOLDER, TTL, Duration.ZERO, false, "");
    }

    static Claim withTtl(Claim claim, Duration ttl) {
        return new Claim(
                claim.id(), claim.holds(), claim.holder(), ttl, claim.waiting(), claim.unclear(), claim.note());
    }

    static Claim heldBy(Claim claim, Holder holder) {
        return new Claim(
                claim.id(), claim.holds(), holder, claim.ttl(), claim.waiting(), claim.unclear(), claim.note());
    }

    static AcquireAnswer acquire(LeaseStore store, Claim claim) {
        return store.acquire(List.of(claim), TIMEOUT).get(0);
    }

    static long granted(LeaseStore store, Claim claim) {
        AcquireAnswer answer = acquire(store, claim);
        if (answer instanceof AcquireAnswer.Granted granted) {
            return granted.fencingToken();
        }
        throw new AssertionError("Not granted: " + answer);
    }

    static AcquireAnswer.Contended contended(LeaseStore store, Claim claim) {
        AcquireAnswer answer = acquire(store, claim);
        if (answer instanceof AcquireAnswer.Contended contended) {
            return contended;
        }
        throw new AssertionError("Not contended: " + answer);
    }

    static ReleaseOutcome release(LeaseStore store, Claim claim) {
        return release(store, claim, Duration.ZERO);
    }

    static ReleaseOutcome release(LeaseStore store, Claim claim, Duration atLeast) {
        return store.release(List.of(new Release(claim.id(), claim.holds(), atLeast)), TIMEOUT)
                .get(0);
    }

    static Renewal renewal(Claim claim) {
        return new Renewal(claim.id(), claim.holds(), claim.ttl());
    }

    static RenewAnswer renew(LeaseStore store, Claim claim) {
        return store.renew(List.of(renewal(claim)), TIMEOUT).get(0);
    }
}
