// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Level;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is set up wrongly is refused with its remedy, and works once it is mended, without a new store. */
class MisconfigurationTest {

    private static void assertRefused(JdbcStore store, String... texts) {
        assertThatThrownBy(() -> Claims.acquire(store, exclusive("a")))
                .isInstanceOf(StoreMisconfiguredException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(texts));
    }

    @ParameterizedTest
    @EveryDatabase
    void missingSchemaIsNamedAndUsedOnceItIsThere(TestDatabase database) {
        DataSource source = TestDatabase.plain(database.freshUrl());
        try (JdbcStore store = JdbcStore.of(source)) {
            assertRefused(store, "schema", "createSchema()", "holdonce schema --apply");
            assertThat(JdbcSchema.of(source).problems())
                    .singleElement()
                    .asString()
                    .containsIgnoringCase("holdonce_schema");
            assertThat(store.check(Claims.TIMEOUT).findings()).anySatisfy(finding -> {
                assertThat(finding.level()).isEqualTo(Level.ERROR);
                assertThat(finding.subject()).isEqualTo("schema");
                assertThat(finding.remedy()).contains("createSchema()");
            });
            JdbcSchema.of(source).create();
            Claims.granted(store, exclusive("a"));
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void outdatedSchemaAndMissingColumnsAreNamed(TestDatabase database) {
        DataSource source = TestDatabase.plain(database.freshUrl());
        JdbcSchema.of(source).create();
        Shift.execute(source, "UPDATE holdonce_schema SET version = 0");
        try (JdbcStore store = JdbcStore.of(source)) {
            assertRefused(store, "version 0", "version 1", "holdonce schema --apply");
        }
        assertThat(JdbcSchema.of(source).problems()).anyMatch(problem -> problem.contains("version 0"));
        Shift.execute(source, "UPDATE holdonce_schema SET version = 1", "DROP VIEW holdonce_leases");
        Shift.execute(source, "ALTER TABLE holdonce_lease DROP COLUMN waited_until");
        assertThat(JdbcSchema.of(source).problems()).singleElement().asString().contains("waited_until");
        try (JdbcStore store = JdbcStore.of(source)) {
            assertRefused(store, "missing or outdated", "holdonce schema --apply");
        }
    }

    @Test
    void missingRightsAreNamed() {
        String url = TestDatabase.POSTGRESQL.freshUrl();
        DataSource owner = TestDatabase.plain(url);
        JdbcSchema.of(owner).create();
        String user = "reader" + UUID.randomUUID().toString().substring(0, 8);
        String schema = url.substring(url.indexOf("currentSchema=") + "currentSchema=".length());
        Shift.execute(
                owner,
                "CREATE USER " + user + " PASSWORD 'reader'",
                "GRANT USAGE ON SCHEMA " + schema + " TO " + user,
                "GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + user);
        DataSource reader =
                TestDatabase.plain(url.replace("user=postgres&password=postgres", "user=" + user + "&password=reader"));
        try (JdbcStore store = JdbcStore.of(reader)) {
            assertRefused(store, "rights", "INSERT, UPDATE and DELETE");
            assertThat(store.check(Claims.TIMEOUT).findings())
                    .anyMatch(finding -> finding.subject().equals("rights") && finding.level() == Level.ERROR);
            Shift.execute(owner, "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema + " TO " + user);
            Claims.granted(store, exclusive("a"));
        }
        assertThatThrownBy(() -> JdbcSchema.of(reader).tablePrefix("other_").create())
                .isInstanceOf(StoreMisconfiguredException.class)
                .hasMessageContaining("rights");
    }

    @Test
    void readOnlyDatabasesAreRefused() {
        String postgresql = TestDatabase.POSTGRESQL.freshUrl();
        JdbcSchema.of(TestDatabase.plain(postgresql)).create();
        try (JdbcStore store =
                JdbcStore.of(TestDatabase.plain(postgresql + "&options=-c%20default_transaction_read_only=on"))) {
            assertRefused(store, "read-only", "primary");
            assertThat(store.check(Claims.TIMEOUT).findings())
                    .anyMatch(finding -> finding.subject().equals("writable") && finding.level() == Level.ERROR);
        }
        String sqlite = TestDatabase.SQLITE.freshUrl();
        JdbcSchema.of(TestDatabase.plain(sqlite)).create();
        try (JdbcStore store =
                JdbcStore.of(TestDatabase.plain(sqlite.substring(0, sqlite.indexOf('?')) + "?open_mode=1"))) {
            assertRefused(store, "read-only");
        }
        String h2 = TestDatabase.H2.freshUrl().replace(";DB_CLOSE_DELAY=-1", "");
        JdbcSchema.of(TestDatabase.plain(h2)).create();
        try (JdbcStore store = JdbcStore.of(TestDatabase.plain(h2.replace(";WRITE_DELAY=0", ";ACCESS_MODE_DATA=r")))) {
            assertRefused(store, "read-only");
        }
    }

    @Test
    void unknownDatabaseIsNamedTogetherWithTheKnownOnes() {
        try (JdbcStore store = JdbcStore.of(product("Oracle", "21"))) {
            assertRefused(
                    store, "Oracle", "PostgreSQL 13", "MySQL 8.0.13", "MariaDB 10.6", "H2 2.4.240", "SQLite 3.42");
        }
        try (JdbcStore store = JdbcStore.of(product("PostgreSQL", "12.4"))) {
            assertRefused(store, "12.4", "PostgreSQL 13");
        }
        try (JdbcStore store = JdbcStore.of(product("MySQL", "5.7.44-log"))) {
            assertRefused(store, "5.7.44", "MySQL 8.0.13");
        }
        for (String product : List.of("MariaDB", "MySQL")) {
            try (JdbcStore store = JdbcStore.of(product(product, "5.5.5-10.5.29-MariaDB"))) {
                assertRefused(store, "10.5.29", "MariaDB 10.6");
            }
        }
        try (JdbcStore store = JdbcStore.of(product("H2", "2.4.239 (2025-01-01)"))) {
            assertRefused(store, "2.4.239", "H2 2.4.240");
        }
    }

    private static DataSource product(String name, String version) {
        DatabaseMetaData data = (DatabaseMetaData) Proxy.newProxyInstance(
                MisconfigurationTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (self, method, arguments) -> method.getName().equals("getDatabaseProductName") ? name : version);
        Connection connection = (Connection) Proxy.newProxyInstance(
                MisconfigurationTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> method.getName().equals("getMetaData") ? data : null);
        return ConnectionStateTest.unclosed(connection);
    }

    @Test
    void wrongPasswordAndUnreachableServerAreToldApart() {
        String url = TestPostgresql.shared().url();
        try (JdbcStore store = JdbcStore.of(TestDatabase.plain(url.replace("user=postgres", "user=nobody_here")))) {
            assertThatThrownBy(() -> Claims.acquire(store, exclusive("a"))).satisfiesAnyOf(e -> assertThat(e)
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .hasMessageContaining("user"));
        }
        try (JdbcStore store =
                JdbcStore.of(TestDatabase.plain("jdbc:postgresql://127.0.0.1:1/postgres?user=u&password=secret"))) {
            assertThatThrownBy(() -> Claims.acquire(store, exclusive("a")))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                            .isFalse())
                    .hasMessageContaining("Nothing was sent")
                    .hasMessageNotContaining("secret");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a-b", "1a", "a.b", "a\"", "a;DROP TABLE x", "é"})
    void namesOfTablesAreChecked(String bad) {
        JdbcStore.Builder builder = JdbcStore.builder(TestDatabase.plain("jdbc:none"));
        assertThatThrownBy(() -> builder.tablePrefix(bad)).isInstanceOf(IllegalArgumentException.class);
        if (!bad.isEmpty()) {
            assertThatThrownBy(() -> builder.schema(bad)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> builder.tablePrefix("x".repeat(58))).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> builder.tablePrefix("x".repeat(57))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EveryDatabase
    void hugeDurationsAreRefusedOrKept(TestDatabase database) {
        try (JdbcStore store = JdbcStore.builder(TestDatabase.plain(database.freshUrl()))
                .createSchema()
                .build()) {
            assertThatThrownBy(() ->
                            Claims.acquire(store, Claims.withTtl(exclusive("a"), Duration.ofSeconds(Long.MAX_VALUE))))
                    .isInstanceOf(IllegalArgumentException.class);
            Claim century = Claims.withTtl(exclusive("b"), Duration.ofDays(36_500));
            Claims.granted(store, century);
            assertThat(Claims.contended(store, exclusive("b")).blockers()).hasSize(1);
        }
    }

    @Test
    void callersOwnConnectionOfAPoolOfOneIsNamedAsTheCause() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(TestDatabase.H2.freshUrl());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(300);
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            try (Connection callers = pool.getConnection()) {
                assertThat(callers.getAutoCommit()).isTrue();
                assertThatThrownBy(() -> Claims.acquire(store, exclusive("a")))
                        .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                                .isFalse())
                        .hasMessageContaining("DataSource of their own");
            }
            Claims.granted(store, exclusive("a"));
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void healthyStoreFindsNoFault(TestDatabase database) {
        try (JdbcStore store = JdbcStore.builder(TestDatabase.plain(database.freshUrl()))
                .createSchema()
                .build()) {
            store.now(Claims.TIMEOUT);
            StoreCheck check = store.check(Claims.TIMEOUT);
            assertThat(check.product())
                    .contains(List.of("PostgreSQL 18", "MySQL 8", "MariaDB 11", "H2 2", "H2 2", "SQLite 3")
                            .get(database.ordinal()));
            assertThat(check.findings()).allSatisfy(finding -> {
                assertThat(finding.level()).as(finding.toString()).isEqualTo(Level.OK);
                assertThat(finding.remedy()).isEmpty();
            });
            assertThat(check.findings()).extracting(StoreCheck.Finding::subject).contains("schema", "rights", "clock");
        }
    }

    @Test
    void unsafeSettingsAreFlaggedWithTheirRemedy() {
        assertFlagged(
                TestDatabase.H2.freshUrl().replace("WRITE_DELAY=0", "WRITE_DELAY=500"), "WRITE_DELAY", "WRITE_DELAY=0");
        assertFlagged(
                TestDatabase.H2.freshUrl().replace("jdbc:h2:async:", "jdbc:h2:"), "file access", "jdbc:h2:async:");
        String sqlite = TestDatabase.SQLITE.freshUrl();
        assertFlagged(sqlite.replace("journal_mode=WAL", "journal_mode=DELETE"), "journal_mode", "journal_mode=WAL");
        assertFlagged(sqlite.replace("synchronous=FULL", "synchronous=OFF"), "synchronous", "synchronous=FULL");
        assertFlagged(sqlite.replace("busy_timeout=10000", "busy_timeout=0"), "busy_timeout", "busy_timeout=5000");
        String postgresql = TestDatabase.POSTGRESQL.freshUrl();
        assertFlagged(
                postgresql + "&options=-c%20synchronous_commit=off", "synchronous_commit", "synchronous_commit = on");
        assertFlagged(
                postgresql + "&options=-c%20default_transaction_isolation=serializable", "isolation", "read committed");
    }

    private static void assertFlagged(String url, String subject, String remedy) {
        try (JdbcStore store =
                JdbcStore.builder(TestDatabase.plain(url)).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            assertThat(store.check(Claims.TIMEOUT).findings()).anySatisfy(finding -> {
                assertThat(finding.subject()).isEqualTo(subject);
                assertThat(finding.level()).isEqualTo(Level.WARN);
                assertThat(finding.remedy()).contains(remedy);
            });
        }
    }
}
