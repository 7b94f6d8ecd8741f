// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.jdbc.JdbcSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job of some milliseconds on three processes, ticks two seconds apart, kept taken for one second: each tick runs it once,
 * also when the processes tick at different moments.
 */
class ThreeNodesTickTest {

    private static final int NODES = 3;
    private static final int TICKS = 20;
    private static final long BETWEEN = 2_000;
    private static final long HOLD_AT_LEAST = 1_000;

    /** A tick that this machine delayed by more says nothing about locks; with 300 ms between nodes 1 s leaves no more room. */
    private static final long ON_TIME = 350;

    @Test
    void twentyTicksAreTwentyRunsTogetherAndApart(@TempDir Path together, @TempDir Path apart) throws Exception {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            var first = CompletableFuture.supplyAsync(() -> runsOfTicksOnTime(together, 0), both);
            var second = CompletableFuture.supplyAsync(() -> runsOfTicksOnTime(apart, 300), both);

            assertThat(first.get()).hasSize(TICKS).allMatch(runs -> runs == 1);
            assertThat(second.get()).hasSize(TICKS).allMatch(runs -> runs == 1);
        } finally {
            both.shutdown();
        }
    }

    private static List<Long> runsOfTicksOnTime(Path folder, long apart) {
        String url = Databases.sqlite(folder);
        JdbcSchema.of(new UrlDataSource(url)).create();
        long start = System.currentTimeMillis() + 5_000;
        List<ChildJvm> nodes = IntStream.range(0, NODES)
                .mapToObj(node -> node(url, start + node * apart))
                .toList();
        try {
            await().atMost(Duration.ofMinutes(4)).until(() -> ticksOnTime(nodes).size() >= TICKS);
            return ticksOnTime(nodes).values().stream()
                    .limit(TICKS)
                    .map(told -> told.stream().filter(Told::ran).count())
                    .toList();
        } finally {
            nodes.forEach(ChildJvm::close);
        }
    }

    private static ChildJvm node(String url, long start) {
        try {
            return new ChildJvm(TickingNode.class, url, "" + start, "" + BETWEEN, "" + HOLD_AT_LEAST);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Told(int tick, long late, boolean ran) {
        static Told of(String line) {
            String[] words = line.split(" ");
            return new Told(Integer.parseInt(words[0]), Long.parseLong(words[1]), words[2].equals("ran"));
        }
    }

    /** The ticks that every node told of in time, and before which no node was late either. */
    private static Map<Integer, List<Told>> ticksOnTime(List<ChildJvm> nodes) {
        Map<Integer, List<Told>> all = new TreeMap<>();
        nodes.stream()
                .flatMap(node -> node.lines().stream())
                .filter(line -> line.matches("\\d+ -?\\d+ (ran \\d+|skipped)"))
                .map(Told::of)
                .forEach(told -> all.computeIfAbsent(told.tick, tick -> new ArrayList<>())
                        .add(told));
        Map<Integer, List<Told>> good = new TreeMap<>();
        all.forEach((tick, told) -> {
            if (inTime(told) && (tick == 0 || inTime(all.getOrDefault(tick - 1, List.of())))) {
                good.put(tick, told);
            }
        });
        return good;
    }

    private static boolean inTime(List<Told> told) {
        return told.size() == NODES && told.stream().allMatch(one -> one.late <= ON_TIME);
    }
}
