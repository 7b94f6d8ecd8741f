// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.spi.Claim;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables come from one script per database, however many ask for them. */
class SchemaTest {

    @ParameterizedTest
    @EveryDatabase
    void eightCreatorsAtOnceAllSucceed(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ends.add(threads.submit(() -> {
                try (JdbcStore store = JdbcStore.builder(TestDatabase.plain(url))
                        .createSchema()
                        .build()) {
                    Claims.acquire(store, exclusive("a"));
                }
            }));
        }
        threads.shutdown();
        for (Future<?> end : ends) {
            end.get(120, TimeUnit.SECONDS);
        }
        assertThat(JdbcSchema.of(TestDatabase.plain(url)).problems()).isEmpty();
    }

    @ParameterizedTest
    @EveryDatabase
    void creatingAgainKeepsWhatIsHeld(TestDatabase database) {
        DataSource source = TestDatabase.plain(database.freshUrl());
        JdbcSchema schema = JdbcSchema.of(source);
        schema.create();
        try (JdbcStore store = JdbcStore.of(source)) {
            Claims.granted(store, exclusive("a"));
            schema.create();
            for (String statement : schema.ddl().split(";\\s*\\n")) {
                Shift.execute(source, statement);
            }
            Claims.contended(store, exclusive("a"));
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void tablesMayHaveOtherNames(TestDatabase database) {
        DataSource source = TestDatabase.plain(database.freshUrl());
        String schema = database == TestDatabase.SQLITE ? "main" : "Locks_1";
        if (database != TestDatabase.SQLITE) {
            Shift.execute(
                    source,
                    database == TestDatabase.POSTGRESQL
                            ? "CREATE SCHEMA IF NOT EXISTS \"Locks_1\""
                            : "CREATE SCHEMA IF NOT EXISTS Locks_1");
        }
        String prefix = "my_" + database.name().toLowerCase(java.util.Locale.ROOT)
                + ProcessHandle.current().pid() + "_";
        try (JdbcStore first = JdbcStore.builder(source)
                        .schema(schema)
                        .tablePrefix(prefix)
                        .createSchema()
                        .build();
                JdbcStore second = JdbcStore.builder(source).createSchema().build()) {
            Claims.granted(first, exclusive("a"));
            Claims.contended(first, exclusive("a"));
            Claims.granted(second, exclusive("a"));
            assertThat(JdbcSchema.of(source).schema(schema).tablePrefix(prefix).problems())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "mariadb", "h2", "sqlite"})
    void scriptsArePrintedWithoutAConnection(String database) {
        assertThat(JdbcSchema.ddl(database))
                .containsIgnoringCase("holdonce_lease")
                .containsIgnoringCase("holdonce_leases")
                .doesNotContain("${");
    }

    @Test
    void unknownScriptIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> JdbcSchema.ddl("oracle"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgresql, mysql, mariadb, h2, sqlite");
    }

    @ParameterizedTest
    @EveryDatabase
    void viewShowsPeopleWhatIsHeld(TestDatabase database) throws Exception {
        DataSource source = TestDatabase.plain(database.freshUrl());
        try (JdbcStore store = JdbcStore.builder(source).createSchema().build()) {
            Claim free = exclusive("free");
            Claims.granted(store, free);
            Claims.release(store, free);
            Claims.granted(store, exclusive("alone"));
            Claims.granted(store, shared("both"));
            Claims.granted(store, shared("both"));
            List<String> seen = new ArrayList<>();
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT name, mode, state, holder, since, last_renewal, ends_in FROM holdonce_leases ORDER BY name")) {
                while (row.next()) {
                    seen.add(row.getString(1)
                            + ' '
                            + row.getString(2)
                            + ' '
                            + row.getString(3)
                            + ' '
                            + row.getString(4));
                    assertThat(row.getString(5)).startsWith("20");
                    assertThat(row.getString(7)).isNotBlank();
                }
            }
            assertThat(seen)
                    .containsExactly("alone EXCLUSIVE HELD tests", "both SHARED HELD tests", "both SHARED HELD tests");
        }
    }
}
