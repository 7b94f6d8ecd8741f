// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LossReason.Kind;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;

/** Another process holds, and is paused by SIGSTOP. */
abstract class PauseContract extends Topic {

    PauseContract(LeaseStoreContract contract) {
        super(contract);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void holderPausedBeyondItsTtlIsSucceededToldAndFencedOff() throws Exception {
        LockName name = name("paused");
        Child child = child();
        long old = child.hold(2_000, name);
        child.stop();
        Claim successor = exclusive(name);
        Eventually.within(Duration.ofMinutes(1), "the successor is in", () -> here.ask(successor) instanceof Granted);
        long token = onlyHold(name).fencingToken();
        FencedResource resource = new FencedResource();
        assertThat(resource.write(token)).isTrue();
        child.resume();
        assertThat(child.hear("lost")).isIn(Kind.DEADLINE.name(), Kind.GONE.name());
        assertThat(child.ask("valid")).isEqualTo("false");
        assertThat(Long.parseLong(child.ask("token"))).isEqualTo(old);
        assertThat(resource.write(old)).as("the paused holder's late write").isFalse();
        assertThat(child.ask("release")).isEqualTo("LOST");
        assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        assertThat(there.refused(exclusive(name)).blockers()).hasSize(1);
        here.renewed(successor);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void holderPausedForLessThanItsTtlKeepsItsLease() throws Exception {
        LockName name = name("paused");
        Child child = child();
        child.hold(TTL.multipliedBy(10).toMillis(), name);
        child.stop();
        here.refused(exclusive(name));
        child.resume();
        assertThat(child.ask("valid")).isEqualTo("true");
        assertThat(child.ask("release")).isEqualTo("RELEASED");
        here.take(exclusive(name));
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void pausedProcessDelaysNoOtherName() throws Exception {
        LockName name = name("paused");
        Child child = child();
        child.hold(TTL.multipliedBy(10).toMillis(), name);
        child.stop();
        for (int i = 0; i < 10; i++) {
            here.pass(exclusive(name("other")));
            there.refused(exclusive(name));
        }
        assertThat(here.list("")).hasSize(1);
        child.resume();
        assertThat(child.ask("release")).isEqualTo("RELEASED");
    }

    private Child child() throws Exception {
        return closedAfterwards(Child.start(harness));
    }

    /** What a lock protects, when it is well protected: it refuses a token lower than the highest it has seen. */
    private static final class FencedResource {
        private long highest;

        boolean write(long token) {
            if (token < highest) {
                return false;
            }
            highest = token;
            return true;
        }
    }
}
