// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.ttl;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A hold ends with its ttl by the store's clock, and not before. */
abstract class ExpiryContract extends Topic {

    ExpiryContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void holdLastsUntilItsTtlHasPassed() {
        LockName name = name("ttl");
        here.take(exclusive(name));
        elapse(TTL.minusSeconds(20));
        there.refused(exclusive(name));
        elapse(Duration.ofSeconds(40));
        there.take(exclusive(name));
    }

    @Test
    void sharerLastsUntilItsTtlHasPassed() {
        LockName name = name("ttl");
        here.take(shared(name));
        elapse(TTL.minusSeconds(20));
        there.refused(exclusive(name));
        elapse(Duration.ofSeconds(40));
        there.take(exclusive(name));
    }

    @Test
    void eachHoldHasItsOwnTtl() {
        LockName brief = name("brief");
        LockName lasting = name("lasting");
        here.take(ttl(Duration.ofSeconds(30), exclusive(brief)));
        here.take(ttl(Duration.ofHours(24), exclusive(lasting)));
        elapse(Duration.ofMinutes(5));
        there.take(exclusive(brief));
        there.refused(exclusive(lasting));
    }

    @Test
    void expiredHoldIsNoLongerReported() {
        LockName name = name("ttl");
        long token = here.take(exclusive(name));
        elapse(TTL.plusSeconds(20));
        there.free(name);
        assertThat(there.status(name).fencingToken()).isEqualTo(token);
    }

    @Test
    void remainingTimeShrinksAsTheStoresTimePasses() {
        LockName name = name("ttl");
        here.take(exclusive(name));
        elapse(Duration.ofSeconds(25));
        assertAbout(TTL.minus(onlyHold(name).remaining()), Duration.ofSeconds(25));
        assertAbout(onlyHold(name).renewedAgo(), Duration.ofSeconds(25));
    }

    /** The one case that waits, so that a store whose clock stands still is found out. */
    @Test
    void timePassesInTheStoreByItself() {
        LockName name = name("brief");
        here.take(ttl(Duration.ofMillis(300), exclusive(name)));
        Claim next = exclusive(name);
        Eventually.within(Duration.ofSeconds(30), "the hold ends by itself", () -> there.ask(next) instanceof Granted);
    }
}
