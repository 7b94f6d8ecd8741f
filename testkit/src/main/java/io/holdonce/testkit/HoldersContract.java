// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Holder;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A later instance takes over what an earlier one of the same holder left behind, and nothing else. */
abstract class HoldersContract extends Topic {

    private static final long EARLIER = 1_700_000_000_000_000L;
    private static final long LATER = EARLIER + 1;

    HoldersContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void laterInstanceTakesOverAtOnceWithAHigherToken() {
        LockName name = name("node");
        long before = here.take(by(instance("node-7", EARLIER), exclusive(name)));
        long after = there.take(by(instance("node-7", LATER), exclusive(name)));
        assertThat(after).isGreaterThanOrEqualTo(before + 64);
        assertThat(onlyHold(name).fencingToken()).isEqualTo(after);
    }

    @Test
    void earlierInstanceThatStillLivesIsToldAndTouchesNothing() {
        LockName name = name("node");
        Claim old = by(instance("node-7", EARLIER), exclusive(name));
        Claim young = by(instance("node-7", LATER), exclusive(name));
        here.take(old);
        there.take(young);
        assertThat(here.lost(old).kind()).isIn(Kind.TAKEN_OVER, Kind.GONE);
        assertThat(here.release(old)).isEqualTo(ReleaseOutcome.LOST);
        assertExactly(onlyHold(name).since(), endOf(name), TTL);
        there.renewed(young);
    }

    @Test
    void earlierInstanceTakesNothingFromALaterOne() {
        LockName name = name("node");
        Claim young = by(instance("node-7", LATER), exclusive(name));
        here.take(young);
        there.refused(by(instance("node-7", EARLIER), exclusive(name)));
        here.renewed(young);
    }

    @Test
    void instanceTakesNothingFromItself() {
        LockName name = name("node");
        Holder holder = instance("node-7", LATER);
        here.take(by(holder, exclusive(name)));
        here.refused(by(holder, exclusive(name)));
    }

    @Test
    void instanceTakesNothingFromAnotherHolder() {
        LockName name = name("node");
        here.take(by(instance("node-7", EARLIER), exclusive(name)));
        there.refused(by(instance("node-8", LATER), exclusive(name)));
        there.refused(by(instance("Node-7", LATER), exclusive(name)));
        there.refused(by(instance("node-7 ", LATER), exclusive(name)));
    }

    @Test
    void instanceWithoutTheOptionTakesNothing() {
        LockName name = name("node");
        here.take(by(instance("node-7", EARLIER), exclusive(name)));
        there.refused(by(new Holder("node-7", UUID.randomUUID(), LATER, false), exclusive(name)));
    }

    @Test
    void nothingIsTakenFromAnInstanceThatDidNotSayWhenItStarted() {
        LockName name = name("node");
        here.take(by(instance("node-7", 0), exclusive(name)));
        there.refused(by(instance("node-7", LATER), exclusive(name)));
    }

    @Test
    void sharersOfTheEarlierInstanceAreTakenOverAndOthersStay() {
        LockName name = name("node");
        here.take(by(instance("node-7", EARLIER), shared(name)));
        Claim other = by(instance("node-8", EARLIER), shared(name));
        here.take(other);
        Claim young = by(instance("node-7", LATER), exclusive(name));
        assertThat(there.refused(young).blockers()).singleElement().satisfies(blocker -> assertThat(blocker.holder())
                .isEqualTo("node-8"));
        here.released(other);
        there.take(young);
        onlyHold(name);
    }

    @Test
    void sharerTakesOverFromAWriterOfTheEarlierInstance() {
        LockName name = name("node");
        Claim old = by(instance("node-7", EARLIER), exclusive(name));
        here.take(old);
        there.take(by(instance("node-7", LATER), shared(name)));
        there.take(shared(name));
        here.lost(old);
        here.refused(exclusive(name));
    }

    @Test
    void severalNamesAreTakenOverTogether() {
        LockName a = name("a");
        LockName b = name("b");
        LockName c = name("c");
        Claim old = by(instance("node-7", EARLIER), exclusive(a, b));
        here.take(old);
        long token = there.take(by(instance("node-7", LATER), exclusive(b, c)));
        assertThat(onlyHold(b).fencingToken()).isEqualTo(token);
        here.lost(old);
        here.release(old);
        here.free(a);
        assertThat(onlyHold(b).fencingToken()).isEqualTo(token);
    }

    private static Holder instance(String label, long started) {
        return new Holder(label, UUID.randomUUID(), started, true);
    }
}
