// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstRunsTest extends CommandTest {

    @Test
    void sixAtOnceOnAnEmptyStateFolderAllRunOneAfterAnother() throws IOException {
        // Each appends that it is in and that it is out; overlapping runs would interleave.
        String script = "echo in >>\"$0\"; sleep 0.05; echo out >>\"$0\"";
        List<Invocation> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(machine.start(
                    "run",
                    "first",
                    "--",
                    "sh",
                    "-c",
                    script,
                    machine.file("log").toString()));
        }

        for (Invocation run : runs) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(Files.readAllLines(machine.file("log")))
                .containsExactly("in", "out", "in", "out", "in", "out", "in", "out", "in", "out", "in", "out");
    }
}
