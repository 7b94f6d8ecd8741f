// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How long a waiter pauses between two questions to the store: about an eighth of the time it has waited, with jitter, from 10 ms
 * to half a second. So it comes late by a sixteenth of what it waited for, and who waits for long asks rarely.
 */
final class Pace {

    private static final long FIRST = Duration.ofMillis(10).toNanos();
    private static final long LONGEST = Duration.ofMillis(500).toNanos();

    /** A name that was handed on while somebody waited may be again; rarer questions would nearly always find it taken. */
    private static final long HANDED_ON = Duration.ofMillis(50).toNanos();

    /** How long an exclusive waiter holds back new sharers after each refusal: it must outlast the longest pause and a call. */
    static final Duration WAITING_MARK = Duration.ofNanos(3 * LONGEST);

    private final RandomGenerator random;
    private long pause = FIRST;
    private long newestToken;

    Pace(RandomGenerator random) {
        this.random = random;
    }

    /** Starts again with short pauses. */
    void hurry() {
        pause = FIRST;
    }

    /** After a failure: grows fast, since all who wait ask a store that has trouble. */
    long next() {
        long next = jittered();
        pause = Math.min(2 * pause, LONGEST);
        return next;
    }

    /** After a refusal. Not past the moment at which the first blocker ends by itself, as far as one is known. */
    long next(List<HoldInfo> blockers) {
        noteTurn(blockers);
        long next = jittered();
        pause = Math.min(pause + pause / 8, LONGEST);
        return blockers.stream()
                .map(hold -> Math.max(hold.remaining().toNanos(), FIRST))
                .reduce(next, Math::min);
    }

    private void noteTurn(List<HoldInfo> blockers) {
        long newest = blockers.stream().mapToLong(HoldInfo::fencingToken).max().orElse(newestToken);
        if (newest != newestToken && newestToken != 0) {
            pause = Math.min(pause, HANDED_ON);
        }
        newestToken = newest;
    }

    private long jittered() {
        return pause / 2 + random.nextLong(pause / 2);
    }
}
