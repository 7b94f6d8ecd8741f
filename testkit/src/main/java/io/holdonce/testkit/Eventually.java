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
        for (long polls = limit.dividedBy(POLL); !condition.getAsBoolean(); polls--) {
            if (polls == 0) {
                throw new AssertionError("Not within " + limit + ": " + what);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }
}
