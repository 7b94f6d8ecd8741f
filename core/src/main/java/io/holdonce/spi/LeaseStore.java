// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Keeps who holds which name: the only thing a new database has to implement.
 *
 * <p>Every call is atomic per claim, decided by the store's own clock inside the statement, and takes effect at most once per
 * send although it may be sent again. Every call that touches several names locks them in the unsigned order of their keys.
 * No call joins, commits or waits for a transaction of the caller.
 *
 * <p>A call answers or throws within its time-out as well as the client library can. {@link StoreUnavailableException} says
 * whether the request may have reached the store; {@link StoreMisconfiguredException} says what to change.
 *
 * <p><b>Threads:</b> called from several threads at once; calls block. From the caller's own only if {@link #callerRuns} says so.
 *
 * <p><b>Time:</b> the store's clock only. No time of this process is sent or compared.
 */
public interface LeaseStore extends AutoCloseable {

    /**
     * Grants claims, each all or nothing. A name is free for an exclusive hold when no hold of another claim lasts; for a
     * shared one when no exclusive hold lasts and no exclusive claim awaits it. A claim that holds already keeps its token and
     * gets a new ttl. Holds superseded by the claim's holder count as ended.
     *
     * <p>A grant is always one whole ttl from now: the holder counts its deadline from before this send. A claim
     * that holds already but was revoked is contended by its own hold.
     *
     * @param claims the claims; usually one
     * @param timeout how long the call may take
     * @return an answer for each claim, in order
     * @throws StoreUnavailableException if none was answered; any may have been granted if it was {@code sent}
     * @throws StoreMisconfiguredException if the store cannot be used; nothing happened
     */
    List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout);

    /**
     * Renews claims. Never revives: a hold that has expired, was taken by another or was revoked is lost. A stuck row makes its
     * own claim unknown and no other.
     *
     * @param renewals the claims, the earliest deadline first
     * @param timeout how long the call may take
     * @return an answer for each, in order
     * @throws StoreUnavailableException if none was answered
     */
    List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout);

    /**
     * Ends claims. Touches only rows that are still the claim's own. A claim that holds nothing is {@code LOST}; sent again
     * after an unclear answer that means "released or lost". A claim that has lost a part of its names is released from the
     * others.
     *
     * @param releases the claims
     * @param timeout how long the call may take
     * @return an outcome for each, in order
     * @throws StoreUnavailableException if none was answered; any may have been released if it was {@code sent}
     */
    List<ReleaseOutcome> release(List<Release> releases, Duration timeout);

    /**
     * Reports on names in key order. For people: on a search engine it may be up to a second old unless it asks for one name.
     *
     * @param query which names
     * @param timeout how long the call may take
     * @return the names that match; for a query of one name always exactly that one
     * @throws StoreUnavailableException if the store did not answer
     */
    List<LockStatus> status(StatusQuery query, Duration timeout);

    /**
     * Marks or ends holds of a name and records by whom and why. A mark leaves alone what was released and is only kept; a name
     * that is free gives zero and keeps no record of the order.
     *
     * @param revocation the order
     * @param timeout how long the call may take
     * @return how many holds were marked or ended
     * @throws StoreUnavailableException if the store did not answer; sending it again is harmless
     */
    int revoke(Revocation revocation, Duration timeout);

    /**
     * Forgets free names that were not touched for a while and whose token has been passed by the clock term, so that later
     * tokens are still higher.
     *
     * @param untouched how long they must have been left alone
     * @param limit the most names to forget in this call
     * @param timeout how long the call may take
     * @return how many were forgotten
     * @throws StoreUnavailableException if the store did not answer; some may have been forgotten
     */
    int purge(Duration untouched, int limit, Duration timeout);

    /**
     * Looks at schema, rights, settings and durability.
     *
     * @param timeout how long the call may take
     * @return what was found; never throws for a finding
     * @throws StoreUnavailableException if the store could not be reached
     */
    StoreCheck check(Duration timeout);

    /**
     * Reads the store's clock.
     *
     * @param timeout how long the call may take
     * @return the store's time
     * @throws StoreUnavailableException if the store did not answer
     */
    Instant now(Duration timeout);

    /**
     * Whether {@link #acquire} and {@link #release} may run on the thread that asked, which waits for them anyway; that spares
     * two hand-overs between threads a call. Only a store may say so whose calls never take part in what is bound to the
     * calling thread, such as a transaction; which an interrupt of that thread cannot harm for others; and which answers or
     * throws within its time-out or soon after.
     *
     * @return false by default: calls run on Holdonce's own threads; asked before each call
     */
    default boolean callerRuns() {
        return false;
    }

    /**
     * Hears that leases are held from now on, or that none is any more, so that the store may keep a connection for renewal
     * that no exhausted pool can deny. Called on the renewal thread, may block.
     *
     * @param anyLease whether a lease is held
     */
    default void holding(boolean anyLease) {}

    /** Frees what the store itself opened; does nothing by default. */
    @Override
    default void close() {}
}
