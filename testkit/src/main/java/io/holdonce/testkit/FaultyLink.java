// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.spi.LeaseStore;

/**
 * A store instance reached over a link that can be broken: through a {@link FaultProxy} where the store has a socket, through
 * a {@link DroppingStore} where it is embedded.
 *
 * <p><b>Threads:</b> the link is broken and healed by one thread, while others may use the store.
 */
public interface FaultyLink extends AutoCloseable {

    /**
     * The store instance at this end of the link.
     *
     * @return always the same instance
     */
    LeaseStore store();

    /**
     * Lets the next calls of acquire, renew, release or revoke take effect in the store and their answers vanish, whether by
     * silence or by a broken connection. Calls after these get through.
     *
     * @param calls how many, at least 1
     */
    void loseAnswers(int calls);

    /** Refuses every connection and breaks those that exist, until {@link #heal()}. */
    void refuse();

    /** Swallows what is sent, without a word to either side, until {@link #heal()}. */
    void swallow();

    /** Makes the link whole again; broken connections may stay broken. */
    void heal();

    /** Closes the store instance and what the link itself opened. */
    @Override
    void close();
}
