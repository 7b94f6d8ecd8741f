// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock as its README advises it: a JdbcTemplate and the database's time. It skips what is held, so here it tries again. */
final class ShedLockContender extends Pooled {

    private final LockProvider provider;
    private final Duration ttl;

    ShedLockContender(String url, Duration ttl) {
        super(url);
        this.ttl = ttl;
        this.provider = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        while (true) {
            long called = System.nanoTime();
            Optional<SimpleLock> lock = provider.lock(new LockConfiguration(Instant.now(), name, ttl, Duration.ZERO));
            if (lock.isPresent()) {
                return new Simple(Held.NO_TOKEN, called + ttl.toNanos(), lock.get()::unlock);
            }
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        }
    }
}
