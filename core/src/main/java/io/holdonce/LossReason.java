// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.io.Serializable;
import java.util.Objects;

/**
 * Why a lease ended before its holder released it.
 *
 * @param kind what happened
 * @param detail a sentence for people; for a revoked lease it names who revoked it and why
 */
public record LossReason(Kind kind, String detail) implements Serializable {

    /** What ended the lease. */
    public enum Kind {
        /** No renewal was confirmed before the deadline: the store was unreachable or this process was paused. */
        DEADLINE,
        /** The store no longer has the lease: it had expired there, and may since have been granted to another. */
        GONE,
        /** An operator revoked it. */
        REVOKED,
        /** A later instance of the same holder took it over ({@code takeOverPast}). */
        TAKEN_OVER,
        /** {@code maxHold} had passed, so renewal ended. */
        MAX_HOLD,
        /** {@link Locks#close()} waited as long as it may and gave the lease up. */
        SHUTDOWN
    }

    /** Checks that both parts are there. */
    public LossReason {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }
}
