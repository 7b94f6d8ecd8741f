// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.Locks;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** First users of one name leave no duplicate key and no deadlock in PostgreSQL's log. Runs on a server of its own. */
class TransactionLogTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void firstUsersAndRefusedTriesLogNothing() throws Exception {
        try (TestPostgresql server = TestPostgresql.start()) {
            String url = server.urlOfFreshSchema();
            JdbcSchema.of(TestDatabase.plain(url)).transactionLocks().create();
            for (int isolation : new int[] {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            }) {
                try (HikariDataSource pool = pool(url, isolation)) {
                    race(pool, LockName.of("first", "at-" + isolation));
                }
            }
            try (HikariDataSource pool = pool(url, Connection.TRANSACTION_READ_COMMITTED);
                    Connection holder = pool.getConnection();
                    Connection caller = pool.getConnection()) {
                holder.setAutoCommit(false);
                caller.setAutoCommit(false);
                TransactionLocks locks = TransactionLocks.of(pool);
                LockName known = LockName.of("first", "at-" + Connection.TRANSACTION_READ_COMMITTED);
                locks.acquire(holder, known, LONG);
                assertThat(locks.tryAcquire(caller, known)).isEmpty();
                assertThat(locks.tryAcquire(caller, Locks.shared(known))).isEmpty();
                Shift.execute(pool, "DO $$ BEGIN RAISE LOG 'the end'; END $$");
            }
            await().until(() -> server.log().contains("the end"));
            assertThat(server.log())
                    .doesNotContain("duplicate key")
                    .doesNotContain("deadlock")
                    .doesNotContain("lock timeout");
        }
    }

    private static HikariDataSource pool(String url, int isolation) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(8);
        config.setTransactionIsolation(String.valueOf(isolation));
        return new HikariDataSource(config);
    }

    private static void race(HikariDataSource pool, LockName name) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            takers.add(threads.submit(() ->
                    TransactionLocks.of(pool).<Integer, RuntimeException>call(name, LONG, (connection, lock) -> 1)));
        }
        threads.shutdown();
        for (Future<Integer> taker : takers) {
            assertThat(taker.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }
}
