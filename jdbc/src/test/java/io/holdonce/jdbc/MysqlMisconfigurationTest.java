// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.StoreMisconfiguredException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Level;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** What is set up wrongly on MySQL and MariaDB is refused or flagged with its remedy. */
class MysqlMisconfigurationTest {

    private static TestMysqlServer server(TestDatabase database) {
        return database == TestDatabase.MYSQL ? TestMysql.shared() : TestMariadb.shared();
    }

    private static void assertRefused(String url, String... texts) {
        try (JdbcStore store = JdbcStore.of(TestDatabase.plain(url))) {
            assertThatThrownBy(() -> Claims.acquire(store, exclusive("a")))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .satisfies(e -> assertThat(e.getMessage()).contains(texts));
        }
    }

    private static void assertFound(String url, String subject, Level level, String remedy) {
        try (JdbcStore store = JdbcStore.of(TestDatabase.plain(url))) {
            assertThat(store.check(Claims.TIMEOUT).findings()).anySatisfy(finding -> {
                assertThat(finding.subject()).isEqualTo(subject);
                assertThat(finding.level()).isEqualTo(level);
                assertThat(finding.remedy()).contains(remedy);
            });
        }
    }

    private static List<String> urls(TestMysqlServer server, String database) {
        return List.of(server.mysqlUrl(database), server.mariadbUrl(database));
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.MYSQL, TestDatabase.MARIADB})
    void unknownDatabaseAndWrongUserAreNamed(TestDatabase engine) {
        TestMysqlServer server = server(engine);
        for (String url : urls(server, "nowhere")) {
            assertRefused(url, "refuses the connection", "nowhere");
            assertRefused(url.replace("nowhere", "").replace("user=root", "user=nobody_here"), "user");
        }
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.MYSQL, TestDatabase.MARIADB})
    void missingRightsAreNamedAndNoMoreAreNeeded(TestDatabase engine) {
        TestMysqlServer server = server(engine);
        String database = server.freshDatabase();
        DataSource owner = TestDatabase.plain(server.mariadbUrl(database));
        JdbcSchema.of(owner).create();
        String user = "u" + UUID.randomUUID().toString().substring(0, 8);
        Shift.execute(
                owner,
                "CREATE USER '" + user + "'@'127.0.0.1' IDENTIFIED BY 'reader'",
                "GRANT SELECT ON " + database + ".* TO '" + user + "'@'127.0.0.1'");
        List<String> urls = urls(server, database).stream()
                .map(url -> url.replace("user=root", "user=" + user + "&password=reader"))
                .toList();
        urls.forEach(url -> {
            assertRefused(url, "rights", "INSERT, UPDATE and DELETE");
            assertFound(url, "rights", Level.ERROR, "INSERT, UPDATE and DELETE");
        });
        Shift.execute(owner, "GRANT INSERT, UPDATE, DELETE ON " + database + ".* TO '" + user + "'@'127.0.0.1'");
        urls.forEach(url -> {
            try (JdbcStore store = JdbcStore.of(TestDatabase.plain(url))) {
                Claims.release(store, granted(store));
                assertThat(store.check(Claims.TIMEOUT).findings())
                        .extracting(StoreCheck.Finding::level)
                        .doesNotContain(Level.ERROR);
            }
        });
    }

    private static Claim granted(JdbcStore store) {
        Claim claim = exclusive("a", "b");
        Claims.granted(store, claim);
        return claim;
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.MYSQL, TestDatabase.MARIADB})
    void unsafeSettingsAreFlaggedWithTheirRemedy(TestDatabase engine) {
        TestMysqlServer server = server(engine);
        String database = server.freshDatabase();
        DataSource owner = TestDatabase.plain(server.mariadbUrl(database));
        JdbcSchema.of(owner).create();
        for (String url : urls(server, database)) {
            Shift.execute(owner, "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            assertFound(url, "innodb_flush_log_at_trx_commit", Level.WARN, "innodb_flush_log_at_trx_commit = 1");
            Shift.execute(owner, "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            String isolation = url.startsWith("jdbc:mysql:") && engine == TestDatabase.MYSQL
                    ? "&sessionVariables=transaction_isolation='SERIALIZABLE'"
                    : "&sessionVariables=tx_isolation='SERIALIZABLE'";
            if (engine != TestDatabase.MYSQL || url.startsWith("jdbc:mysql:")) {
                assertFound(url + isolation, "isolation", Level.WARN, "READ COMMITTED");
            }
            assertFound(url, "Galera", Level.OK, "");
        }
        if (engine == TestDatabase.MYSQL) {
            assertFound(
                    server.mysqlUrl(database), "innodb_lock_wait_timeout", Level.WARN, "innodb_lock_wait_timeout=3");
        }
        Shift.execute(owner, "ALTER TABLE holdonce_lease MODIFY lease_key char(64) CHARACTER SET latin1 NOT NULL");
        assertFound(server.mariadbUrl(database), "binary keys", Level.WARN, "VARBINARY");
    }

    @ParameterizedTest
    @EveryDatabase(only = {TestDatabase.MYSQL, TestDatabase.MARIADB})
    void readOnlyServerIsRefused(TestDatabase engine) {
        TestMysqlServer server = server(engine);
        String database = server.freshDatabase();
        DataSource owner = TestDatabase.plain(server.mariadbUrl(database));
        JdbcSchema.of(owner).create();
        String user = "u" + UUID.randomUUID().toString().substring(0, 8);
        Shift.execute(
                owner,
                "CREATE USER '" + user + "'@'127.0.0.1' IDENTIFIED BY 'writer'",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON " + database + ".* TO '" + user + "'@'127.0.0.1'");
        try {
            Shift.execute(owner, "SET GLOBAL read_only = 1");
            for (String url : urls(server, database)) {
                String own = url.replace("user=root", "user=" + user + "&password=writer");
                assertRefused(own, "read-only", "primary");
                assertFound(own, "writable", Level.ERROR, "primary");
                assertFound(url, "writable", Level.ERROR, "primary");
            }
        } finally {
            Shift.execute(owner, "SET GLOBAL read_only = 0");
        }
    }
}
