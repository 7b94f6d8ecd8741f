// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Forgets, now and then and in small batches, names that have long been free. */
final class Purger {

    private static final int BATCH = 100;
    private static final long EVERY = Duration.ofHours(1).toNanos();
    private static final long BETWEEN_BATCHES = Duration.ofSeconds(1).toNanos();

    private final StorePort port;
    private final Timeline timeline;
    private final Settings settings;
    private final RandomGenerator random;
    private volatile boolean stopped;

    Purger(StorePort port, Timeline timeline, Settings settings, RandomGenerator random) {
        this.port = port;
        this.timeline = timeline;
        this.settings = settings;
        this.random = random;
    }

    void start() {
        timeline.after(EVERY / 2 + random.nextLong(EVERY), this::purge);
    }

    void stop() {
        stopped = true;
    }

    private void purge() {
        if (stopped) {
            return;
        }
        Duration timeout = settings.storeTimeout();
        Calls.whenDone(
                port.call("purge", timeout, store -> store.purge(settings.purgeAfter(), BATCH, timeout)),
                (forgotten, failure) -> {
                    if (failure != null) {
                        Events.LOG.log(Level.DEBUG, "A purge was not answered; the next one comes.", failure);
                    }
                    boolean more = forgotten != null && forgotten == BATCH;
                    timeline.after(more ? BETWEEN_BATCHES : EVERY / 2 + random.nextLong(EVERY), this::purge);
                });
    }
}
