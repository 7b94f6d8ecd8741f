// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store as the engine sees it: asynchronous, and answering within the time-out, if only by saying that nobody knows.
 *
 * <p>A future ends with an answer, a {@code StoreUnavailableException} or a {@code StoreMisconfiguredException}. An answer
 * that comes after the time-out is dropped.
 */
public interface StorePort extends AutoCloseable {

    /** Asks for one claim. */
    CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout);

    /** The current thread, if it may make the calls that it waits for. */
    default @Nullable Caller caller() {
        return null;
    }

    /** As {@link #acquire(Claim, Duration)}, on the caller's thread if there is one. */
    default CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout, @Nullable Caller caller) {
        return acquire(claim, timeout);
    }

    /** As {@link #release(Release, Duration)}, on the caller's thread if there is one. */
    default CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout, @Nullable Caller caller) {
        return release(release, timeout);
    }

    /** Renews claims, on the renewal thread. */
    CompletableFuture<List<RenewAnswer>> renew(List<Renewal> renewals, Duration timeout);

    /** Releases one claim. */
    CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout);

    /** Any other call. */
    <T> CompletableFuture<T> call(String what, Duration timeout, Function<LeaseStore, T> call);

    /** Tells the store on the renewal thread whether leases are held. */
    void holding(boolean anyLease);

    /** Names the store for the check that a thread does not wait for itself. */
    Object identity();

    @Override
    void close();
}
