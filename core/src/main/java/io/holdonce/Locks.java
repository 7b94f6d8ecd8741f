// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import io.holdonce.spi.LeaseStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Grants leases on lock names kept in one store, renews them while they are held and tells their holders of a loss.
 *
 * <p>Not reentrant: a scoped call on a name that the calling thread already holds in a scope fails at once.
 *
 * <p><b>Threads:</b> safe from any thread. Renewals run on a thread of their own; other store calls, too, unless the store says
 * that the thread that waits for them may make them.
 *
 * <p><b>Time:</b> expiry is decided by the store's clock; deadlines and waiting by this process's monotonic clock.
 */
public interface Locks extends AutoCloseable {

    /**
     * Locks over a store, with the defaults of {@link #builder}.
     *
     * @param store the store, which stays the caller's to close
     * @return locks; the caller closes them
     * @throws StoreMisconfiguredException if the store says it cannot be used; the message says what to change
     */
    static Locks over(LeaseStore store) {
        return builder(store).build();
    }

    /**
     * Starts locks over a store with settings of one's own.
     *
     * @param store the store, which stays the caller's to close
     * @return a builder
     */
    static LocksBuilder builder(LeaseStore store) {
        return new LocksBuilder(store);
    }

    /**
     * Starts a request for exclusive holds.
     *
     * @param names at least one name
     * @return a request with the defaults of {@link LockRequest}
     */
    static LockRequest exclusive(LockName... names) {
        return LockRequest.of(LockMode.EXCLUSIVE, names);
    }

    /**
     * Starts a request for shared holds.
     *
     * @param names at least one name
     * @return a request with the defaults of {@link LockRequest}
     */
    static LockRequest shared(LockName... names) {
        return LockRequest.of(LockMode.SHARED, names);
    }

    /**
     * The lease of the innermost scoped call that this thread is in.
     *
     * @return empty outside any scoped call
     */
    static Optional<Lease> currentLease() {
        return io.holdonce.internal.Scope.current();
    }

    /**
     * Acquires, waiting up to the request's wait time (60 s by default).
     *
     * @param request what to hold
     * @return the lease, which the caller releases
     * @throws AcquireTimeoutException if others held the names all along; nothing was acquired
     * @throws AcquireInterruptedException if this thread was interrupted while it waited; nothing is held, the flag is kept
     * @throws StoreUnavailableException if the store did not answer; what may have been granted is settled in the background
     * @throws StoreMisconfiguredException if the store cannot be used; nothing happened
     * @throws IllegalArgumentException if the ttl is below four times the margin; nothing happened
     * @throws IllegalStateException if this thread already holds one of the names in a scope, or after {@link #close()}
     */
    Lease acquire(LockRequest request);

    /**
     * Acquires if it can: at once, or within the request's wait time if one was set.
     *
     * @param request what to hold
     * @return granted or contended
     * @throws AcquireInterruptedException if this thread was interrupted; nothing is held
     * @throws StoreUnavailableException if the store did not answer; what may have been granted is settled in the background
     * @throws StoreMisconfiguredException if the store cannot be used; nothing happened
     * @throws IllegalArgumentException if the ttl is below four times the margin; nothing happened
     * @throws IllegalStateException if this thread already holds one of the names in a scope, or after {@link #close()}
     */
    Acquisition tryAcquire(LockRequest request);

    /**
     * Acquires without blocking the caller. Cancelling the future leaves nothing behind.
     *
     * @param request what to hold
     * @return completes with the lease, or with an exception of {@link #acquire}
     */
    CompletableFuture<Lease> acquireAsync(LockRequest request);

    /**
     * Acquires, starts an asynchronous body and releases when its stage ends.
     *
     * @param request what to hold
     * @param body starts the work and returns its stage
     * @param <R> the result
     * @return completes like the body's stage once the lease was released; exceptionally with {@link LeaseLostException} if the
     *     lease was lost before
     */
    <R> CompletableFuture<R> callAsync(LockRequest request, Function<Lease, CompletionStage<R>> body);

    /**
     * Runs a body under a lock: waits, renews, tells of a loss, releases.
     *
     * @param request what to hold
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result
     * @throws X what the body threw
     * @throws LeaseLostException if the lease was lost before the body ended, even if the body returned
     */
    <R, X extends Exception> R call(LockRequest request, LeaseCall<R, X> body) throws X;

    /**
     * Runs a body if the names can be had, at once or within the request's wait time.
     *
     * @param request what to hold
     * @param body the work; its result may not be null
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result, empty if the names were held by others
     * @throws X what the body threw
     * @throws LeaseLostException if the lease was lost before the body ended, even if the body returned
     * @throws NullPointerException if the body returned null; it ran, and the lease was released
     */
    <R, X extends Exception> Optional<R> tryCall(LockRequest request, LeaseCall<R, X> body) throws X;

    /**
     * Lists, shows and revokes what the store has on record.
     *
     * @return the operator's view
     */
    LockAdmin admin();

    /**
     * Ends these locks: no new grants; renews what is held until it is released, for up to the shutdown time (30 s by
     * default); then tells the holders that their leases are lost and lets those expire. Never releases under a running body.
     */
    @Override
    void close();

    /**
     * Runs a body under an exclusive lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result
     * @throws X what the body threw
     */
    default <R, X extends Exception> R call(LockName name, LeaseCall<R, X> body) throws X {
        return call(exclusive(name), body);
    }

    /**
     * Runs a body under an exclusive lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result
     * @throws X what the body threw
     */
    default <R, X extends Exception> R call(LockName name, LockCall<R, X> body) throws X {
        return call(exclusive(name), lease -> body.call());
    }

    /**
     * Runs a body under a lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result
     * @throws X what the body threw
     */
    default <R, X extends Exception> R call(LockRequest request, LockCall<R, X> body) throws X {
        return call(request, lease -> body.call());
    }

    /**
     * Runs a body without a result under an exclusive lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <X> what the work may throw
     * @throws X what the body threw
     */
    default <X extends Exception> void run(LockName name, LeaseBody<X> body) throws X {
        call(name, lease -> {
            body.run(lease);
            return Boolean.TRUE;
        });
    }

    /**
     * Runs a body without a result under an exclusive lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <X> what the work may throw
     * @throws X what the body threw
     */
    default <X extends Exception> void run(LockName name, LockBody<X> body) throws X {
        run(name, lease -> body.run());
    }

    /**
     * Runs a body without a result under a lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <X> what the work may throw
     * @throws X what the body threw
     */
    default <X extends Exception> void run(LockRequest request, LeaseBody<X> body) throws X {
        call(request, lease -> {
            body.run(lease);
            return Boolean.TRUE;
        });
    }

    /**
     * Runs a body without a result under a lock, with the terms of {@link #call(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <X> what the work may throw
     * @throws X what the body threw
     */
    default <X extends Exception> void run(LockRequest request, LockBody<X> body) throws X {
        run(request, lease -> body.run());
    }

    /**
     * Runs a body if the name can be had at once, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result, empty if the name was held
     * @throws X what the body threw
     */
    default <R, X extends Exception> Optional<R> tryCall(LockName name, LeaseCall<R, X> body) throws X {
        return tryCall(exclusive(name), body);
    }

    /**
     * Runs a body if the name can be had at once, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result, empty if the name was held
     * @throws X what the body threw
     */
    default <R, X extends Exception> Optional<R> tryCall(LockName name, LockCall<R, X> body) throws X {
        return tryCall(exclusive(name), lease -> body.call());
    }

    /**
     * Runs a body if the names can be had, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <R> the result
     * @param <X> what the work may throw
     * @return the body's result, empty if the names were held
     * @throws X what the body threw
     */
    default <R, X extends Exception> Optional<R> tryCall(LockRequest request, LockCall<R, X> body) throws X {
        return tryCall(request, lease -> body.call());
    }

    /**
     * Runs a body without a result if the name can be had at once, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <X> what the work may throw
     * @return whether the body ran
     * @throws X what the body threw
     */
    default <X extends Exception> boolean tryRun(LockName name, LeaseBody<X> body) throws X {
        return tryCall(name, lease -> {
                    body.run(lease);
                    return Boolean.TRUE;
                })
                .isPresent();
    }

    /**
     * Runs a body without a result if the name can be had at once, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param name the name to hold exclusively
     * @param body the work
     * @param <X> what the work may throw
     * @return whether the body ran
     * @throws X what the body threw
     */
    default <X extends Exception> boolean tryRun(LockName name, LockBody<X> body) throws X {
        return tryRun(name, lease -> body.run());
    }

    /**
     * Runs a body without a result if the names can be had, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <X> what the work may throw
     * @return whether the body ran
     * @throws X what the body threw
     */
    default <X extends Exception> boolean tryRun(LockRequest request, LeaseBody<X> body) throws X {
        return tryCall(request, lease -> {
                    body.run(lease);
                    return Boolean.TRUE;
                })
                .isPresent();
    }

    /**
     * Runs a body without a result if the names can be had, with the terms of {@link #tryCall(LockRequest, LeaseCall)}.
     *
     * @param request what to hold
     * @param body the work
     * @param <X> what the work may throw
     * @return whether the body ran
     * @throws X what the body threw
     */
    default <X extends Exception> boolean tryRun(LockRequest request, LockBody<X> body) throws X {
        return tryRun(request, lease -> body.run());
    }
}
