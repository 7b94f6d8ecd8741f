// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However it ends, nothing of the command outlives the lock. */
class EndingTest extends CommandTest {

    /** Starts a shell, a child, and a grandchild in a group of its own, and prints their process ids and the token. */
    private static final String FAMILY =
            "sleep 600 & a=$!; timeout 600 sleep 601 & b=$!; echo $$ $a $b $HOLDONCE_FENCING_TOKEN; wait";

    private record Family(List<Long> pids, long token) {
        static Family of(Invocation run) {
            List<Long> numbers =
                    Stream.of(run.firstLine().split(" ")).map(Long::valueOf).toList();
            return new Family(numbers.subList(0, 3), numbers.get(3));
        }

        void awaitGone(Duration within) {
            await().atMost(within).until(() -> pids.stream().noneMatch(Invocation::runs));
        }
    }

    @Test
    void killedHolderTakesItsCommandAlongAndTheNextOneGetsInWithAHigherToken() {
        Invocation run = machine.start("run", "--ttl", "3s", "nightly", "--", "sh", "-c", FAMILY);
        Family family = Family.of(run);

        run.signal("KILL");

        family.awaitGone(Duration.ofSeconds(2));
        Invocation next = machine.run("run", "-w", "30s", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN");
        assertThat(next.exitCode()).as(next.err()).isZero();
        assertThat(Long.parseLong(next.out().strip())).isGreaterThan(family.token);
        assertThat(machine.temporary()).isEmptyDirectory();
    }

    @Test
    void killedHolderTakesItsCommandAlongWithoutBashToo() throws IOException {
        machine.with("PATH", pathWithoutBash().toString());
        Invocation run = machine.start("run", "--ttl", "3s", "nightly", "--", "sh", "-c", FAMILY);
        Family family = Family.of(run);

        run.signal("KILL");

        family.awaitGone(Duration.ofSeconds(2));
    }

    private Path pathWithoutBash() throws IOException {
        Path bin = Files.createDirectory(machine.file("bin"));
        for (String tool : List.of("setsid", "sh", "mkfifo", "rm", "sleep", "timeout")) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(folder -> Path.of(folder, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(bin.resolve(tool), found);
        }
        return bin;
    }

    @Test
    void pausedHoldersCommandIsKilledAtTheDeadlineBeforeTheNextOneStarts() {
        Invocation run = machine.start("run", "--ttl", "3s", "nightly", "--", "sh", "-c", "trap '' TERM; " + FAMILY);
        Family family = Family.of(run);

        run.signal("STOP");
        Invocation next = machine.run("run", "nightly", "--", "sh", "-c", stillRunning(family));
        run.signal("CONT");

        assertThat(next.out()).isEqualTo("started\n");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(70);
        assertThat(run.err()).contains("The lease is lost");
        // The one that was paused touched nothing of its successor's.
        assertThat(machine.run("ls").err()).contains("nothing is held");
    }

    /** What the successor's command prints: a line for each of the others that still runs, and that it started. */
    static String stillRunning(Family family) {
        return stillRunning(family.pids);
    }

    static String stillRunning(List<Long> pids) {
        StringBuilder script = new StringBuilder();
        // Zombies, which nobody has waited for yet, do not run.
        pids.forEach(pid -> script.append("read -r line </proc/" + pid
                + "/stat && case \"${line##*) }\" in Z*) ;; *) echo " + pid + ";; esac; "));
        return "{ " + script + "} 2>/dev/null; echo started";
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void signalReachesTheCommandWhoseExitCodeCounts(String signal) {
        Invocation run = machine.start(
                "run",
                "nightly",
                "--",
                "sh",
                "-c",
                "trap 'echo got it; exit 3' " + signal + "; echo ready; while :; do sleep 0.05; done");
        assertThat(run.firstLine()).isEqualTo("ready");

        run.signal(signal);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.out()).isEqualTo("ready\ngot it\n");
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isZero();
    }

    @Test
    void commandThatDiesOfAForwardedSignalEndsInThatSignalsCode() {
        Invocation run = machine.start("run", "nightly", "--", "sh", "-c", FAMILY);
        Family family = Family.of(run);

        run.signal("TERM");

        assertThat(run.exitCode()).isEqualTo(143);
        assertThat(family.pids).noneMatch(Invocation::runs);
    }

    @Test
    void whatTheCommandLeavesBehindEndsWithTheLockAndTheUserIsTold() {
        Invocation run =
                machine.run("run", "nightly", "--", "sh", "-c", "sleep 600 & timeout 600 sleep 601 & echo $!; exit 4");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("left").contains("setsid");
        assertThat(Invocation.runs(Long.parseLong(run.firstLine()))).isFalse();
    }

    @Test
    void standardStreamsAreTheCommandsOwn() throws Exception {
        Invocation run = machine.start("run", "nightly", "--", "sh", "-c", "readlink /proc/$$/fd/0; echo problem >&2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("/dev/null\n");
        assertThat(run.err()).endsWith("problem\n");
        assertThat(machine.temporary()).isEmptyDirectory();
    }
}
