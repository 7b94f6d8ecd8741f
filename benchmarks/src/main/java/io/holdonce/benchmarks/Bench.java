// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs everything: engine by engine, round by round, workload by workload, and within it every contender, in rotated order. */
final class Bench {

    private static final int THREADS = 8;
    private static final Duration NO_HOLD = Duration.ZERO;

    private final Servers servers;
    private final Options options;
    private final Results results = new Results();

    Bench(Servers servers, Options options) {
        this.servers = servers;
        this.options = options;
    }

    Results run() throws Exception {
        for (EngineKind engine : options.engines()) {
            String missing = servers.missing(engine);
            if (!missing.isEmpty()) {
                results.missing(engine, missing);
                say(engine.title + " is left out: " + missing);
                continue;
            }
            say(engine.title + ": starting");
            try (Server server = servers.start(engine);
                    Clients clients = Clients.open(server, options.contenders())) {
                results.version(engine, version(server));
                run(clients);
            }
        }
        return results;
    }

    private void run(Clients clients) throws Exception {
        warmUp(clients);
        for (int round = 0; round < options.rounds(); round++) {
            flushes(clients.engine());
            for (Workload workload : options.workloads()) {
                if (!workload.once() || round == 0) {
                    say("%s, round %d of %d, %s"
                            .formatted(clients.engine().title, round + 1, options.rounds(), workload));
                    run(clients, workload, round);
                }
            }
        }
    }

    private void flushes(EngineKind engine) throws IOException {
        double rate = FlushRate.measure(options.flushTime());
        results.addFlushes(engine, rate);
        say("  %-24s %,10.0f/s".formatted("disk flushes", rate));
    }

    private void warmUp(Clients clients) {
        for (ContenderKind kind : clients.order(0)) {
            attempt(clients, Measure.OWN_NAMES, kind, () -> {
                load(clients, kind, "own").run(THREADS, options.warmUp());
                load(clients, kind, "own").run(1, options.warmUp());
            });
        }
    }

    private void run(Clients clients, Workload workload, int round) {
        if (workload == Workload.TAKEOVER) {
            attempt(clients, Measure.TAKEOVER, ContenderKind.HOLDONCE, () -> new Takeover(clients, options, results)
                    .run());
            return;
        }
        for (ContenderKind kind : clients.order(round)) {
            switch (workload) {
                case ONE_THREAD -> throughput(clients, kind, Measure.ONE_THREAD, 1, "own");
                case OWN_NAMES -> throughput(clients, kind, Measure.OWN_NAMES, THREADS, "own");
                case ONE_NAME -> throughput(clients, kind, Measure.ONE_NAME, THREADS, "one");
                case HAND_OVER -> {
                    handOver(clients, kind, Measure.HAND_OVER_SHORT, Duration.ofMillis(50), options.sample());
                    handOver(
                            clients,
                            kind,
                            Measure.HAND_OVER_LONG,
                            Duration.ofSeconds(1),
                            options.sample().multipliedBy(2));
                }
                case WAITERS ->
                    attempt(clients, Measure.WAITER_STATEMENTS, kind, () -> new Waiters(clients, options, results)
                            .run(kind));
                case COSTS -> attempt(clients, Measure.PAIR_STATEMENTS, kind, () -> costs(clients, kind));
                case TAKEOVER -> throw new IllegalStateException();
            }
        }
    }

    private static Load load(Clients clients, ContenderKind kind, String names) {
        Contender client = clients.client(kind, 0);
        return new Load(i -> client, names.equals("own") ? i -> "own-" + i : i -> "one", NO_HOLD);
    }

    private void throughput(Clients clients, ContenderKind kind, Measure measure, int threads, String names) {
        attempt(clients, measure, kind, () -> {
            Load.Outcome outcome = load(clients, kind, names).run(threads, options.sample());
            check(clients, measure, kind, outcome);
            results.add(clients.engine(), measure, kind, outcome.pairsPerSecond());
            say("  %-24s %,10.0f/s".formatted(kind.titleOn(clients.engine()), outcome.pairsPerSecond()));
            if (measure == Measure.ONE_THREAD) {
                results.addSamples(
                        clients.engine(),
                        Measure.LATENCY,
                        kind,
                        outcome.grants().stream().map(Grant::millis).toList());
            }
            if (measure == Measure.ONE_NAME) {
                results.addSamples(clients.engine(), Measure.HAND_OVER_LOCAL, kind, HandOvers.millis(outcome.grants()));
            }
        });
    }

    /** Two threads a name, one at each client, on several names at once: waiting costs little. */
    private void handOver(Clients clients, ContenderKind kind, Measure measure, Duration hold, Duration time) {
        if (!kind.waits) {
            return;
        }
        attempt(clients, measure, kind, () -> {
            Load load = new Load(i -> clients.client(kind, i % 2), i -> "hand-over-" + i / 2, hold);
            Load.Outcome outcome = load.run(2 * THREADS, time);
            check(clients, measure, kind, outcome);
            List<Double> delays = HandOvers.millis(outcome.grants());
            results.addSamples(clients.engine(), measure, kind, delays);
            say("  %-24s %,10.1f ms (%d)"
                    .formatted(
                            kind.titleOn(clients.engine()),
                            delays.isEmpty() ? 0 : Results.percentile(delays, 50),
                            delays.size()));
        });
    }

    /** What one thread's pairs cost: counted, so that one time is enough. */
    private void costs(Clients clients, ContenderKind kind) throws Exception {
        int counted = options.counted();
        Contender client = clients.client(kind, 0);
        pairs(client, counted);
        ProcessCosts used = ProcessCosts.now();
        pairs(client, counted);
        ProcessCosts after = ProcessCosts.now();
        double cpu = (after.cpuNanos() - used.cpuNanos()) / 1e3 / counted;
        double switches = (after.switches() - used.switches()) / (double) counted;
        double bytes = (after.bytes() - used.bytes()) / (double) counted;
        try (ServerCounts counts =
                new ServerCounts(clients.engine(), clients.server().url())) {
            pairs(client, 10);
            long before = counts.statements();
            pairs(client, counted);
            double statements = (counts.statements() - before) / (double) counted;
            EngineKind engine = clients.engine();
            results.add(engine, Measure.PAIR_STATEMENTS, kind, statements);
            results.add(engine, Measure.PAIR_CPU, kind, cpu);
            results.add(engine, Measure.PAIR_SWITCHES, kind, switches);
            results.add(engine, Measure.PAIR_BYTES, kind, bytes);
            say("  %-24s %,10.2f statements, %,.0f µs, %.1f switches, %,.0f bytes"
                    .formatted(kind.titleOn(clients.engine()), statements, cpu, switches, bytes));
        }
    }

    private static void pairs(Contender client, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            client.acquire("counted").release();
        }
    }

    private void check(Clients clients, Measure measure, ContenderKind kind, Load.Outcome outcome) {
        results.checked(clients.engine(), kind, outcome.grants().size(), HistoryChecker.problems(outcome.grants()));
        outcome.failures().forEach(failure -> results.failed(clients.engine(), measure, kind, failure));
    }

    /** Something that may fail without ending the run. */
    interface Step {
        void run() throws Exception;
    }

    private void attempt(Clients clients, Measure measure, ContenderKind kind, Step step) {
        try {
            step.run();
        } catch (Exception e) {
            results.failed(clients.engine(), measure, kind, e.toString());
            say("  %-24s failed: %s".formatted(kind.titleOn(clients.engine()), e));
        }
    }

    private static String version(Server server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url())) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            List<String> words = new ArrayList<>(List.of(version.split("[ -]", -1)));
            return words.get(0) + ", " + connection.getMetaData().getDriverName() + " "
                    + connection.getMetaData().getDriverVersion().split(" ", 2)[0];
        }
    }

    static void say(String text) {
        System.out.println(String.format(Locale.ROOT, "%s", text));
    }
}
