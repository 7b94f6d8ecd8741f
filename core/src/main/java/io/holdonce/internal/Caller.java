// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for an answer and makes the store calls that lead to it itself: handing one to another thread and the
 * answer back would make two threads wait. Calls that come when it has gone run where all others do.
 */
final class Caller implements Executor {

    private static final @Nullable Method IS_VIRTUAL = isVirtual();

    private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
    private final Executor others;
    private boolean gone;

    Caller(Executor others) {
        this.others = others;
    }

    /** Not a virtual thread, whose interrupt closes the socket that it reads: a connection would be lost each time. */
    static boolean mayBeCurrentThread() {
        try {
            return IS_VIRTUAL == null || !(boolean) IS_VIRTUAL.invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Null before JDK 21. */
    private static @Nullable Method isVirtual() {
        try {
            return Thread.class.getMethod("isVirtual");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    public void execute(Runnable call) {
        synchronized (this) {
            if (!gone) {
                calls.add(call);
                return;
            }
        }
        others.execute(call);
    }

    /** Makes calls until the future is done, however it ended. An interrupt ends the wait between two calls, not within one. */
    void await(CompletableFuture<?> future) throws InterruptedException {
        wakeWhenDone(future);
        try {
            callUntilDone(future);
        } finally {
            leave();
        }
    }

    /** As {@link #await}, but kept from interrupts, which a pool or a driver would take for the end of the call. */
    void awaitQuietly(CompletableFuture<?> future) {
        wakeWhenDone(future);
        boolean interrupted = Thread.interrupted();
        while (!future.isDone()) {
            try {
                callUntilDone(future);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        leave();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void callUntilDone(CompletableFuture<?> future) throws InterruptedException {
        while (!future.isDone()) {
            calls.take().run();
        }
    }

    private void wakeWhenDone(CompletableFuture<?> future) {
        Calls.whenDone(future, (value, failure) -> calls.add(Wake.UP));
    }

    /** No call, it only ends the wait for one. */
    private enum Wake implements Runnable {
        UP;

        @Override
        public void run() {}
    }

    private void leave() {
        synchronized (this) {
            gone = true;
        }
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            try {
                if (call != Wake.UP) {
                    others.execute(call);
                }
            } catch (RejectedExecutionException e) {
                Events.LOG.log(Level.DEBUG, "Closed before a call could be sent; it has been answered.", e);
            }
        }
    }
}
