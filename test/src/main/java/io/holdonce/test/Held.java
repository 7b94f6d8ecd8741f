// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus.Revoked;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One recorded hold of one name; times in epoch microseconds of the store's clock. */
final class Held {

    final UUID claimId;
    final LockMode mode;
    final Holder holder;
    final String note;
    final long token;
    final long since;
    long renewed;
    long expires;
    /** Released, but kept taken by holdAtLeast: nobody's any more. */
    boolean kept;

    @Nullable
    Revoked revoked;

    Held(Claim claim, LockMode mode, long token, long now) {
        this.claimId = claim.id();
        this.mode = mode;
        this.holder = claim.holder();
        this.note = claim.note();
        this.token = token;
        this.since = now;
        this.renewed = now;
        this.expires = Micros.after(now, claim.ttl());
    }

    boolean lasts(long now) {
        return expires > now;
    }

    /** Whether the claim may go on using this hold. */
    boolean isOwn(UUID claim, long now) {
        return claimId.equals(claim) && !kept && revoked == null && lasts(now);
    }

    void renew(Duration ttl, long now) {
        renewed = now;
        expires = Micros.after(now, ttl);
    }

    HoldInfo describe(LockName name, long now) {
        return new HoldInfo(
                name,
                mode,
                kept ? HoldState.KEPT : revoked != null ? HoldState.REVOKED : HoldState.HELD,
                holder.label(),
                note,
                token,
                Micros.instant(since),
                Micros.duration(now - renewed),
                Micros.duration(expires - now));
    }
}
