// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Things that fall due, with one timer for all of them: however many leases there are, there is one pending wake-up.
 *
 * <p><b>Threads:</b> safe; the handler runs on the timer's thread.
 */
final class DueQueue<T> {

    /** A place in the queue; equal times are told apart by their number. */
    record Slot(long due, long number) implements Comparable<Slot> {
        @Override
        public int compareTo(Slot other) {
            int byTime = Long.compare(due - other.due, 0);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final Timeline timeline;
    private final BiFunction<Long, Runnable, Timeline.Cancel> timer;
    private final Consumer<List<T>> handler;
    private final ConcurrentSkipListMap<Slot, T> queue = new ConcurrentSkipListMap<>();
    private final Object lock = new Object();
    private long slackNanos;
    private long numbers;
    private long wakeAt;
    private long wakes;
    private Timeline.@Nullable Cancel wake;

    DueQueue(Timeline timeline, BiFunction<Long, Runnable, Timeline.Cancel> timer, Consumer<List<T>> handler) {
        this.timeline = timeline;
        this.timer = timer;
        this.handler = handler;
    }

    /** Takes things along that fall due within so long after the one that woke the handler. */
    void slack(long nanos) {
        synchronized (lock) {
            slackNanos = nanos;
        }
    }

    Slot add(long due, T item) {
        synchronized (lock) {
            Slot slot = new Slot(due, ++numbers);
            queue.put(slot, item);
            wakeBy(due);
            return slot;
        }
    }

    void remove(Slot slot) {
        queue.remove(slot);
    }

    int size() {
        return queue.size();
    }

    /** Leaves an earlier wake-up in place: it finds nothing due and sets the next one, cheaper than a cancel per release. */
    private void wakeBy(long due) {
        if (wake != null && wakeAt - due <= 0) {
            return;
        }
        if (wake != null) {
            wake.cancel();
        }
        wakeAt = due;
        long number = ++wakes;
        wake = timer.apply(Math.max(0, due - timeline.nanos()), () -> fire(number));
    }

    private void fire(long number) {
        List<T> due = new ArrayList<>();
        synchronized (lock) {
            if (number != wakes) {
                // Replaced while it was about to run, too late to be cancelled; going on would leave two timers for
                // good.
                return;
            }
            wake = null;
            long now = timeline.nanos();
            for (var first = queue.firstEntry(); first != null; first = queue.firstEntry()) {
                boolean isDue = first.getKey().due() - now <= (due.isEmpty() ? 0 : slackNanos);
                if (!isDue) {
                    wakeBy(first.getKey().due());
                    break;
                }
                queue.remove(first.getKey());
                due.add(first.getValue());
            }
        }
        if (!due.isEmpty()) {
            handler.accept(due);
        }
    }
}
