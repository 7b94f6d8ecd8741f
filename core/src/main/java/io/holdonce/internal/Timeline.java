// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.concurrent.CompletableFuture;

/**
 * Time and threads as the engine sees them: real ones, simulated ones, or a test's settable ones.
 *
 * <p><b>Threads:</b> tasks of {@link #after} run one at a time, as do those of {@link #alarm}; neither may block.
 */
public interface Timeline extends AutoCloseable {

    /** The monotonic clock in nanoseconds; only differences mean something. */
    long nanos();

    /** The wall clock in nanoseconds; compared with {@link #nanos} to notice a suspended machine, never for expiry. */
    long wallNanos();

    /** Runs a short task on the timer thread. */
    Cancel after(long delayNanos, Runnable task);

    /** Runs a short task on the deadline thread, which nothing with I/O ever runs on. */
    Cancel alarm(long delayNanos, Runnable task);

    /** Runs code of the user, which may block, on a thread that nothing else needs; also after {@link #close()}. */
    void callback(Runnable userCode);

    /** Blocks until the future is done, however it ended. */
    void await(CompletableFuture<?> future) throws InterruptedException;

    @Override
    void close();

    /** Takes a scheduled task back, if it has not begun. */
    interface Cancel {
        /** Does nothing when the task has begun. */
        void cancel();
    }
}
