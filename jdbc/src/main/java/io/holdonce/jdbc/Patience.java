// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Interrupts threads that wait for too long, where nothing else ends their wait. A look at all of them every so often: a timer
 * for each, nearly always cancelled, would wake a thread for nothing.
 */
final class Patience {

    private static final int LOOK_MILLIS = 50;

    /** For all stores; its thread ends when idle. */
    private static final Patience SHARED = new Patience();

    private final Set<Limit> limits = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "holdonce-patience");
        thread.setDaemon(true);
        return thread;
    });

    private Patience() {
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** From now on the current thread may be interrupted once the time is over, until the limit is closed. */
    static Limit limit(int millis) {
        Limit limit = new Limit(Deadline.after(Duration.ofMillis(millis)));
        SHARED.limits.add(limit);
        SHARED.look();
        return limit;
    }

    private void look() {
        if (looking.compareAndSet(false, true)) {
            Future<?> unused = timer.schedule(this::lookNow, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void lookNow() {
        limits.forEach(Limit::interruptIfOver);
        looking.set(false);
        if (!limits.isEmpty()) {
            look();
        }
    }

    /** One thread's. */
    static final class Limit implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private final Deadline deadline;
        private boolean closed;
        private boolean interrupted;

        private Limit(Deadline deadline) {
            this.deadline = deadline;
        }

        private synchronized void interruptIfOver() {
            if (!closed && !interrupted && deadline.passed()) {
                interrupted = true;
                thread.interrupt();
            }
        }

        /** Whether the thread was interrupted. */
        synchronized boolean isOver() {
            return interrupted;
        }

        /** Afterwards the thread is not interrupted, unless by others. */
        @Override
        public void close() {
            SHARED.limits.remove(this);
            synchronized (this) {
                closed = true;
                if (interrupted) {
                    Thread.interrupted();
                }
            }
        }
    }
}
