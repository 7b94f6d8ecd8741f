// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest extends CommandTest {

    @Test
    void commandSeesLockAndTokenAndTheUserHearsWhereTheStoreIs() throws IOException {
        Invocation first = machine.run(
                "run", "nightly", "flow:a", "--", "sh", "-c", "echo \"$HOLDONCE_LOCK|$HOLDONCE_FENCING_TOKEN\"");
        Invocation second = machine.run("run", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN");

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).matches("nightly flow:a\\|\\d+\n");
        assertThat(first.err())
                .contains(machine.localStore().toString())
                .contains("other machines and other users do not see it");
        assertThat(Long.parseLong(second.out().strip()))
                .isGreaterThan(Long.parseLong(first.out().strip().split("\\|")[1]));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(machine.localStore().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void localStoreThatWasAskedForIsUsedInSilence() {
        Invocation run = machine.run("run", "--store", "local", "nightly", "--", "true");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"exit 7, 7", "exit 0, 0", "exit 255, 255", "kill -9 $$, 137", "kill -TERM $$, 143"})
    void exitCodeIsPassedOn(String script, int code) {
        assertThat(machine.run("run", "a", "--", "sh", "-c", script).exitCode()).isEqualTo(code);
    }

    @Test
    void commandThatCannotRunIsFoundOutBeforeAnythingIsLocked() throws IOException {
        Files.writeString(machine.file("text"), "no program");

        Invocation missing = machine.run("run", "a", "--", "no-such-command-anywhere");
        Invocation text = machine.run("run", "a", "--", machine.file("text").toString());

        assertThat(missing.exitCode()).isEqualTo(127);
        assertThat(missing.err())
                .contains("'no-such-command-anywhere' not found")
                .contains("PATH");
        assertThat(text.exitCode()).isEqualTo(126);
        assertThat(text.err()).contains("chmod +x");
        assertThat(machine.localStore()).doesNotExist();
    }

    @Test
    void commandKeepsItsArgumentsEnvironmentAndExtraHyphens() {
        machine.with("A.DOTTED", "kept").with("fifo", "mine").with("deadline", "mine too");

        Invocation environment = machine.run("run", "a", "--", "env");
        Invocation arguments = machine.run(
                "run", "a", "--", "sh", "-c", "for a; do echo \"<$a>\"; done", "sh", "x y", "", "--", "-n", "$HOME");

        assertThat(environment.out().lines()).contains("A.DOTTED=kept", "fifo=mine", "deadline=mine too");
        assertThat(arguments.out().lines()).containsExactly("<x y>", "<>", "<-->", "<-n>", "<$HOME>");
    }

    @Test
    void holdAtLeastOutlastsTheCommand() {
        machine.run("run", "--at-least", "1h", "tick", "--", "true");

        Invocation again = machine.run("run", "-n", "tick", "--", "true");

        assertThat(again.exitCode()).isEqualTo(75);
        assertThat(again.err()).contains("released but kept taken");
    }

    @Test
    void sharedHoldersRunTogetherAndKeepAnExclusiveOneOut() {
        Invocation reader = machine.start("run", "-s", "book", "--", "sh", "-c", "echo in; exec sleep 60");
        assertThat(reader.firstLine()).isEqualTo("in");

        assertThat(machine.run("run", "-s", "-n", "book", "--", "true").exitCode())
                .isZero();
        assertThat(machine.run("run", "-n", "book", "--", "true").exitCode()).isEqualTo(75);
    }
}
