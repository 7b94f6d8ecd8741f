// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Spring Integration's registry as its reference advises it, with the insert that it gives for PostgreSQL. */
final class SpringContender extends Pooled {

    private final DefaultLockRepository repository;
    private final JdbcLockRegistry registry;
    private final Duration ttl;

    SpringContender(EngineKind engine, String url, Duration ttl) {
        super(url);
        this.ttl = ttl;
        this.repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new JdbcTransactionManager(pool));
        if (engine == EngineKind.POSTGRESQL) {
            repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
        }
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        this.registry = new JdbcLockRegistry(repository, ttl);
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        DistributedLock lock = registry.obtain(name);
        long called = System.nanoTime();
        lock.lockInterruptibly();
        long granted = System.nanoTime();
        // What it waited for is not part of the lease; the last request was sent within the last poll.
        return new Simple(Held.NO_TOKEN, Math.max(called, granted - POLL_NANOS) + ttl.toNanos(), lock::unlock);
    }

    private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();

    @Override
    public void close() {
        repository.stop();
        super.close();
    }
}
