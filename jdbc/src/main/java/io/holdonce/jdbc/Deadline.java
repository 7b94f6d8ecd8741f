// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long a call may still take, by the monotonic clock. */
final class Deadline {

    private final long start;
    private final long end;

    private Deadline(long start, long nanos) {
        this.start = start;
        this.end = start + nanos;
    }

    static Deadline after(Duration timeout) {
        // A century is as good as for ever, and cannot overflow.
        long nanos = timeout.compareTo(Duration.ofDays(36_500)) > 0
                ? TimeUnit.DAYS.toNanos(36_500)
                : Math.max(0, timeout.toNanos());
        return new Deadline(System.nanoTime(), nanos);
    }

    /** At least 1, so that it is never mistaken for "no limit". */
    int leftMillis() {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
    }

    /** Since it was set. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
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
