// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.util.List;

/**
 * The operator's view of a store: what is held, by whom, and how to end it.
 *
 * <p><b>Threads:</b> safe from any thread; every call waits for the store for at most the store time-out.
 */
public interface LockAdmin {

    /**
     * Lists names that are held, in the order of their text.
     *
     * @param prefix what the names' text must begin with; empty for all
     * @return up to 10,000 names
     * @throws StoreUnavailableException if the store did not answer
     */
    List<LockStatus> list(String prefix);

    /**
     * Shows what is on record for one name.
     *
     * @param name the name
     * @return its holds and last revocation; without either if it is free
     * @throws StoreUnavailableException if the store did not answer
     */
    LockStatus show(LockName name);

    /**
     * Marks every hold of a name as revoked: renewal is refused, the holder is told, and the name frees when the holder lets
     * go or its ttl ends.
     *
     * @param name the name
     * @param by who revokes, not empty
     * @param reason why, not empty; both are kept in the store and shown to the holder
     * @return how many holds were marked; zero if the name was free
     * @throws StoreUnavailableException if the store did not answer; the mark may be there, and marking again is harmless
     */
    int revoke(LockName name, String by, String reason);

    /**
     * Frees a name at once. The old holder is told at its next renewal, so until then two may believe that they hold it: only
     * a fencing check at the resource keeps them apart.
     *
     * @param name the name
     * @param by who revokes, not empty
     * @param reason why, not empty; both are kept in the store and shown to the holder
     * @return how many holds were ended; zero if the name was free
     * @throws StoreUnavailableException if the store did not answer; the name may have been freed
     */
    int revokeNow(LockName name, String by, String reason);

    /**
     * Marks every hold of one holder as revoked, as {@link #revoke} does for a name.
     *
     * @param holder the holder's whole label
     * @param by who revokes, not empty
     * @param reason why, not empty
     * @return the names of which a hold was marked
     * @throws StoreUnavailableException if the store did not answer; some may have been marked, and marking again is harmless
     */
    List<LockName> revokeAll(String holder, String by, String reason);
}
