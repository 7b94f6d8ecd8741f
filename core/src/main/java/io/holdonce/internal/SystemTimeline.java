// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Real time, with a timer thread, a deadline thread and callback threads that come and go; all daemons. */
final class SystemTimeline implements Timeline {

    private static final Logger LOG = System.getLogger("io.holdonce");

    private final ScheduledThreadPoolExecutor timers = scheduler("holdonce-timer");

    /** Nearly every time-out is cancelled long before it is due; here it comes and goes without waking the timer thread. */
    private final DueQueue<Timer> timeouts =
            new DueQueue<>(this, (delay, task) -> schedule(timers, delay, task), due -> due.forEach(Timer::run));

    private final ScheduledThreadPoolExecutor alarms = scheduler("holdonce-deadline");
    private final ThreadPoolExecutor callbacks = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("holdonce-callback"));

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public Cancel after(long delayNanos, Runnable task) {
        Timer timer = new Timer(guarded(task));
        DueQueue.Slot slot = timeouts.add(nanos() + Math.max(0, delayNanos), timer);
        return () -> {
            timer.cancelled = true;
            timeouts.remove(slot);
        };
    }

    /** A task that may be cancelled between falling due and its turn. */
    private static final class Timer {
        private final Runnable task;
        private volatile boolean cancelled;

        Timer(Runnable task) {
            this.task = task;
        }

        void run() {
            if (!cancelled) {
                task.run();
            }
        }
    }

    @Override
    public Cancel alarm(long delayNanos, Runnable task) {
        return schedule(alarms, delayNanos, task);
    }

    @Override
    public void callback(Runnable userCode) {
        try {
            callbacks.execute(guarded(userCode));
        } catch (RejectedExecutionException closed) {
            // Somebody still waits for a future that this completes.
            daemons("holdonce-callback-after-close")
                    .newThread(guarded(userCode))
                    .start();
        }
    }

    @Override
    public void await(CompletableFuture<?> future) throws InterruptedException {
        try {
            future.get();
        } catch (ExecutionException | CancellationException | CompletionException e) {
            LOG.log(Level.TRACE, "ended otherwise; the caller looks at the future itself", e);
        }
    }

    @Override
    public void close() {
        timers.shutdownNow();
        alarms.shutdownNow();
        callbacks.shutdown();
    }

    private static Cancel schedule(ScheduledThreadPoolExecutor on, long delayNanos, Runnable task) {
        if (on.isShutdown()) {
            return () -> {};
        }
        ScheduledFuture<?> scheduled = on.schedule(guarded(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /** A task that throws must not end the thread or hide: every later renewal or alarm depends on it. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "A Holdonce task failed; the others go on.", e);
            }
        };
    }

    private static ScheduledThreadPoolExecutor scheduler(String name) {
        ScheduledThreadPoolExecutor result = new ScheduledThreadPoolExecutor(1, daemons(name));
        result.setRemoveOnCancelPolicy(true);
        result.setKeepAliveTime(10, TimeUnit.SECONDS);
        result.allowCoreThreadTimeOut(true);
        return result;
    }

    static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + '-' + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
