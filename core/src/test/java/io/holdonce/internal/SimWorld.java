// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * True time, the queue of what happens next, and the one source of chance. Everything runs on the thread that steps it, so a
 * seed repeats a run exactly.
 */
final class SimWorld {

    static final long MICRO = 1_000;
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private record Event(long at, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean tracing;
    private Runnable afterEach = () -> {};
    private long numbers;
    private long now;
    private String violation;

    SimWorld(long seed, boolean tracing) {
        this.random = new SplittableRandom(seed);
        this.tracing = tracing;
    }

    void afterEach(Runnable check) {
        afterEach = check;
    }

    long nextNumber() {
        return ++numbers;
    }

    /** True time in nanoseconds since the world began. */
    long now() {
        return now;
    }

    void at(long time, Runnable action) {
        events.add(new Event(Math.max(time, now), ++numbers, action));
    }

    void in(long nanos, Runnable action) {
        at(now + nanos, action);
    }

    /** Lets the next thing happen if it does so before a time; false if there is none, or an invariant is broken. */
    boolean step(long before) {
        Event next = events.peek();
        if (violation != null || next == null || next.at > before) {
            return false;
        }
        events.poll();
        if (next.at > now) {
            now = next.at;
            afterEach.run();
        }
        try {
            next.action.run();
        } catch (SimProcess.Crash e) {
            trace(() -> "a call was cut off by the crash of its process");
        } catch (RuntimeException | Error e) {
            violated("a task threw " + e + " at " + e.getStackTrace()[0]);
        }
        afterEach.run();
        return violation == null;
    }

    void runUntil(long time) {
        while (step(time)) {
            continue;
        }
        now = Math.max(now, time);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** A duration between two, short ones being as likely as long ones. */
    long between(long least, long most) {
        double span = Math.log((double) most / least);
        return (long) (least * Math.exp(random.nextDouble() * span));
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    void violated(String what) {
        if (violation == null) {
            violation = what;
            trace(() -> "VIOLATED: " + what);
        }
    }

    /** Drops what would have happened next. */
    void forget() {
        events.clear();
        afterEach = () -> {};
    }

    String violation() {
        return violation;
    }

    interface Line {
        String text();
    }

    void trace(Line line) {
        if (tracing) {
            trace.add(String.format("%10.3f  %s", TimeUnit.NANOSECONDS.toMicros(now) / 1e6, line.text()));
        }
    }

    /** The last lines of the trace. */
    String trace(int lines) {
        return String.join("\n", trace.subList(Math.max(0, trace.size() - lines), trace.size()));
    }
}
