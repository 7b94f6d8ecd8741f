// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The end of a claim by its holder.
 *
 * @param claimId the claim
 * @param holds all its holds, in the unsigned order of their keys
 * @param holdAtLeast the names stay taken until the store's own acquisition time plus this; zero frees them at
 *     once, even when the clock was set back behind that time
 */
public record Release(UUID claimId, List<Hold> holds, Duration holdAtLeast) {

    /** Keeps an unmodifiable copy of the holds. */
    public Release {
        holds = List.copyOf(holds);
    }
}
