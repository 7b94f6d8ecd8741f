// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.jdbc.JdbcStore;
import java.time.Duration;

/** Holdonce as its README shows it. */
final class HoldonceContender extends Pooled {

    private final JdbcStore store;
    private final Locks locks;
    private final Duration ttl;

    HoldonceContender(String url, Duration ttl) {
        super(url);
        this.ttl = ttl;
        this.store = JdbcStore.builder(pool).createSchema().build();
        this.locks = Locks.over(store);
    }

    @Override
    public Held acquire(String name) {
        Lease lease =
                locks.acquire(Locks.exclusive(LockName.of("benchmark", name)).ttl(ttl));
        long validUntil = System.nanoTime() + lease.remaining().toNanos();
        return new Simple(lease.fencingToken(), validUntil, () -> {
            ReleaseOutcome outcome = lease.release();
            if (outcome != ReleaseOutcome.RELEASED) {
                throw new IllegalStateException("release answered " + outcome);
            }
        });
    }

    @Override
    public void close() {
        locks.close();
        store.close();
        super.close();
    }
}
