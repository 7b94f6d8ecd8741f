// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** What the contenders have in common: a pool of Hikari, the same for all. */
abstract class Pooled implements Contender {

    final HikariDataSource pool;

    Pooled(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(POOL);
        this.pool = new HikariDataSource(config);
    }

    @Override
    public int connectionsInUse() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void close() {
        pool.close();
    }

    /** A release that may fail. */
    interface Release {
        void run() throws Exception;
    }

    /** Something held that has nothing more to it. */
    record Simple(long token, long validUntil, Release how) implements Held {
        @Override
        public void release() throws Exception {
            how.run();
        }
    }
}
