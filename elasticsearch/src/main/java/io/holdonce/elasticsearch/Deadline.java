// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long a call may still take, by the monotonic clock. */
final class Deadline {

    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    static Deadline after(Duration timeout) {
        // A century is as good as for ever, and cannot overflow.
        long nanos = timeout.compareTo(Duration.ofDays(36_500)) > 0
                ? TimeUnit.DAYS.toNanos(36_500)
                : Math.max(0, timeout.toNanos());
        return new Deadline(System.nanoTime() + nanos);
    }

    /** At least a millisecond, so that it is never mistaken for "no limit". */
    Duration left() {
        return Duration.ofMillis(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
    }

    boolean passed() {
        return end - System.nanoTime() <= 0;
    }

    /** Lets others finish what is in the way; longer each round, and by chance, so that two do not meet again. */
    boolean pause(int round) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(1L << Math.min(round, 6));
        long chosen =
                nanos / 2 + java.util.concurrent.ThreadLocalRandom.current().nextLong(nanos);
        if (end - System.nanoTime() < chosen) {
            return false;
        }
        LockSupport.parkNanos(chosen);
        return !Thread.currentThread().isInterrupted();
    }
}
