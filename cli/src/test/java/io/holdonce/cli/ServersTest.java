// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.jdbc.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same command over every database server, from an empty schema on. */
class ServersTest extends CommandTest {

    static Stream<TestDatabase> servers() {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.MYSQL, TestDatabase.MARIADB, TestDatabase.H2_SERVER)
                .filter(TestDatabase::startsHere);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void schemaIsShownAppliedOnceAndThenEverythingWorks(TestDatabase server) {
        // By the environment, since the URL holds the test server's password.
        machine.with("HOLDONCE_STORE", server.freshUrl());

        Invocation before = machine.run("run", "nightly", "--", "true");
        Invocation sick = machine.run("doctor");
        Invocation shown = machine.run("schema");
        Invocation applied = machine.run("schema", "--apply");
        Invocation again = machine.run("schema", "--apply");
        Invocation doctor = machine.run("doctor");

        assertThat(before.exitCode()).as(before.err()).isEqualTo(78);
        assertThat(before.err()).contains("holdonce schema --apply");
        assertThat(sick.exitCode()).isEqualTo(78);
        assertThat(sick.out()).contains("ERROR").contains("schema");
        assertThat(shown.out()).containsIgnoringCase("create table");
        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(applied.out()).containsIgnoringCase("create table");
        assertThat(again.err()).contains("nothing was changed");
        assertThat(doctor.exitCode()).as(doctor.out()).isZero();

        Invocation holder =
                machine.start("run", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN; exec sleep 60");
        String token = holder.firstLine();
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isEqualTo(75);
        assertThat(machine.run("ls").out()).containsSubsequence("nightly", "EXCLUSIVE", token, "held");
        assertThat(machine.run("show", "nightly").out()).contains("kill " + holder.pid());
        machine.run("revoke", "nightly", "--reason", "test");
        assertThat(holder.exitCode()).isEqualTo(70);
        Invocation next = machine.run("run", "-n", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN");
        assertThat(Long.parseLong(next.out().strip())).isGreaterThan(Long.parseLong(token));
        assertThat(machine.localStore()).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void eachProgramGetsOnlyTheTablesThatItAsksFor(TestDatabase server) {
        machine.with("HOLDONCE_STORE", server.freshUrl());

        Invocation locks = machine.run("schema", "--tables=transaction-locks", "--apply");
        Invocation again = machine.run("schema", "--tables=transaction-locks", "--apply");
        Invocation fences = machine.run("schema", "--tables=fences", "--apply");

        assertThat(locks.exitCode()).as(locks.err()).isZero();
        assertThat(locks.out().toLowerCase(Locale.ROOT))
                .contains("holdonce_txlock")
                .doesNotContain("holdonce_lease");
        assertThat(again.err()).contains("nothing was changed");
        assertThat(fences.exitCode()).as(fences.err()).isZero();
        assertThat(fences.out().toLowerCase(Locale.ROOT))
                .contains("holdonce_fence")
                .doesNotContain("holdonce_txlock");
        assertThat(machine.run("doctor").exitCode()).isEqualTo(78);
    }

    @Test
    void dialectsWordPrintsItsScriptWithoutAnyStore() {
        for (String word : List.of("postgresql", "mysql", "mariadb", "h2", "sqlite")) {
            Invocation schema = machine.run("schema", word);

            assertThat(schema.exitCode()).isZero();
            assertThat(schema.out()).containsIgnoringCase("create table");
            assertThat(machine.run("schema", word, "--tables=fences").out()).containsIgnoringCase("holdonce_fence");
        }
        assertThat(machine.run("schema", "h2", "--tables=transaction-locks").out())
                .containsIgnoringCase("holdonce_txlock");
    }
}
