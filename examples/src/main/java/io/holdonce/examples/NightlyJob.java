// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A job that every node schedules and one node runs at each tick. Start it twice with the same JDBC URL. */
public final class NightlyJob {

    private final Locks locks;
    private final Duration holdAtLeast;
    private final PrintStream out;

    NightlyJob(Locks locks, Duration holdAtLeast, PrintStream out) {
        this.locks = locks;
        this.holdAtLeast = holdAtLeast;
        this.out = out;
    }

    // region tick
    /** Every node calls this at every tick. The job is short, so it stays taken until the slowest clock has ticked. */
    void tick() {
        boolean ran = locks.tryRun(
                exclusive(LockName.of("job", "nightly-report")).holdAtLeast(holdAtLeast),
                lease -> report(lease.fencingToken()));
        if (!ran) {
            out.println("skipped");
        }
    }
    // endregion

    private void report(long fencingToken) {
        out.println("ran " + fencingToken);
    }

    /**
     * Ticks until it is killed.
     *
     * @param args a JDBC URL, the milliseconds between ticks, the milliseconds that a run keeps the job taken at least
     * @throws InterruptedException never, in practice
     */
    public static void main(String[] args) throws InterruptedException {
        try (Locks locks = Locks.over(
                JdbcStore.builder(new UrlDataSource(args[0])).createSchema().build())) {
            NightlyJob job = new NightlyJob(locks, Duration.ofMillis(Long.parseLong(args[2])), System.out);
            var scheduler = Executors.newSingleThreadScheduledExecutor();
            var ticks = scheduler.scheduleAtFixedRate(job::tick, 0, Long.parseLong(args[1]), TimeUnit.MILLISECONDS);
            new CountDownLatch(1).await();
            ticks.cancel(false);
        }
    }
}
