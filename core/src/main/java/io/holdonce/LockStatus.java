// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a store has recorded of one name.
 *
 * <p><b>Time:</b> all instants are the store's.
 *
 * @param name the name
 * @param fencingToken the last token granted for it, 0 if none ever was
 * @param holds the holds that had not ended when it was read, empty when the name is free
 * @param lastRevoked the last revocation, if there was one
 * @param readAt the store's clock at the reading
 */
public record LockStatus(
        LockName name, long fencingToken, List<HoldInfo> holds, Optional<Revoked> lastRevoked, Instant readAt) {

    /** Keeps an unmodifiable copy of the holds. */
    public LockStatus {
        holds = List.copyOf(holds);
    }

    /**
     * A revocation on record.
     *
     * @param by who did it
     * @param reason why
     * @param at when, by the store's clock
     */
    public record Revoked(String by, String reason, Instant at) {}
}
