// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.StoreUnavailableException;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Waiting for asynchronous calls on a caller's thread. */
final class Calls {

    private Calls() {}

    /** The result, or what the call failed with; an interrupt ends the wait and is kept. */
    static <T> T join(Timeline timeline, CompletableFuture<T> call) {
        try {
            timeline.await(call);
            return call.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException(
                    "The thread was interrupted while it waited for the store; the call may have happened.", true, e);
        } catch (CompletionException e) {
            throw unwrap(e) instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Handles the end of a call; a handler that throws is logged, since nobody looks at the future it would end in. */
    static <T> void whenDone(CompletionStage<T> call, BiConsumer<@Nullable T, @Nullable Throwable> handler) {
        CompletionStage<T> unused = call.whenComplete((value, failure) -> {
            try {
                handler.accept(value, failure);
            } catch (RuntimeException | Error e) {
                Events.LOG.log(Level.ERROR, "Holdonce failed to handle an answer.", e);
                throw e;
            }
        });
    }

    static void complete(CompletableFuture<@Nullable Void> signal) {
        signal.complete(null);
    }

    static void awaitQuietly(Timeline timeline, CompletableFuture<?> future) {
        boolean interrupted = false;
        while (!future.isDone()) {
            try {
                timeline.await(future);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static Throwable unwrap(@Nullable Throwable failure) {
        if (failure instanceof CompletionException && failure.getCause() != null) {
            return failure.getCause();
        }
        return failure == null ? new IllegalStateException("The call ended without an answer.") : failure;
    }
}
