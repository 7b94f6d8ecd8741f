// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Eight first users of one name, the first of which sits on its row and then commits, rolls back or dies: the engines let the waiting
 * ones die in each other's arms, and nobody may hear of it.
 */
class NewNameRaceTest {

    private static final int TAKERS = 8;
    private static final List<String> ISOLATIONS =
            List.of("TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE");

    private enum End {
        COMMIT,
        ROLLBACK,
        KILL
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.MYSQL, TestDatabase.MARIADB})
    void oneOfEightIsGrantedAndTheOthersAreContended(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        JdbcSchema.of(TestDatabase.plain(url)).create();
        ExecutorService threads = Executors.newFixedThreadPool(TAKERS);
        for (String isolation : ISOLATIONS) {
            try (HikariDataSource pool = pool(url, isolation);
                    JdbcStore store = JdbcStore.of(pool);
                    Connection watcher = DriverManager.getConnection(url)) {
                for (int round = 0; round < 2; round++) {
                    for (End end : End.values()) {
                        for (boolean several : new boolean[] {false, true}) {
                            race(url, isolation + round + end + several, several, end, store, watcher, threads);
                        }
                    }
                }
            }
        }
        threads.shutdown();
    }

    private static HikariDataSource pool(String url, String isolation) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(TAKERS);
        config.setMinimumIdle(TAKERS);
        config.setTransactionIsolation(isolation);
        return new HikariDataSource(config);
    }

    private static void race(
            String url,
            String name,
            boolean several,
            End end,
            JdbcStore store,
            Connection watcher,
            ExecutorService threads)
            throws Exception {
        List<Future<AcquireAnswer>> takers = new ArrayList<>();
        Claim first = several ? exclusive(name, name + "+") : exclusive(name);
        Connection connection = DriverManager.getConnection(url);
        try {
            connection.setAutoCommit(false);
            long id = insertBlank(connection, first.holds().get(0).name());
            for (int i = 0; i < TAKERS; i++) {
                Claim claim = several ? exclusive(name, name + "+") : exclusive(name);
                takers.add(threads.submit(() ->
                        store.acquire(List.of(claim), Duration.ofSeconds(30)).get(0)));
            }
            await().atMost(Duration.ofSeconds(2)).until(() -> waiting(watcher) >= TAKERS - 1);
            switch (end) {
                case COMMIT -> connection.commit();
                case ROLLBACK -> connection.rollback();
                case KILL -> execute(watcher, "KILL " + id);
            }
        } finally {
            Failures.close(connection);
        }
        int granted = 0;
        for (Future<AcquireAnswer> taker : takers) {
            AcquireAnswer answer = taker.get(60, TimeUnit.SECONDS);
            assertThat(answer).isNotInstanceOf(AcquireAnswer.Unanswered.class);
            granted += answer instanceof AcquireAnswer.Granted ? 1 : 0;
        }
        assertThat(granted).as(name).isEqualTo(1);
    }

    private static long insertBlank(Connection connection, LockName name) throws Exception {
        try (PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO holdonce_lease (lease_key, name) VALUES (?, ?)");
                PreparedStatement id = connection.prepareStatement("SELECT connection_id()");
                ResultSet row = id.executeQuery()) {
            statement.setBytes(1, name.key());
            statement.setString(2, name.toString());
            statement.executeUpdate();
            row.next();
            return row.getLong(1);
        }
    }

    /** Statements of others under way on the lease tables. */
    private static int waiting(Connection watcher) throws Exception {
        try (Statement statement = watcher.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM information_schema.processlist WHERE command IN ('Query', 'Execute') AND id <> connection_id() "
                                + "AND info LIKE '%holdonce_lease%'")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void execute(Connection connection, String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
