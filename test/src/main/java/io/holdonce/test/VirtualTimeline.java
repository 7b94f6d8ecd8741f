// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.internal.Timeline;
import java.lang.System.Logger.Level;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time that a test sets. One worker runs every task in the order of its time; it goes as far as it is allowed to and no
 * further, so that what is due happens at once and what is not due does not happen.
 *
 * <p>A thread that waits for the engine lets time pass: from one due task to the next, which takes no real time, or, while
 * it waits for a lease of this very process, at the pace of real time.
 */
final class VirtualTimeline implements Timeline {

    private static final System.Logger LOG = System.getLogger("io.holdonce.test");
    private static final long PACE_MILLIS = 5;
    /** How often to look whether callbacks have ended before leaving a blocked one to itself. */
    private static final int CALLBACK_LOOKS = 200;

    private record Task(long due, long number, Runnable work) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final Object lock = new Object();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final ThreadLocal<BooleanSupplier> mayJump = ThreadLocal.withInitial(() -> () -> true);
    private final ThreadLocal<Boolean> inCallback = ThreadLocal.withInitial(() -> false);
    private final ExecutorService callbacks = Executors.newCachedThreadPool(daemons("holdonce-test-callback"));
    private volatile long now;
    private long limit;
    private long numbers;
    private int runningCallbacks;
    private boolean busy;
    private boolean closed;

    VirtualTimeline() {
        daemons("holdonce-test-time").newThread(this::work).start();
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public long wallNanos() {
        return now;
    }

    @Override
    public Cancel after(long delayNanos, Runnable task) {
        synchronized (lock) {
            Task added = new Task(now + Math.max(0, delayNanos), ++numbers, task);
            tasks.add(added);
            lock.notifyAll();
            return () -> cancel(added);
        }
    }

    private void cancel(Task task) {
        synchronized (lock) {
            tasks.remove(task);
        }
    }

    @Override
    public Cancel alarm(long delayNanos, Runnable task) {
        return after(delayNanos, task);
    }

    @Override
    public void callback(Runnable userCode) {
        synchronized (lock) {
            runningCallbacks++;
        }
        callbacks.execute(() -> {
            inCallback.set(true);
            guarded(userCode);
            synchronized (lock) {
                runningCallbacks--;
                lock.notifyAll();
            }
        });
    }

    /** Until the condition is false, this thread's waits let time jump; after that they go at the pace of real time. */
    void jumpWhile(BooleanSupplier condition) {
        mayJump.set(condition);
    }

    void jumpAlways() {
        mayJump.remove();
    }

    @Override
    public void await(CompletableFuture<?> future) throws InterruptedException {
        settle();
        while (!future.isDone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!mayJump.get().getAsBoolean()) {
                pause(future);
                moveTo(now + TimeUnit.MILLISECONDS.toNanos(PACE_MILLIS));
            } else if (!jump()) {
                pause(future);
            }
            settle();
        }
    }

    private static void pause(CompletableFuture<?> future) throws InterruptedException {
        try {
            future.get(PACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            LOG.log(Level.TRACE, "not done yet, or done otherwise; the caller looks at the future itself", e);
        }
    }

    /** Lets time pass and everything happen that falls due. */
    void advance(long nanos) throws InterruptedException {
        settle();
        moveTo(now + nanos);
        settle();
        waitForCallbacks();
        settle();
    }

    /** Goes on to the next task; false if there is none. */
    boolean jump() {
        synchronized (lock) {
            Task next = closed ? null : tasks.peek();
            if (next != null) {
                limit = Math.max(limit, next.due);
                lock.notifyAll();
            }
            return next != null;
        }
    }

    private void moveTo(long time) {
        synchronized (lock) {
            limit = Math.max(limit, time);
            lock.notifyAll();
        }
    }

    /** Waits until nothing is left that is due. */
    void settle() throws InterruptedException {
        synchronized (lock) {
            while (!closed && (busy || isDue())) {
                lock.wait();
            }
            now = Math.max(now, limit);
        }
    }

    void waitForCallbacks() throws InterruptedException {
        synchronized (lock) {
            for (int look = 0; runningCallbacks > 0 && look < CALLBACK_LOOKS && !inCallback.get(); look++) {
                lock.wait(PACE_MILLIS);
            }
        }
    }

    private boolean isDue() {
        Task next = tasks.peek();
        return next != null && next.due <= limit;
    }

    private void work() {
        for (Task task = take(); task != null; task = take()) {
            guarded(task.work);
        }
    }

    private @Nullable Task take() {
        synchronized (lock) {
            busy = false;
            lock.notifyAll();
            while (!closed && !isDue()) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return null;
                }
            }
            Task task = closed ? null : tasks.poll();
            if (task != null) {
                busy = true;
                now = Math.max(now, task.due);
            }
            return task;
        }
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "A task failed; the others go on.", e);
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        callbacks.shutdown();
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
