// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a blocking store on threads of its own, so that neither an interrupt nor a stuck socket of the store reaches the
 * caller: an interrupt inside embedded H2 would close the database for the whole process. Where the store says that it can be
 * called on any thread, callers who wait make their own calls.
 */
final class BlockingStorePort implements StorePort {

    /** More concurrent calls than this only queue inside a database; a stuck one leaves the others room. */
    private static final int CALL_THREADS = 32;

    private static final Duration HOLDING_TIMEOUT = Duration.ofSeconds(1);

    private final LeaseStore store;
    private final Timeline timeline;
    private final ThreadPoolExecutor calls = pool(CALL_THREADS, "holdonce-store");
    private final Set<Call<?>> unanswered = ConcurrentHashMap.newKeySet();
    private volatile ThreadPoolExecutor renewals = pool(1, "holdonce-renewal");

    BlockingStorePort(LeaseStore store, Timeline timeline) {
        this.store = store;
        this.timeline = timeline;
    }

    @Override
    public CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout) {
        return acquire(claim, timeout, null);
    }

    @Override
    public CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout, @Nullable Caller caller) {
        return submit(on(caller), "acquire", timeout, s -> one(s.acquire(List.of(claim), timeout)), () -> {});
    }

    @Override
    public CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout) {
        return release(release, timeout, null);
    }

    @Override
    public CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout, @Nullable Caller caller) {
        return submit(on(caller), "release", timeout, s -> one(s.release(List.of(release), timeout)), () -> {});
    }

    @Override
    public @Nullable Caller caller() {
        return store.callerRuns() && Caller.mayBeCurrentThread() ? new Caller(calls) : null;
    }

    private Executor on(@Nullable Caller caller) {
        return caller == null ? calls : caller;
    }

    @Override
    public CompletableFuture<List<RenewAnswer>> renew(List<Renewal> batch, Duration timeout) {
        ThreadPoolExecutor lane = renewals;
        return submit(lane, "renew", timeout, s -> s.renew(batch, timeout), () -> abandon(lane));
    }

    @Override
    public <T> CompletableFuture<T> call(String what, Duration timeout, Function<LeaseStore, T> call) {
        return submit(calls, what, timeout, call, () -> {});
    }

    @Override
    public void holding(boolean anyLease) {
        ThreadPoolExecutor lane = renewals;
        AtomicBoolean over = new AtomicBoolean();
        Runnable tell = () -> {
            // Only what has begun can be stuck; a store that blocks here must not keep the renewals waiting for ever.
            Timeline.Cancel limit = timeline.after(HOLDING_TIMEOUT.toNanos(), () -> {
                if (!over.get()) {
                    abandon(lane);
                }
            });
            try {
                store.holding(anyLease);
            } finally {
                over.set(true);
                limit.cancel();
            }
        };
        try {
            lane.execute(() -> guarded(tell));
        } catch (RejectedExecutionException e) {
            Events.LOG.log(Level.DEBUG, "Closed before the store was told whether leases are held.", e);
        }
    }

    private static void guarded(Runnable tell) {
        try {
            tell.run();
        } catch (RuntimeException e) {
            Events.LOG.log(Level.WARNING, "The store failed to prepare for renewals; they are sent all the same.", e);
        }
    }

    @Override
    public Object identity() {
        return store;
    }

    @Override
    public void close() {
        calls.shutdown();
        renewals.shutdown();
        // The timers that would end these are about to go.
        unanswered.forEach(call -> call.answer.completeExceptionally(
                new StoreUnavailableException("These locks were closed before the store answered.", true, null)));
    }

    private static <T> T one(List<T> answers) {
        if (answers.size() != 1) {
            throw new IllegalStateException("The store gave " + answers.size() + " answers to one question.");
        }
        return answers.get(0);
    }

    /** One call: what it will answer, and how far it is. */
    private static final class Call<T> {
        final CompletableFuture<T> answer = new CompletableFuture<>();
        final AtomicReference<Step> step = new AtomicReference<>(Step.QUEUED);
    }

    private <T> CompletableFuture<T> submit(
            Executor on, String what, Duration timeout, Function<LeaseStore, T> request, Runnable whenStuck) {
        Call<T> call = new Call<>();
        unanswered.add(call);
        Timeline.Cancel timer = timeline.after(timeout.toNanos(), () -> timeOver(call, what, timeout, whenStuck));
        try {
            on.execute(() -> {
                if (call.step.compareAndSet(Step.QUEUED, Step.BEGUN)) {
                    run(request, call.answer);
                    timer.cancel();
                    unanswered.remove(call);
                }
            });
        } catch (RejectedExecutionException e) {
            timer.cancel();
            unanswered.remove(call);
            call.answer.completeExceptionally(
                    new StoreUnavailableException("These locks are closed; nothing was sent.", false, e));
        }
        return call.answer;
    }

    private void timeOver(Call<?> call, String what, Duration timeout, Runnable whenStuck) {
        boolean neverBegun = call.step.compareAndSet(Step.QUEUED, Step.GIVEN_UP);
        boolean ended = call.answer.completeExceptionally(new StoreUnavailableException(
                "The store did not answer '" + what + "' within " + Texts.duration(timeout)
                        + (neverBegun ? "; it was not sent, other calls were in the way." : "; it may have happened."),
                !neverBegun,
                null));
        unanswered.remove(call);
        if (ended) {
            // Stuck itself or behind another that is: either way the thread has had its time.
            whenStuck.run();
        }
    }

    private <T> void run(Function<LeaseStore, T> request, CompletableFuture<T> answer) {
        try {
            answer.complete(request.apply(store));
        } catch (StoreUnavailableException | StoreMisconfiguredException e) {
            answer.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(new StoreUnavailableException("The store failed: " + e, true, e));
        }
    }

    /** Leaves a renewal thread that is stuck in the store behind, so that the next renewal can be tried on another. */
    private synchronized void abandon(ThreadPoolExecutor stuck) {
        if (renewals.equals(stuck) && !stuck.isShutdown()) {
            ThreadPoolExecutor next = pool(1, "holdonce-renewal");
            renewals = next;
            stuck.getQueue().drainTo(next.getQueue());
            next.prestartAllCoreThreads();
            stuck.shutdown();
        }
    }

    private enum Step {
        QUEUED,
        BEGUN,
        GIVEN_UP
    }

    private static ThreadPoolExecutor pool(int threads, String name) {
        ThreadPoolExecutor result = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), SystemTimeline.daemons(name));
        result.allowCoreThreadTimeOut(true);
        return result;
    }
}
