// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/** Acquire and release on a real node of Elasticsearch 8, beside ShedLock's provider for it; in turn, round by round. */
final class SearchBench {

    private static final String BEGIN = "<!-- elasticsearch:begin -->";
    private static final String END = "<!-- elasticsearch:end -->";
    private static final int THREADS = 8;
    private static final int WARM_UP = 4;

    /** What is aimed at: pairs of one thread, as a multiple of ShedLock's. */
    private static final double TARGET = 3;

    private final Duration sample;
    private final int rounds;
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int checked;

    SearchBench(Duration sample, int rounds) {
        this.sample = sample;
        this.rounds = rounds;
    }

    /** Returns what was wrong in the histories. */
    List<String> run() throws Exception {
        try (TestNode node = TestNode.start(Engine.ELASTICSEARCH_8, Map.of())) {
            HttpHost host = new HttpHost("127.0.0.1", node.port());
            Map<String, Function<RestClient, Contender>> kinds = new LinkedHashMap<>();
            kinds.put("Holdonce", HoldonceSearchContender::new);
            kinds.put("ShedLock", ShedLockSearchContender::new);
            Map<String, Contender> clients = new LinkedHashMap<>();
            kinds.forEach((name, kind) -> clients.put(
                    name,
                    kind.apply(RestClient.builder(host)
                            .setHttpClientConfigCallback(http -> http.setMaxConnPerRoute(Contender.POOL))
                            .build())));
            for (int round = -WARM_UP; round < rounds; round++) {
                List<String> order = new ArrayList<>(clients.keySet());
                Collections.rotate(order, round);
                for (int threads : List.of(1, THREADS)) {
                    for (String name : order) {
                        measure(name, clients.get(name), threads, round);
                    }
                }
            }
            clients.values().forEach(Contender::close);
        }
        return problems;
    }

    /** The rounds before the first only warm up the client and the node. */
    private void measure(String name, Contender client, int threads, int round) throws InterruptedException {
        Load.Outcome outcome = new Load(i -> client, i -> "own-" + i, Duration.ZERO).run(threads, sample);
        checked += outcome.grants().size();
        problems.addAll(HistoryChecker.problems(outcome.grants()));
        outcome.failures().forEach(failure -> problems.add(name + ": " + failure));
        if (outcome.grants().isEmpty()) {
            throw new IllegalStateException(name + " granted nothing");
        }
        if (round >= 0) {
            Bench.say("  Elasticsearch 8, round %d, %d threads, %s: %,.0f/s"
                    .formatted(round + 1, threads, name, outcome.pairsPerSecond()));
            rates.computeIfAbsent(name + '/' + threads, key -> new ArrayList<>())
                    .add(outcome.pairsPerSecond());
        }
    }

    String markdown(String facts) {
        double ratio = median("Holdonce", 1) / median("ShedLock", 1);
        return """
                %s One node, one shard, `translog.durability: request`; medians of %d interleaved rounds, lowest and highest in brackets;
                acquire + release per second. All %,d grants passed the checker. ShedLock's provider is the last that is published
                (5.13.0); none for OpenSearch is.

                | | Holdonce | ShedLock | ratio |
                | --- | --- | --- | --- |
                | One thread, a free name | %s | %s | %.2f |
                | Eight threads, a name each | %s | %s | %.2f |

                Target: at least %.0f times ShedLock with one thread. **%s.** Both send two scripted updates a pair, each flushed by the node;
                ShedLock's also force a refresh of the index, which Holdonce never needs, since no search decides anything.
                """.formatted(
                        facts,
                        rounds,
                        checked,
                        text("Holdonce", 1),
                        text("ShedLock", 1),
                        ratio,
                        text("Holdonce", THREADS),
                        text("ShedLock", THREADS),
                        median("Holdonce", THREADS) / median("ShedLock", THREADS),
                        TARGET,
                        ratio >= TARGET ? "Met" : "Not met");
    }

    private double median(String name, int threads) {
        List<Double> sorted = new ArrayList<>(rates.get(name + '/' + threads));
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private String text(String name, int threads) {
        List<Double> all = rates.get(name + '/' + threads);
        return "%s (%s–%s)"
                .formatted(
                        Numbers.text(median(name, threads)),
                        Numbers.text(Collections.min(all)),
                        Numbers.text(Collections.max(all)));
    }

    /** Into the page of the documentation, between its marks. */
    void write(Path page, String facts) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("The page lacks the marks " + BEGIN + " and " + END);
        }
        Files.writeString(
                page,
                text.substring(0, begin + BEGIN.length()) + "\n\n" + markdown(facts) + "\n" + text.substring(end));
    }
}
