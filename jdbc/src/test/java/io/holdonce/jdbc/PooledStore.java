// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariDataSource;
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

/** A store with a pool that is closed with it. */
class PooledStore implements LeaseStore {

    private final HikariDataSource pool;
    private final JdbcStore store;

    PooledStore(HikariDataSource pool) {
        this.pool = pool;
        this.store = JdbcStore.of(pool);
    }

    @Override
    public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return store.acquire(claims, timeout);
    }

    @Override
    public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return store.renew(renewals, timeout);
    }

    @Override
    public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return store.release(releases, timeout);
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        return store.status(query, timeout);
    }

    @Override
    public int revoke(Revocation revocation, Duration timeout) {
        return store.revoke(revocation, timeout);
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        return store.purge(untouched, limit, timeout);
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return store.check(timeout);
    }

    @Override
    public Instant now(Duration timeout) {
        return store.now(timeout);
    }

    @Override
    public boolean callerRuns() {
        return store.callerRuns();
    }

    @Override
    public void holding(boolean anyLease) {
        store.holding(anyLease);
    }

    @Override
    public void close() {
        store.close();
        pool.close();
    }
}
