// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphanTest {

    /** Starts two nodes, pauses one of them, says their process ids and waits to be killed. */
    static final class Parent {

        public static void main(String[] args) throws Exception {
            TestNode running = TestNode.start(Engine.OPENSEARCH_2, Map.of());
            TestNode paused = TestNode.start(Engine.OPENSEARCH_2, Map.of());
            paused.pause();
            System.out.println(running.pid() + " " + paused.pid());
            Thread.currentThread().join();
        }
    }

    @Test
    void nodesEndWithTheJvmThatStartedThemEvenIfItIsKilledAndTheyArePaused(@TempDir Path folder) throws Exception {
        Process parent = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dholdonce.root=" + EngineFiles.root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName()))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = parent.inputReader()) {
            List<Long> nodes = List.of(out.readLine().split(" ")).stream()
                    .map(Long::valueOf)
                    .toList();
            assertThat(nodes).hasSize(2).allMatch(OrphanTest::lives);

            parent.destroyForcibly().waitFor();

            await().atMost(Duration.ofMinutes(1)).until(() -> nodes.stream().noneMatch(OrphanTest::lives));
        } finally {
            parent.destroyForcibly();
        }
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
