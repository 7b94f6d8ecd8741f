// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ordinary work leaves nothing to explain in the server's log. Runs on a server of its own. */
class PostgresqlLogTest {

    @Test
    void ordinaryWorkLogsNoError() throws Exception {
        try (TestPostgresql server = TestPostgresql.start();
                HikariDataSource pool = TestDatabase.pool(server.urlOfFreshSchema(), 8);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            assertThat(Counter.contend(store, 6, 20, "one")).isEqualTo(120);
            assertThat(Counter.contend(store, 6, 20, "a", "b", "c")).isEqualTo(120);
            Claim sharer = shared("s", "t");
            Claims.granted(store, sharer);
            Claims.contended(store, exclusive("s").again(Duration.ofSeconds(1), false));
            Claims.contended(store, shared("s"));
            Claims.renew(store, sharer);
            Claims.release(store, sharer);
            Claim expiring = exclusive("e");
            Claims.granted(store, expiring);
            Shift.elapse(pool, Duration.ofMinutes(1));
            Claims.renew(store, expiring);
            Claims.release(store, expiring);
            Claims.granted(store, exclusive("e"));
            store.revoke(new Revocation(LockName.of("e"), Optional.empty(), "ops", "why", false), Claims.TIMEOUT);
            store.status(StatusQuery.of(LockName.of("e")), Claims.TIMEOUT);
            store.purge(Duration.ofSeconds(1), 100, Claims.TIMEOUT);
            store.check(Claims.TIMEOUT);
            // What the assertion rests on: the log is the server's, and an error would be seen in it.
            Shift.execute(pool, "DO $$ BEGIN RAISE LOG 'the end'; END $$");
            await().until(() -> server.log().contains("the end"));
            assertThat(server.log()).doesNotContain("ERROR:").doesNotContain("WARNING:");
        }
    }
}
