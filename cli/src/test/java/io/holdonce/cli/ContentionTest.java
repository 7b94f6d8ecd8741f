// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContentionTest extends CommandTest {

    private Invocation holder() {
        Invocation holder = machine.start("run", "nightly", "--", "sh", "-c", "echo in; exec sleep 60");
        assertThat(holder.firstLine()).isEqualTo("in");
        return holder;
    }

    @Test
    void givingUpAtOnceSaysWhoHoldsItSinceWhen() {
        Invocation holder = holder();

        Invocation refused = machine.run("run", "-n", "nightly", "--", "echo", "ran");

        assertThat(refused.exitCode()).isEqualTo(75);
        assertThat(refused.err())
                .containsPattern("held EXCLUSIVE by sh/[^/ ]+/" + holder.pid() + " since \\d{4}-\\d\\d-\\d\\d \\d\\d:")
                .contains("Nothing was run");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void waitingTooLongEndsInTheAskedForCodeAndStoreErrorsDoNot() {
        Invocation holder = holder();

        Invocation timedOut = machine.run("run", "-w", "1500ms", "-E", "9", "nightly", "--", "true");
        Invocation unreachable =
                machine.run("run", "-n", "-E", "9", "--store", "jdbc:postgresql://127.0.0.1:1/x", "a", "--", "true");

        assertThat(timedOut.exitCode()).as(timedOut.err()).isEqualTo(9);
        assertThat(timedOut.err()).contains("waiting for lock 'nightly'").contains("not acquired in 1.5 s");
        assertThat(unreachable.exitCode()).isEqualTo(69);
        assertThat(holder.isAlive()).isTrue();
    }

    @Test
    void waitsForEverSayingWhoHoldsItAndThenRuns() {
        Invocation holder = holder();
        Invocation waiter = machine.start("run", "nightly", "--", "echo", "my turn");
        waiter.awaitErr("waiting for lock 'nightly', held EXCLUSIVE by sh/");

        holder.signal("TERM");

        assertThat(holder.exitCode()).isEqualTo(143);
        assertThat(waiter.exitCode()).isZero();
        assertThat(waiter.out()).isEqualTo("my turn\n");
    }

    @Test
    void signalEndsTheWaitAndLeavesNothingBehind() {
        Invocation holder = holder();
        Invocation waiter = machine.start("run", "nightly", "--", "echo", "ran");
        waiter.awaitErr("waiting");

        waiter.signal("INT");

        assertThat(waiter.exitCode()).isEqualTo(130);
        holder.signal("TERM");
        assertThat(holder.exitCode()).isEqualTo(143);
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isZero();
        assertThat(waiter.out()).isEmpty();
    }
}
