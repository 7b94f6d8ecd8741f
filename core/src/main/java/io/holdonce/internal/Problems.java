// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.HoldInfo;
import io.holdonce.LockRequest;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a store's failures mean for the request that met them. */
final class Problems {

    private Problems() {}

    static RuntimeException of(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RuntimeException e
                ? e
                : new StoreUnavailableException("The store failed: " + cause, true, cause);
    }

    /** Learning this instance's start number failed: the claim itself was not sent. */
    static RuntimeException neverSent(@Nullable Throwable failure) {
        RuntimeException problem = of(failure);
        return problem instanceof StoreUnavailableException
                ? new StoreUnavailableException(String.valueOf(problem.getMessage()), false, problem)
                : problem;
    }

    /** Whether a request that met this may have had its effect all the same. */
    static boolean maybeDone(RuntimeException problem) {
        return !(problem instanceof StoreMisconfiguredException)
                && (!(problem instanceof StoreUnavailableException e) || e.sent());
    }

    /** An exception of the caller's own: a store may throw one instance to many. */
    static RuntimeException forCaller(RuntimeException problem) {
        return problem instanceof StoreMisconfiguredException
                ? new StoreMisconfiguredException(String.valueOf(problem.getMessage()), problem)
                : problem;
    }

    static StoreUnavailableException notAcquired(
            LockRequest request, Duration waited, RuntimeException failure, boolean maybeGranted) {
        String settled =
                maybeGranted ? " What may have been granted is being released; it ends by its ttl at the latest." : "";
        return new StoreUnavailableException(
                Texts.names(request) + " not acquired in " + Texts.duration(waited) + ": " + failure.getMessage()
                        + settled,
                maybeGranted,
                failure);
    }

    static AcquireTimeoutException timedOut(LockRequest request, Duration waited, List<HoldInfo> blockers) {
        return new AcquireTimeoutException(
                Texts.notAcquired(request, waited, blockers), blockers.stream().findFirst());
    }

    /** Neither this request nor the one that asks before it in this process has had an answer. */
    static StoreUnavailableException notYetAnswered() {
        return new StoreUnavailableException(
                "the store had not answered the request before it in this process.", false, null);
    }
}
