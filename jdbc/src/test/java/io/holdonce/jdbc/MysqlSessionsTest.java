// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.StatusQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Either driver on either server, in whatever session: what comes back never depends on it. */
class MysqlSessionsTest {

    private static final String ODD_SESSION =
            "&sessionVariables=innodb_lock_wait_timeout=3,time_zone='-11:30',collation_connection=latin1_german2_ci,sql_mode=";

    private static final List<String> OPTIONS = List.of(
            "",
            "&useAffectedRows=true",
            "&useAffectedRows=false",
            "&useServerPrepStmts=true&cachePrepStmts=true",
            "&rewriteBatchedStatements=true&useLocalSessionState=true",
            "&useBulkStmts=true",
            ODD_SESSION + "ANSI",
            ODD_SESSION + "NO_BACKSLASH_ESCAPES",
            ODD_SESSION + "HIGH_NOT_PRECEDENCE",
            ODD_SESSION + "NO_UNSIGNED_SUBTRACTION",
            "&characterEncoding=latin1");

    static Stream<String> urls() {
        // The default from 11.6.2 on: a write to a row that changed since the snapshot fails with 1020.
        String strict = TestMariadb.shared().mariadbUrl(TestMariadb.shared().freshDatabase())
                + "&sessionVariables=innodb_snapshot_isolation=ON";
        return Stream.concat(Stream.of(strict), urls(OPTIONS));
    }

    static Stream<String> plainUrls() {
        return urls(List.of(""));
    }

    private static Stream<String> urls(List<String> all) {
        List<TestMysqlServer> servers = new ArrayList<>(List.of(TestMariadb.shared()));
        if (TestMysql.startsHere()) {
            servers.add(TestMysql.shared());
        }
        return servers.stream().flatMap(server -> all.stream()
                .flatMap(options -> Stream.of(
                        server.mysqlUrl(server.freshDatabase()) + options,
                        server.mariadbUrl(server.freshDatabase()) + options)));
    }

    @ParameterizedTest
    @MethodSource("urls")
    void leasesWorkAlikeInAnySession(String url) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(url, 4);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            assertTokensGrowAndAreRemembered(store);
            assertNamesAreKeptAsTheyAre(store);
            assertManyAreRenewedTogether(store);
            assertThat(Counter.contend(store, 4, 10, "x", "y")).isEqualTo(40);
            assertThat(store.purge(Duration.ofDays(-1), 1_000, Claims.TIMEOUT)).isNotNegative();
            assertThat(store.check(Claims.TIMEOUT).product()).matches("(MySQL 8|MySQL 11.*-MariaDB|MariaDB 11).*");
        }
    }

    private static void assertTokensGrowAndAreRemembered(JdbcStore store) {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            Claim claim = exclusive("a");
            long token = Claims.granted(store, claim);
            assertThat(token).isGreaterThan(last);
            assertThat(Claims.granted(store, claim)).isEqualTo(token);
            assertThat(Claims.contended(store, exclusive("a")).blockers()).hasSize(1);
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(store.status(StatusQuery.of(LockName.of("a")), Claims.TIMEOUT)
                            .get(0)
                            .fencingToken())
                    .isEqualTo(token);
            assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
            assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.LOST);
            last = token;
        }
    }

    private static void assertNamesAreKeptAsTheyAre(JdbcStore store) {
        List<String> names = List.of("Job", "job", "job ", "jób", "jób\u0301", "ß", "ss", "日本", "😀", "a\\b", "q'\"`q");
        names.forEach(name -> Claims.granted(store, exclusive(name)));
        for (String name : names) {
            assertThat(Claims.contended(store, exclusive(name))
                            .blockers()
                            .get(0)
                            .name())
                    .isEqualTo(LockName.of(name));
        }
        assertThat(store.status(
                        new StatusQuery(Optional.empty(), "", Optional.empty(), Optional.empty(), 100), Claims.TIMEOUT))
                .extracting(status -> status.name())
                .containsExactlyInAnyOrderElementsOf(
                        names.stream().map(LockName::of).toList());
    }

    private static void assertManyAreRenewedTogether(JdbcStore store) {
        List<Claim> claims = new ArrayList<>();
        IntStream.range(0, 70).forEach(i -> claims.add(exclusive("many" + i)));
        IntStream.range(0, 10).forEach(i -> claims.add(shared("shared" + i % 3, "shared" + (i % 3 + 1))));
        store.acquire(claims, Claims.TIMEOUT);
        assertThat(store.renew(claims.stream().map(Claims::renewal).toList(), Claims.TIMEOUT))
                .containsOnly(new RenewAnswer.Renewed());
        claims.forEach(claim -> assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED));
    }

    @ParameterizedTest
    @MethodSource("plainUrls")
    void sessionsLimitForWaitsIsGivenBack(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                JdbcStore store = JdbcStore.builder(ConnectionStateTest.unclosed(connection))
                        .createSchema()
                        .build()) {
            for (int seconds : new int[] {50, 77, 1}) {
                execute(connection, "SET innodb_lock_wait_timeout = " + seconds);
                Claim claim = exclusive("a", "b");
                Claims.granted(store, claim);
                Claims.contended(store, exclusive("a"));
                Claims.renew(store, claim);
                Claims.release(store, claim);
                assertThat(number(connection, "SELECT @@innodb_lock_wait_timeout"))
                        .isEqualTo(seconds);
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
