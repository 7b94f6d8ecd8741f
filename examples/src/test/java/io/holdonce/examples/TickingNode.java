// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs the nightly job at fixed moments until it is killed, and prints for each tick how it went and how late it was over. */
final class TickingNode {

    private TickingNode() {}

    /** Arguments: JDBC URL, first tick in epoch milliseconds, milliseconds between ticks, holdAtLeast in milliseconds. */
    public static void main(String[] args) throws InterruptedException {
        long first = Long.parseLong(args[1]);
        long between = Long.parseLong(args[2]);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (JdbcStore store = JdbcStore.of(new UrlDataSource(args[0]));
                Locks locks = Locks.over(store)) {
            PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
            NightlyJob job = new NightlyJob(locks, Duration.ofMillis(Long.parseLong(args[3])), out);
            CountDownLatch never = new CountDownLatch(1);
            for (int tick = 0; ; tick++) {
                long due = first + tick * between;
                boolean unused = never.await(due - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
                said.reset();
                job.tick();
                long late = System.currentTimeMillis() - due;
                System.out.println(tick + " " + late + " "
                        + said.toString(StandardCharsets.UTF_8).strip());
            }
        }
    }
}
