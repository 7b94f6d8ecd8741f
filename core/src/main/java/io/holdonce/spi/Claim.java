// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * One attempt to acquire one or more holds, all or nothing. Its random id is the only proof of ownership.
 *
 * <p>A claim may be sent again after an unclear answer, and is then recognised as one's own. It is never acquired with again
 * once its release was sent.
 *
 * @param id random 128 bits
 * @param holds at least one, in the unsigned order of their keys, each name once
 * @param holder who asks
 * @param ttl how long the grant lasts from the store's clock on
 * @param waiting zero for a try, which must leave no trace when refused; else how long an exclusive claim that is refused
 *     because of sharers keeps new sharers from being granted; an exclusive grant ends that
 * @param unclear whether an earlier send of this claim was not clearly answered, so that it may hold already
 * @param note for people, may be empty
 */
public record Claim(
        UUID id, List<Hold> holds, Holder holder, Duration ttl, Duration waiting, boolean unclear, String note) {

    /** Keeps an unmodifiable copy of the holds. */
    public Claim {
        holds = List.copyOf(holds);
    }

    /**
     * The same claim for another send.
     *
     * @param waitingNow the new value of {@link #waiting}
     * @param unclearNow the new value of {@link #unclear}
     * @return the same id and holds
     */
    public Claim again(Duration waitingNow, boolean unclearNow) {
        return new Claim(id, holds, holder, ttl, waitingNow, unclearNow, note);
    }
}
