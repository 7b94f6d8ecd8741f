// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.time.Duration;

/**
 * Hears of what happens to the leases of one {@link Locks}: for metrics and alarms.
 *
 * <p><b>Threads:</b> called on Holdonce's callback threads, concurrently; what it throws is logged and goes no further.
 */
public interface LocksListener {

    /**
     * A lease was granted.
     *
     * @param request what was asked for
     * @param fencingToken its token
     * @param waited how long it was queued for
     */
    default void granted(LockRequest request, long fencingToken, Duration waited) {}

    /**
     * A request ended without a lease because others held a name.
     *
     * @param request what was asked for
     * @param waited how long it was queued for
     */
    default void contended(LockRequest request, Duration waited) {}

    /**
     * A request ended without a lease for another reason.
     *
     * @param request what was asked for
     * @param cause why: the store, an interrupt, a cancelled future, closed locks
     * @param waited how long it was queued for
     */
    default void failed(LockRequest request, RuntimeException cause, Duration waited) {}

    /**
     * A lease was released.
     *
     * @param request what was held
     * @param fencingToken its token
     * @param outcome what became of the release
     * @param held how long it was held
     */
    default void released(LockRequest request, long fencingToken, ReleaseOutcome outcome, Duration held) {}

    /**
     * A lease was lost.
     *
     * @param request what was held
     * @param fencingToken its token
     * @param reason why
     */
    default void lost(LockRequest request, long fencingToken, LossReason reason) {}

    /**
     * A renewal was not answered clearly; it is tried again until the lease's deadline.
     *
     * @param request what is held
     * @param fencingToken its token
     * @param remaining how long the lease still lasts without a renewal
     */
    default void renewalUnknown(LockRequest request, long fencingToken, Duration remaining) {}
}
