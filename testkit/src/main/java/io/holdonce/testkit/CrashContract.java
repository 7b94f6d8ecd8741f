// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.time.Duration;

/** Another process holds, and dies by {@code kill -9}. */
abstract class CrashContract extends Topic {

    CrashContract(LeaseStoreContract contract) {
        super(contract);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void anotherProcessExcludesThisOneAndIsNamed() throws Exception {
        LockName name = name("child");
        Child child = child();
        long token = child.hold(60_000, name);
        assertThat(here.refused(exclusive(name)).blockers()).singleElement().satisfies(blocker -> {
            assertThat(blocker.holder()).contains(Long.toString(child.pid()));
            assertThat(blocker.fencingToken()).isEqualTo(token);
        });
        assertThat(child.ask("release")).isEqualTo("RELEASED");
        assertThat(here.take(exclusive(name))).isGreaterThan(token);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void killedHolderKeepsItsNameForItsTtlAndNotLonger() throws Exception {
        LockName name = name("killed");
        Child child = child();
        long token = child.hold(TTL.toMillis(), name);
        child.kill();
        here.refused(exclusive(name));
        elapse(TTL.plusSeconds(20));
        assertThat(here.take(exclusive(name))).isGreaterThan(token);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void killedHoldersNameFreesByItself() throws Exception {
        LockName name = name("killed");
        Child child = child();
        long token = child.hold(2_000, name);
        child.kill();
        Claim next = exclusive(name);
        Eventually.within(Duration.ofMinutes(1), "the name is free", () -> here.ask(next) instanceof Granted);
        assertThat(onlyHold(name).fencingToken()).isGreaterThan(token);
    }

    @FaultTest(Fault.SECOND_PROCESS)
    void processKilledAmidItsGrantsLeavesTheStoreWhole() throws Exception {
        LockName name = name("churn");
        Child child = child();
        child.tell("churn " + name);
        long last = 0;
        for (int grants = 0; grants < 50; grants++) {
            long token = Long.parseLong(child.hear("token"));
            assertThat(token).isGreaterThan(last);
            last = token;
        }
        child.kill();
        here.pass(exclusive(name("other")));
        elapse(TTL.plusSeconds(20));
        Claim next = exclusive(name);
        assertThat(here.take(next)).isGreaterThan(last);
        here.renewed(next);
        here.released(next);
    }

    private Child child() throws Exception {
        return closedAfterwards(Child.start(harness));
    }
}
