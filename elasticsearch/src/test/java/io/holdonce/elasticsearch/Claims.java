// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Makes claims and speaks them to a store. */
final class Claims {

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private Claims() {}

    static Claim exclusive(LockName... names) {
        return of(LockMode.EXCLUSIVE, names);
    }

    static Claim of(LockMode mode, LockName... names) {
        List<Hold> holds = Arrays.stream(names)
                .sorted(LockName::compareByKey)
                .map(name -> new Hold(name, mode))
                .toList();
        return new Claim(
                UUID.randomUUID(),
                holds,
                new Holder("test", UUID.randomUUID(), 0, false),
                Duration.ofSeconds(60),
                Duration.ZERO,
                false,
                "");
    }

    static AcquireAnswer ask(LeaseStore store, Claim claim) {
        return store.acquire(List.of(claim), TIMEOUT).get(0);
    }

    static long take(LeaseStore store, Claim claim) {
        AcquireAnswer answer = ask(store, claim);
        if (answer instanceof AcquireAnswer.Granted granted) {
            return granted.fencingToken();
        }
        throw new AssertionError(claim.holds() + ": " + answer);
    }

    static RenewAnswer renew(LeaseStore store, Claim claim) {
        return store.renew(List.of(renewal(claim)), TIMEOUT).get(0);
    }

    static Renewal renewal(Claim claim) {
        return new Renewal(claim.id(), claim.holds(), claim.ttl());
    }

    static io.holdonce.ReleaseOutcome release(LeaseStore store, Claim claim) {
        return store.release(List.of(new Release(claim.id(), claim.holds(), Duration.ZERO)), TIMEOUT)
                .get(0);
    }
}
