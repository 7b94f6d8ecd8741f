// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A thousand threads of one process that wait for a name which another process holds: what that costs the server. */
final class Waiters {

    private static final int WAITERS = 1_000;
    private static final String NAME = "wanted";

    private final Clients clients;
    private final Options options;
    private final Results results;

    Waiters(Clients clients, Options options, Results results) {
        this.clients = clients;
        this.options = options;
        this.results = results;
    }

    void run(ContenderKind kind) throws Exception {
        if (!kind.waits) {
            return;
        }
        EngineKind engine = clients.engine();
        Contender waiting = clients.client(kind, 1);
        Contender.Held held = clients.client(kind, 0).acquire(NAME);
        List<Thread> threads = new ArrayList<>();
        try (ServerCounts counts = new ServerCounts(engine, clients.server().url())) {
            for (int i = 0; i < WAITERS; i++) {
                Thread thread = new Thread(() -> waitFor(waiting), "waiter-" + i);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            // At first each waiter is new, and polls begin with short pauses.
            pause(settle());
            long start = System.nanoTime();
            long before = counts.statements();
            int connections = 0;
            long end = start + measured().toNanos();
            while (System.nanoTime() - end < 0) {
                connections = Math.max(connections, waiting.connectionsInUse());
                pause(Duration.ofMillis(20));
            }
            double rate = (counts.statements() - before) * 1e9 / (System.nanoTime() - start);
            results.add(engine, Measure.WAITER_STATEMENTS, kind, rate);
            results.add(engine, Measure.WAITER_CONNECTIONS, kind, connections);
            Bench.say("  %-24s %,10.1f/s, %d connections".formatted(kind.title, rate, connections));
        } finally {
            threads.forEach(Thread::interrupt);
            held.release();
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(60));
            }
        }
    }

    private static void waitFor(Contender waiting) {
        try {
            waiting.acquire(NAME).release();
        } catch (Exception e) {
            // Interrupted, or the pool gave no connection in time: it was never meant to get it.
            return;
        }
    }

    private Duration settle() {
        return Duration.ofMillis(options.quick() ? 1_000 : 2_000);
    }

    private Duration measured() {
        return Duration.ofMillis(options.quick() ? 1_000 : 3_000);
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
