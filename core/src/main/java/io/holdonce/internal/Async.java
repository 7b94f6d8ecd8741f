// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.Lease;
import io.holdonce.LeaseLostException;
import io.holdonce.ReleaseOutcome;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The asynchronous calls: futures that complete on callback threads and can be cancelled without leaving anything. */
final class Async {

    private final Engine engine;

    Async(Engine engine) {
        this.engine = engine;
    }

    CompletableFuture<Lease> acquire(Attempt attempt) {
        CompletableFuture<Lease> future = new CompletableFuture<>();
        Calls.whenDone(
                attempt.result,
                (result, failure) -> engine.timeline.callback(() -> {
                    if (result != null) {
                        complete(future, attempt, result);
                    }
                }));
        Calls.whenDone(future, (lease, failure) -> {
            // Cancelled, or ended by others, a time-out of theirs for one; does nothing to an attempt that has ended.
            attempt.cancel(new CancellationException("The future of this request was cancelled."));
        });
        return future;
    }

    private void complete(CompletableFuture<Lease> future, Attempt attempt, Ending result) {
        try {
            Lease lease = engine.lease(result).orElseThrow(() -> attempt.timedOut(result.blockers()));
            if (!future.complete(lease)) {
                Optional.ofNullable(result.lease()).ifPresent(engine::giveBack);
            }
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    <R> CompletableFuture<R> call(CompletableFuture<Lease> acquired, Function<Lease, CompletionStage<R>> body) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Calls.whenDone(acquired, (lease, failure) -> {
            if (lease instanceof LeaseHandle handle) {
                run(handle, body, result);
            } else {
                result.completeExceptionally(Calls.unwrap(failure));
            }
        });
        Calls.whenDone(result, (value, failure) -> {
            acquired.cancel(false);
        });
        return result;
    }

    private <R> void run(LeaseHandle lease, Function<Lease, CompletionStage<R>> body, CompletableFuture<R> result) {
        CompletionStage<R> stage;
        try {
            stage = Objects.requireNonNull(body.apply(lease), "The body of callAsync returned no stage.");
        } catch (Throwable e) {
            stage = CompletableFuture.failedFuture(e);
        }
        Calls.whenDone(
                stage,
                (value, failure) -> Calls.whenDone(
                        engine.releaser.begin(lease.held()),
                        (outcome, none) -> engine.timeline.callback(() -> finish(
                                lease, outcome == null ? ReleaseOutcome.UNKNOWN : outcome, value, failure, result))));
    }

    private static <R> void finish(
            LeaseHandle lease,
            ReleaseOutcome outcome,
            @Nullable R value,
            @Nullable Throwable failure,
            CompletableFuture<R> result) {
        lease.close();
        Optional<LeaseLostException> lost = Bodies.lost(lease.held(), outcome);
        if (failure != null) {
            Throwable cause = Calls.unwrap(failure);
            lost.ifPresent(cause::addSuppressed);
            result.completeExceptionally(cause);
        } else if (lost.isPresent()) {
            result.completeExceptionally(lost.get());
        } else {
            complete(result, value);
        }
    }

    /** A stage may end with null; the future then does too. */
    @SuppressWarnings("NullAway")
    private static <R> void complete(CompletableFuture<R> result, @Nullable R value) {
        result.complete(value);
    }
}
