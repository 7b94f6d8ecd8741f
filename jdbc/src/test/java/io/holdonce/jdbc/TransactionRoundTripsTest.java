// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.Locks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** What a lock adds to the caller's transaction, counted outside the library: each execution is a round trip. */
class TransactionRoundTripsTest {

    private static final LockName NAME = LockName.of("counted");

    private final List<String> sent = new ArrayList<>();

    private int cost(TransactionHarness harness, Step step) throws SQLException {
        Tap.Listener counter = new Tap.Listener() {
            @Override
            public void before(String sql) {
                sent.add(sql);
            }
        };
        try (Connection connection = harness.connect(Connection.TRANSACTION_READ_COMMITTED)) {
            sent.clear();
            step.in(harness, Tap.connection(connection, counter));
            int cost = sent.size();
            connection.commit();
            return cost;
        }
    }

    private interface Step {
        void in(TransactionHarness harness, Connection connection);
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void knownNameCostsAtMostWhatIsPromised(TestDatabase database) throws Exception {
        try (TransactionHarness harness = new TransactionHarness(database)) {
            for (int i = 0; i < 2; i++) {
                cost(harness, (h, connection) -> h.acquire(connection, Locks.exclusive(NAME)));
            }
            int most = most(database);
            assertThat(cost(harness, (h, connection) -> h.acquire(connection, Locks.exclusive(NAME))))
                    .as("acquire: %s", sent)
                    .isLessThanOrEqualTo(most);
            assertThat(cost(
                            harness,
                            (h, connection) ->
                                    h.acquire(connection, Locks.exclusive(NAME).waitTime(Duration.ofSeconds(3)))))
                    .as("acquire with a limit: %s", sent)
                    .isLessThanOrEqualTo(most);
            assertThat(cost(harness, (h, connection) -> h.tryAcquire(connection, Locks.exclusive(NAME))))
                    .as("try: %s", sent)
                    .isLessThanOrEqualTo(most);
        }
    }

    /** At most one on PostgreSQL and H2; two on MariaDB and, within the three that it may have, on MySQL. */
    private static int most(TestDatabase database) {
        return switch (database) {
            case MYSQL, MARIADB -> 2;
            default -> 1;
        };
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void fencingCostsOneStatement(TestDatabase database) throws Exception {
        try (TransactionHarness harness = new TransactionHarness(database)) {
            JdbcSchema.of(TestDatabase.plain(harness.url)).fences().create();
            FencingGuard guard = FencingGuard.of(TestDatabase.plain(harness.url));
            for (long token = 1; token < 4; token++) {
                long presented = token;
                assertThat(cost(harness, (h, connection) -> guard.require(connection, "account", presented)))
                        .isEqualTo(1);
            }
        }
    }
}
