// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** How long a waiter pauses between two questions to the store: longer and longer, with jitter, up to half a second. */
final class Pace {

    private static final long FIRST = Duration.ofMillis(10).toNanos();
    private static final long LONGEST = Duration.ofMillis(500).toNanos();

    /** How long an exclusive waiter holds back new sharers after each refusal: it must outlast the longest pause and a call. */
    static final Duration WAITING_MARK = Duration.ofNanos(3 * LONGEST);

    private final RandomGenerator random;
    private long pause = FIRST;

    Pace(RandomGenerator random) {
        this.random = random;
    }

    /** Starts again with short pauses. */
    void hurry() {
        pause = FIRST;
    }

    long next() {
        long next = pause / 2 + random.nextLong(pause / 2);
        pause = Math.min(2 * pause, LONGEST);
        return next;
    }

    /** Not past the moment at which the first blocker ends by itself, as far as one is known. */
    long next(List<HoldInfo> blockers) {
        long next = next();
        return blockers.stream()
                .map(hold -> Math.max(hold.remaining().toNanos(), FIRST))
                .reduce(next, Math::min);
    }
}
