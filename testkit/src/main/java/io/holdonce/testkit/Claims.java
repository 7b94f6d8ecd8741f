// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Makes claims; each has a new id, and what is not said has a default. */
final class Claims {

    static final Duration TTL = Duration.ofSeconds(60);

    private Claims() {}

    static Claim exclusive(LockName... names) {
        return of(holds(LockMode.EXCLUSIVE, names));
    }

    static Claim shared(LockName... names) {
        return of(holds(LockMode.SHARED, names));
    }

    static Claim in(LockMode mode, LockName... names) {
        return of(holds(mode, names));
    }

    static Claim of(List<Hold> holds) {
        List<Hold> sorted = holds.stream()
                .sorted((a, b) -> LockName.compareByKey(a.name(), b.name()))
                .toList();
        return new Claim(UUID.randomUUID(), sorted, holder("kit"), TTL, Duration.ZERO, false, "");
    }

    static List<Hold> holds(LockMode mode, LockName... names) {
        return Arrays.stream(names).map(name -> new Hold(name, mode)).toList();
    }

    static List<Hold> both(List<Hold> some, List<Hold> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** An instance that takes nothing over. */
    static Holder holder(String label) {
        return new Holder(label, UUID.randomUUID(), 0, false);
    }

    static Claim ttl(Duration ttl, Claim claim) {
        return new Claim(
                claim.id(), claim.holds(), claim.holder(), ttl, claim.waiting(), claim.unclear(), claim.note());
    }

    static Claim by(Holder holder, Claim claim) {
        return new Claim(
                claim.id(), claim.holds(), holder, claim.ttl(), claim.waiting(), claim.unclear(), claim.note());
    }

    static Claim note(String note, Claim claim) {
        return new Claim(
                claim.id(), claim.holds(), claim.holder(), claim.ttl(), claim.waiting(), claim.unclear(), note);
    }

    static Claim waiting(Duration waiting, Claim claim) {
        return claim.again(waiting, claim.unclear());
    }

    /** The same claim, as it is sent after an answer that did not come. */
    static Claim again(Claim claim) {
        return claim.again(claim.waiting(), true);
    }
}
