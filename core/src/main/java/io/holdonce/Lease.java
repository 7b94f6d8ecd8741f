// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A time-bounded right to one or more lock names, granted by a store and renewed until it is released.
 *
 * <p>The right ends by the store's clock whether or not this process has noticed. Hand {@link #fencingToken()} to whatever
 * the lock protects and have it refuse lower tokens: only that stops a paused process from acting late.
 *
 * <p>A handle that becomes unreachable without a release stops being renewed, with an error in the log. An action on
 * {@link #lost()} that refers to the handle keeps it reachable.
 *
 * <p><b>Threads:</b> safe from any thread; not bound to the thread that acquired it; not reentrant.
 *
 * <p><b>Time:</b> the deadline is this process's monotonic clock from before the request was sent, plus the ttl, less the
 * margin.
 *
 * <p><b>Source:</b> Gray and Cheriton, "Leases" (1989); Burrows, "The Chubby lock service" (2006), section 2.4.
 */
public interface Lease extends AutoCloseable {

    /**
     * The names held, in the order of their store keys.
     *
     * @return at least one name
     */
    List<LockName> names();

    /**
     * The number that only grows per name; the same for every name of this lease.
     *
     * @return the token, positive
     */
    long fencingToken();

    /**
     * The fencing token, for a name that must be one of those held.
     *
     * @param name a held name
     * @return the same number as {@link #fencingToken()}
     * @throws IllegalArgumentException if this lease does not hold the name
     */
    long fencingToken(LockName name);

    /**
     * How a name is held.
     *
     * @param name a held name
     * @return exclusive or shared
     * @throws IllegalArgumentException if this lease does not hold the name
     */
    LockMode mode(LockName name);

    /**
     * Whether the holder may still rely on the lease: not released, not lost, before its deadline and not in doubt. A lease is
     * in doubt when the wall clock ran ahead of the monotonic one (a suspended machine) until a renewal is confirmed.
     *
     * @return whether it is valid now
     */
    boolean isValid();

    /**
     * How long the holder may still rely on the lease if no further renewal is confirmed.
     *
     * @return the time to the deadline; zero once it is released, lost, in doubt or past
     */
    Duration remaining();

    /**
     * Completes when the lease is lost, before its deadline passes or as soon as a paused process runs again. Never completes
     * for a lease that was released in time.
     *
     * <p><b>Threads:</b> dependent actions run on Holdonce's own callback threads.
     *
     * @return a stage that cannot be completed by the caller
     */
    CompletionStage<LossReason> lost();

    /**
     * Ends the lease. Later calls return the first outcome. Waits for the store for at most the store time-out of
     * {@link LocksBuilder#storeTimeout}, also in an interrupted thread, whose flag is kept.
     *
     * @return what became of it
     */
    ReleaseOutcome release();

    /** Ends the lease as {@link #release()} does; logs instead of throwing when it was lost or the outcome is unknown. */
    @Override
    void close();
}
