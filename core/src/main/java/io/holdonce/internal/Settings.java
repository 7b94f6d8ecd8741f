// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LocksListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a builder collected; already checked. */
public record Settings(
        String holder,
        boolean takeOverPast,
        Optional<Duration> margin,
        Duration storeTimeout,
        Duration shutdownTime,
        Duration purgeAfter,
        List<LocksListener> listeners) {

    /** Keeps an unmodifiable copy of the listeners. */
    public Settings {
        listeners = List.copyOf(listeners);
    }

    private static final Duration LEAST_MARGIN = Duration.ofMillis(500);

    /** The margin for a ttl; refuses a ttl that leaves no room for renewal. */
    Duration marginFor(Duration ttl) {
        // In nanoseconds: Duration divides by way of BigDecimal, a seventh of what a lease allocated.
        Duration fivePercent = Duration.ofNanos(ttl.toNanos() / 20);
        Duration result = margin.orElse(fivePercent.compareTo(LEAST_MARGIN) > 0 ? fivePercent : LEAST_MARGIN);
        if (ttl.compareTo(result.multipliedBy(4)) < 0) {
            throw new IllegalArgumentException("ttl " + Texts.duration(ttl)
                    + " is too short: it must be at least four times the margin of " + Texts.duration(result)
                    + ". Ask for a ttl of "
                    + Texts.duration(result.multipliedBy(4)) + " or more, or set a smaller margin on the builder.");
        }
        return result;
    }

    /** How long an answer to an acquire is worth waiting for. */
    Duration acquireTimeout(Duration ttl) {
        Duration useful = ttl.minus(marginFor(ttl));
        return storeTimeout.compareTo(useful) < 0 ? storeTimeout : useful;
    }
}
