// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.HoldInfo;
import io.holdonce.StoreUnavailableException;
import java.util.List;

/** A store's answer to one {@link Claim}. */
public sealed interface AcquireAnswer {

    /**
     * The claim holds all its names from now on for its ttl.
     *
     * @param fencingToken one number for all of them: the maximum over the names of (previous + 64, the store's clock in epoch
     *     microseconds), written to each; the same number again when the claim held already
     */
    record Granted(long fencingToken) implements AcquireAnswer {}

    /**
     * At least one name was held by others, and the claim holds nothing.
     *
     * @param blockers the holds in the way, as far as they could be described
     */
    record Contended(List<HoldInfo> blockers) implements AcquireAnswer {

        /** Keeps an unmodifiable copy of the blockers. */
        public Contended {
            blockers = List.copyOf(blockers);
        }
    }

    /**
     * This claim was not clearly answered, although others of the same call were.
     *
     * @param cause what failed
     */
    record Unanswered(StoreUnavailableException cause) implements AcquireAnswer {}
}
