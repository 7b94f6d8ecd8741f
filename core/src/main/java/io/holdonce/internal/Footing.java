// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a lease of paths stands on: an intent on every ancestor. A lease of flat names stands on nothing.
 *
 * <p><b>Threads:</b> changed only in the monitor of its {@link Intents}; its time may be asked for by any thread.
 */
final class Footing {

    static final Footing NONE = new Footing(null);

    private final @Nullable Intents intents;
    private volatile List<Intents.Intent> steps = List.of();

    /** The lease that stands on it, once it is granted. */
    @Nullable
    HeldLease lease;

    boolean left;

    Footing(@Nullable Intents intents) {
        this.intents = intents;
    }

    /** From the root on. */
    List<Intents.Intent> steps() {
        return steps;
    }

    void add(Intents.Intent step) {
        List<Intents.Intent> more = new ArrayList<>(steps);
        more.add(step);
        steps = List.copyOf(more);
    }

    void replace(Intents.Intent old, Intents.Intent by) {
        steps = steps.stream().map(step -> step == old ? by : step).toList();
    }

    boolean isNone() {
        return intents == null;
    }

    /** How long all of it may be relied on if no renewal is confirmed; not less than the given time for a flat lease. */
    long remainingNanos(long most) {
        long least = most;
        for (Intents.Intent step : steps) {
            least = Math.min(least, step.lease().remainingNanos());
        }
        return least;
    }

    /** Whether the deadline of a part has passed. */
    boolean isPast(long nanos) {
        for (Intents.Intent step : steps) {
            if (nanos - step.lease().deadline() >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Gives up its part in every intent, once. Those that nobody stands on any more are released before the future ends. */
    CompletableFuture<@Nullable Void> leave() {
        return intents == null ? CompletableFuture.completedFuture(null) : intents.leave(this);
    }
}
