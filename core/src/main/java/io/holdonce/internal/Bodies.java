// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LeaseCall;
import io.holdonce.LeaseLostException;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Runs bodies under a lease on the calling thread and says what became of the lease. */
final class Bodies {

    private Bodies() {}

    /** Runs the body, releases, and throws what the body threw, else that the lease was lost, if it was. */
    static <R, X extends Exception> R run(LeaseHandle lease, Object store, LeaseCall<R, X> body) throws X {
        Scope scope = Scope.enter(lease, store);
        R result;
        try {
            result = body.call(lease);
        } catch (Throwable failure) {
            scope.exit();
            lost(lease.held(), lease.release()).ifPresent(failure::addSuppressed);
            throw failure;
        }
        scope.exit();
        ReleaseOutcome outcome = lease.release();
        Optional<LeaseLostException> lost = lost(lease.held(), outcome);
        if (lost.isPresent()) {
            throw lost.get();
        }
        if (outcome == ReleaseOutcome.UNKNOWN) {
            Events.LOG.log(
                    Level.WARNING,
                    Texts.names(lease.held().request)
                            + ": the work is done, but the store did not answer the release;"
                            + " the lease ends by its ttl at the latest.");
        }
        return result;
    }

    static Optional<LeaseLostException> lost(HeldLease lease, ReleaseOutcome outcome) {
        if (outcome != ReleaseOutcome.LOST) {
            return Optional.empty();
        }
        LossReason reason = lease.lossReason()
                .orElseGet(() -> new LossReason(
                        LossReason.Kind.GONE, "the store had ended it before the release; this process was not told."));
        return Optional.of(new LeaseLostException(Texts.lost(lease.request, lease.token, reason.detail()), reason));
    }
}
