// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Caller.TIMEOUT;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static io.holdonce.testkit.Claims.ttl;
import static io.holdonce.testkit.Claims.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Purging forgets what nobody uses, and never what a token or a hold depends on. */
abstract class PurgeContract extends Topic {

    private static final Duration AFTER = Duration.ofHours(1);

    PurgeContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void nameThatWasFreeForLongIsForgotten() {
        LockName released = name("released");
        LockName expired = name("expired");
        LockName together = name("together");
        here.pass(exclusive(released, together));
        here.pass(shared(released));
        here.take(exclusive(expired));
        elapse(Duration.ofHours(2));
        assertThat(there.purge(AFTER)).isEqualTo(3);
        assertForgotten(released);
        assertForgotten(expired);
        assertForgotten(together);
        assertThat(there.purge(AFTER)).isZero();
    }

    @Test
    void nameTouchedLatelyIsNotForgotten() {
        LockName released = name("released");
        LockName renewed = name("renewed");
        Claim claim = ttl(Duration.ofHours(2), exclusive(renewed));
        Claim other = ttl(Duration.ofHours(2), exclusive(released));
        here.take(claim);
        here.take(other);
        elapse(Duration.ofMinutes(50));
        here.renewed(ttl(Duration.ofSeconds(1), claim));
        here.released(other);
        elapse(Duration.ofMinutes(30));
        assertThat(there.purge(AFTER)).isZero();
        assertRemembered(released);
        assertRemembered(renewed);
    }

    @Test
    void heldNamesAreNotForgotten() {
        LockName one = name("exclusive");
        LockName two = name("shared");
        Claim writer = ttl(Duration.ofHours(24), exclusive(one));
        Claim sharer = ttl(Duration.ofHours(24), shared(two));
        here.take(writer);
        here.take(sharer);
        here.pass(shared(two));
        elapse(Duration.ofHours(2));
        assertThat(there.purge(AFTER)).isZero();
        here.renewed(writer);
        here.renewed(sharer);
    }

    @Test
    void keptNameIsNotForgotten() {
        LockName name = name("kept");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, Duration.ofHours(24));
        elapse(Duration.ofHours(2));
        assertThat(there.purge(AFTER)).isZero();
        there.refused(exclusive(name));
    }

    @Test
    void awaitedNameIsNotForgotten() {
        LockName name = name("awaited");
        Claim sharer = shared(name);
        here.take(sharer);
        there.refused(waiting(Duration.ofHours(24), exclusive(name)));
        here.released(sharer);
        elapse(Duration.ofHours(2));
        there.purge(AFTER);
        here.refused(shared(name));
    }

    @Test
    void nameWhoseTokenIsAheadOfTheClockIsNotForgotten() {
        LockName name = name("ahead");
        here.pass(exclusive(name));
        elapse(Duration.ofHours(-4));
        long token = here.pass(exclusive(name));
        elapse(Duration.ofHours(2));
        assertThat(there.purge(AFTER)).isZero();
        assertThat(there.take(exclusive(name))).isGreaterThan(token);
    }

    @Test
    void oneCallForgetsNoMoreThanItsLimit() {
        LockName[] names = {name("p"), name("p"), name("p"), name("p"), name("p")};
        for (LockName name : names) {
            here.pass(exclusive(name));
        }
        elapse(Duration.ofHours(2));
        assertThat(there.store().purge(AFTER, 2, TIMEOUT)).isEqualTo(2);
        assertThat(there.store().purge(AFTER, 2, TIMEOUT)).isEqualTo(2);
        assertThat(there.store().purge(AFTER, 2, TIMEOUT)).isEqualTo(1);
        for (LockName name : names) {
            assertForgotten(name);
        }
    }

    @Test
    void forgottenNameIsTakenLikeANewOne() {
        LockName name = name("again");
        here.pass(exclusive(name));
        elapse(Duration.ofHours(2));
        there.purge(AFTER);
        Claim claim = exclusive(name);
        here.take(claim);
        there.refused(exclusive(name));
        here.released(claim);
    }

    private void assertForgotten(LockName name) {
        assertThat(here.status(name).fencingToken()).as("token of %s", name).isZero();
    }

    private void assertRemembered(LockName name) {
        assertThat(here.status(name).fencingToken()).as("token of %s", name).isPositive();
    }
}
