// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Hands every call on; its subclasses change some. */
class ForwardingStore implements LeaseStore {

    final LeaseStore target;

    ForwardingStore(LeaseStore target) {
        this.target = target;
    }

    @Override
    public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return target.acquire(claims, timeout);
    }

    @Override
    public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return target.renew(renewals, timeout);
    }

    @Override
    public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return target.release(releases, timeout);
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        return target.status(query, timeout);
    }

    @Override
    public int revoke(Revocation revocation, Duration timeout) {
        return target.revoke(revocation, timeout);
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        return target.purge(untouched, limit, timeout);
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return target.check(timeout);
    }

    @Override
    public Instant now(Duration timeout) {
        return target.now(timeout);
    }

    @Override
    public boolean callerRuns() {
        return target.callerRuns();
    }

    @Override
    public void holding(boolean anyLease) {
        target.holding(anyLease);
    }

    @Override
    public void close() {
        target.close();
    }
}
