// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.util.Optional;

/**
 * The answer to {@link Locks#tryAcquire}: granted or contended. A store that did not answer is neither; it is a
 * {@link StoreUnavailableException}.
 */
public sealed interface Acquisition {

    /**
     * The lease is held.
     *
     * @param lease the lease; the caller releases it
     */
    record Granted(Lease lease) implements Acquisition {}

    /**
     * Others hold one of the names. Nothing was acquired.
     *
     * @param blocker one of the holds in the way; empty when it had ended by the time it was described
     * @param others how many further holds were in the way
     */
    record Contended(Optional<HoldInfo> blocker, int others) implements Acquisition {}
}
