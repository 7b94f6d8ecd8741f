// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A process that holds a lock of every contender is killed while others wait for them: how long until they have them. */
final class Takeover {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final Clients clients;
    private final Duration ttl;
    private final Results results;

    Takeover(Clients clients, Options options, Results results) {
        this.clients = clients;
        this.ttl = ttl(options);
        this.results = results;
    }

    static Duration ttl(Options options) {
        return Duration.ofSeconds(options.quick() ? 3 : 6);
    }

    /** A lock that the doomed process holds. */
    private record Doomed(long called, long granted, long validUntil, long token) {}

    void run() throws Exception {
        String name = "doomed-" + NAMES.incrementAndGet();
        List<ContenderKind> kinds = clients.order(0);
        Process process = start(name, kinds);
        try {
            Map<ContenderKind, Doomed> held = read(process);
            Map<ContenderKind, CompletableFuture<Grant>> waiting = new EnumMap<>(ContenderKind.class);
            held.keySet().forEach(kind -> waiting.put(kind, waitFor(kind, name + '-' + kind.name())));
            long killed = System.nanoTime();
            process.destroyForcibly().waitFor();
            for (Map.Entry<ContenderKind, Doomed> each : held.entrySet()) {
                ContenderKind kind = each.getKey();
                CompletableFuture<Grant> grant = waiting.get(kind);
                if (grant != null) {
                    judge(kind, each.getValue(), killed, grant);
                }
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private void judge(ContenderKind kind, Doomed doomed, long killed, CompletableFuture<Grant> next) {
        EngineKind engine = clients.engine();
        Grant grant;
        try {
            grant = next.get(5 * ttl.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            results.failed(engine, Measure.TAKEOVER, kind, e.toString());
            return;
        }
        double afterKill = (grant.granted() - killed) / 1e9;
        results.add(engine, Measure.TAKEOVER, kind, afterKill);
        if (kind != ContenderKind.SESSION) {
            results.add(
                    engine, Measure.TAKEOVER_LATE, kind, (grant.granted() - doomed.granted() - ttl.toNanos()) / 1e9);
        }
        Grant first = new Grant(
                grant.lock(),
                -1,
                doomed.called(),
                doomed.granted(),
                killed,
                killed,
                doomed.validUntil(),
                doomed.token());
        // The dead cannot act, but a paused one could have: its validity counts to the end, except where the server
        // knows.
        Grant believed = kind == ContenderKind.SESSION
                ? first
                : new Grant(
                        grant.lock(),
                        -1,
                        doomed.called(),
                        doomed.granted(),
                        doomed.validUntil(),
                        doomed.validUntil(),
                        doomed.validUntil(),
                        doomed.token());
        results.checked(engine, kind, 2, HistoryChecker.problems(new ArrayList<>(List.of(believed, grant))));
        Bench.say("  %-24s %,10.2f s after the kill".formatted(kind.title, afterKill));
    }

    private CompletableFuture<Grant> waitFor(ContenderKind kind, String name) {
        CompletableFuture<Grant> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        long called = System.nanoTime();
                        Contender.Held held = clients.client(kind, 1).acquire(name);
                        long granted = System.nanoTime();
                        held.release();
                        result.complete(new Grant(
                                name,
                                0,
                                called,
                                granted,
                                System.nanoTime(),
                                System.nanoTime(),
                                held.validUntil(),
                                held.token()));
                    } catch (Exception e) {
                        result.completeExceptionally(e);
                    }
                },
                "takeover-" + kind);
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private Process start(String name, List<ContenderKind> kinds) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DoomedHolder.class.getName(),
                clients.engine().name(),
                clients.server().url(),
                clients.server().advisedUrl(),
                Long.toString(ttl.toMillis()),
                name));
        kinds.forEach(kind -> command.add(kind.name()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Map<ContenderKind, Doomed> read(Process process) throws Exception {
        Map<ContenderKind, Doomed> held = new EnumMap<>(ContenderKind.class);
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); !"ALL".equals(line); line = output.readLine()) {
            if (line == null) {
                throw new IllegalStateException("The process that was to hold the locks ended.");
            }
            String[] words = line.split(" ", -1);
            held.put(
                    ContenderKind.valueOf(words[0]),
                    new Doomed(
                            Long.parseLong(words[1]),
                            Long.parseLong(words[2]),
                            Long.parseLong(words[3]),
                            Long.parseLong(words[4])));
        }
        return held;
    }
}
