// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.LossReason;

/** A store's answer to one {@link Renewal}. */
public sealed interface RenewAnswer {

    /** All holds of the claim were its own, unexpired and not revoked, and last one more ttl. */
    record Renewed() implements RenewAnswer {}

    /**
     * At least one hold is no longer the claim's, has expired or was revoked.
     *
     * @param reason which of these; revoked if it was marked, else the store may answer gone for whatever ended it
     */
    record Lost(LossReason reason) implements RenewAnswer {}

    /** Nobody can say yet; the deadline is not extended and the renewal is sent again. */
    record Unknown() implements RenewAnswer {}
}
