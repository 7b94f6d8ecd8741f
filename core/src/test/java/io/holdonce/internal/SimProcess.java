// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A process with clocks of its own, which can be paused (its monotonic clock goes on), suspended with its machine (the
 * monotonic clock stands still, the wall clock catches up) or crash.
 */
final class SimProcess implements Timeline {

    /** What runs in order on one thread of a real process; different lanes overtake each other. */
    enum Lane {
        TIMER,
        ALARM,
        STORE,
        CALLBACK,
        CLIENT
    }

    /** Unwinds a blocking call of a process that has crashed. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crashed", null, false, false);
        }
    }

    private static final long ENDLESS = 1_000_000 * SimWorld.SECOND;

    private record Deferred(Lane lane, Runnable action) {}

    final String name;
    final SimWorld world;
    private final SimMutant mutant;
    Engine engine;
    private final long monotonicOffset;
    private final long monotonicPpm;
    private final long wallPpm;
    private final List<Deferred> deferred = new ArrayList<>();
    private long wallStep;
    private long suspended;
    private long stoppedAt = -1;
    private boolean machineStopped;
    private boolean crashed;
    private boolean closed;
    private long resumedAt = -SimWorld.SECOND;
    private boolean everStopped;
    private int timers;
    private long answerDelay;

    SimProcess(String name, SimWorld world, SimMutant mutant) {
        this.name = name;
        this.world = world;
        this.mutant = mutant;
        // Near its overflow now and then: nothing may compare monotonic times but by their difference.
        this.monotonicOffset = world.chance(0.2)
                ? Long.MAX_VALUE - world.random.nextLong(20 * SimWorld.SECOND)
                : world.random.nextLong();
        this.monotonicPpm = world.random.nextInt(-4_000, 4_001);
        this.wallPpm = monotonicPpm + world.random.nextInt(-500, 501);
    }

    private long guestNow() {
        return (machineStopped ? stoppedAt : world.now()) - suspended;
    }

    @Override
    public long nanos() {
        long now = guestNow();
        long result = monotonicOffset + now + now / 1_000 * monotonicPpm / 1_000;
        return result + readAhead();
    }

    /** By how much the mutant's clocks are ahead when they are read right before a request is sent: to its answer. */
    private long readAhead() {
        return mutant == SimMutant.DEADLINE_FROM_ANSWER && calledBySent() ? answerDelay : 0;
    }

    private static boolean calledBySent() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(4).anyMatch(f -> f.getClassName().endsWith("HeldLease$Sent")));
    }

    /** How long the next request's answer will take, drawn before the request is sent. */
    long nextAnswerDelay(long drawnNow) {
        long result = answerDelay;
        answerDelay = drawnNow;
        return result;
    }

    @Override
    public long wallNanos() {
        if (mutant == SimMutant.NO_DOUBT) {
            return nanos();
        }
        long now = machineStopped ? stoppedAt : world.now();
        return 1_700_000_000L * SimWorld.SECOND + now + now / 1_000 * wallPpm / 1_000 + wallStep + readAhead();
    }

    void stepWall(long nanos) {
        wallStep += nanos;
    }

    @Override
    public Cancel after(long delayNanos, Runnable task) {
        return timer(Lane.TIMER, delayNanos, task);
    }

    @Override
    public Cancel alarm(long delayNanos, Runnable task) {
        if (mutant == SimMutant.NO_ALARM) {
            return () -> {};
        }
        return timer(Lane.ALARM, delayNanos, task);
    }

    @Override
    public void callback(Runnable userCode) {
        post(Lane.CALLBACK, jitter(), userCode);
    }

    private Cancel timer(Lane lane, long delayNanos, Runnable task) {
        if (closed) {
            return () -> {};
        }
        Timer timer = new Timer(lane, nanos() + delayNanos, task);
        timers++;
        if (delayNanos < ENDLESS) {
            long stretched = delayNanos - delayNanos / 1_000 * monotonicPpm / 1_000;
            post(lane, Math.max(0, stretched) + jitter(), timer);
        }
        return timer;
    }

    private final class Timer implements Runnable, Cancel {
        private final Lane lane;
        private final long due;
        private final Runnable task;
        private boolean over;

        Timer(Lane lane, long due, Runnable task) {
            this.lane = lane;
            this.due = due;
            this.task = task;
        }

        @Override
        public void run() {
            if (over || closed) {
                return;
            }
            long early = due - nanos();
            if (early > 0) {
                post(lane, early + SimWorld.MICRO, this);
                return;
            }
            cancel();
            task.run();
        }

        @Override
        public void cancel() {
            timers -= over ? 0 : 1;
            over = true;
        }
    }

    /** Runs something in this process after a delay of true time; later if it is stopped then, never if it has crashed. */
    void post(Lane lane, long delay, Runnable action) {
        world.in(delay, () -> arrive(lane, action));
    }

    private void arrive(Lane lane, Runnable action) {
        if (crashed) {
            return;
        }
        if (stoppedAt >= 0) {
            deferred.add(new Deferred(lane, action));
            return;
        }
        action.run();
    }

    private long jitter() {
        return world.chance(0.05) ? world.random.nextLong(20 * SimWorld.MILLI) : world.random.nextLong(SimWorld.MILLI);
    }

    /** Stops the process for a while, with its machine or without. */
    void stop(long nanos, boolean machine) {
        if (crashed || stoppedAt >= 0) {
            return;
        }
        world.trace(() -> name + (machine ? " suspended for " : " paused for ") + nanos / SimWorld.MILLI + " ms");
        stoppedAt = world.now();
        machineStopped = machine;
        everStopped = true;
        world.in(nanos, this::resume);
    }

    private void resume() {
        suspended += machineStopped ? world.now() - stoppedAt : 0;
        machineStopped = false;
        stoppedAt = -1;
        resumedAt = world.now();
        world.trace(() -> name + " runs again");
        Map<Lane, Long> delays = new EnumMap<>(Lane.class);
        for (Deferred action : deferred) {
            long delay = delays.computeIfAbsent(action.lane, lane -> world.random.nextLong(10 * SimWorld.MILLI));
            post(action.lane, delay, action.action);
        }
        deferred.clear();
    }

    void crash() {
        world.trace(() -> name + " crashed");
        crashed = true;
    }

    boolean crashed() {
        return crashed;
    }

    boolean closed() {
        return closed;
    }

    boolean machineStopped() {
        return machineStopped;
    }

    boolean everStopped() {
        return everStopped;
    }

    /** Whether it has been running long enough for overdue tasks to have run. */
    boolean runsSteadily() {
        return !crashed && stoppedAt < 0 && world.now() - resumedAt > 60 * SimWorld.MILLI;
    }

    int pendingTimers() {
        return timers;
    }

    @Override
    public void await(CompletableFuture<?> future) {
        while (!future.isDone() && world.step(Long.MAX_VALUE)) {
            if (crashed) {
                throw new Crash();
            }
        }
        if (!future.isDone()) {
            world.violated(name + " blocks for ever");
            throw new Crash();
        }
    }

    @Override
    public void close() {
        closed = true;
        timers = 0;
    }
}
