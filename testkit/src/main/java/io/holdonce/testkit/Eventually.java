// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come to pass; the limit is far beyond what it takes. */
final class Eventually {

    private static final Duration POLL = Duration.ofMillis(20);

    private Eventually() {}

    static void within(Duration limit, String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("Not within " + limit + ": " + what);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }
}
