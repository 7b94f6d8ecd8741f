// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** What each operation costs in statements, counted outside the store. */
class StatementCountTest {

    private final List<String> sent = new ArrayList<>();

    private interface Body {
        void run(JdbcStore store, HikariDataSource pool) throws Exception;
    }

    private void on(TestDatabase database, Body body) throws Exception {
        Tap.Listener counter = new Tap.Listener() {
            @Override
            public void before(String sql) {
                sent.add(sql);
            }
        };
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 3);
                JdbcStore store =
                        JdbcStore.builder(Tap.on(pool, counter)).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            body.run(store, pool);
        }
    }

    /** Who is in the way is read by a second statement; renewal is a look that skips locked rows, an UPDATE and a commit. */
    private static boolean answersNothing(TestDatabase database) {
        return database == TestDatabase.MYSQL || database == TestDatabase.MARIADB;
    }

    private int cost(Runnable action) {
        sent.clear();
        action.run();
        return sent.size();
    }

    @ParameterizedTest
    @EveryDatabase
    void freeNameCostsOneStatementToTakeAndOneToRelease(TestDatabase database) throws Exception {
        on(database, (store, pool) -> {
            Claim first = exclusive("a");
            assertThat(cost(() -> Claims.granted(store, first)))
                    .isEqualTo(database == TestDatabase.SQLITE ? 1 : answersNothing(database) ? 3 : 2);
            assertThat(cost(() -> Claims.release(store, first))).isEqualTo(1);
            Claim second = exclusive("a");
            assertThat(cost(() -> Claims.granted(store, second))).isEqualTo(1);
            assertThat(cost(() -> Claims.renew(store, second))).isEqualTo(answersNothing(database) ? 3 : 1);
            assertThat(cost(() -> Claims.release(store, second))).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void contendedTryCostsAtMostTwoStatements(TestDatabase database) throws Exception {
        on(database, (store, pool) -> {
            Claims.granted(store, exclusive("a"));
            Claims.granted(store, shared("s"));
            assertThat(cost(() -> Claims.contended(store, exclusive("a"))))
                    .isEqualTo(database == TestDatabase.SQLITE || answersNothing(database) ? 2 : 1);
            assertThat(cost(() -> Claims.contended(store, exclusive("s"))))
                    .isEqualTo(database == TestDatabase.SQLITE || answersNothing(database) ? 3 : 2);
            assertThat(cost(() -> Claims.contended(store, shared("a")))).isEqualTo(1);
            assertThat(cost(() -> Claims.contended(store, exclusive("a", "b", "c"))))
                    .isEqualTo(1);
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void hundredLeasesAreRenewedByOneStatement(TestDatabase database) throws Exception {
        on(database, (store, pool) -> {
            List<Claim> claims =
                    IntStream.range(0, 100).mapToObj(i -> exclusive("n" + i)).toList();
            store.acquire(claims, Claims.TIMEOUT);
            assertThat(cost(() -> assertThat(store.renew(
                                    claims.stream().map(Claims::renewal).toList(), Claims.TIMEOUT))
                            .containsOnly(new RenewAnswer.Renewed())))
                    .isEqualTo(answersNothing(database) ? 3 : 1);
        });
    }

    @ParameterizedTest
    @EveryDatabase
    void fiftySharersAreRenewedByOneTransaction(TestDatabase database) throws Exception {
        on(database, (store, pool) -> {
            List<Claim> claims =
                    IntStream.range(0, 50).mapToObj(i -> shared("n" + i % 5)).toList();
            store.acquire(claims, Claims.TIMEOUT);
            assertThat(cost(() -> assertThat(store.renew(
                                    claims.stream().map(Claims::renewal).toList(), Claims.TIMEOUT))
                            .containsOnly(new RenewAnswer.Renewed())))
                    .isLessThanOrEqualTo(6);
        });
    }

    @Test
    void refusedTryLeavesNoTraceInPostgresqlsLog() throws Exception {
        try (TestPostgresql server = TestPostgresql.start();
                HikariDataSource pool = TestDatabase.pool(server.urlOfFreshSchema(), 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claims.granted(store, exclusive("a"));
            Claims.granted(store, shared("s"));
            String before = settledWal(pool);
            for (int i = 0; i < 50; i++) {
                Claims.contended(store, exclusive("a"));
                Claims.contended(store, exclusive("s"));
                Claims.contended(store, shared("a"));
                Claims.contended(store, exclusive("a", "never"));
            }
            assertThat(wal(pool)).isEqualTo(before);
            Claims.contended(store, exclusive("s").again(Duration.ofSeconds(5), false));
            assertThat(wal(pool)).isNotEqualTo(before);
        }
    }

    /** The server writes a little by itself after the last change. */
    private static String settledWal(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM");
            statement.execute("CHECKPOINT");
        }
        return wal(pool);
    }

    private static String wal(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()")) {
            row.next();
            return row.getString(1);
        }
    }
}
