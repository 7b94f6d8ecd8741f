// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The wish to let a granted claim last one more ttl from the store's clock on.
 *
 * @param claimId the claim
 * @param holds all its holds, in the unsigned order of their keys
 * @param ttl its ttl
 */
public record Renewal(UUID claimId, List<Hold> holds, Duration ttl) {

    /** Keeps an unmodifiable copy of the holds. */
    public Renewal {
        holds = List.copyOf(holds);
    }
}
