// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest extends CommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run nightly                                  | 64 | two hyphens",
                "run -- true                                  | 64 | NAME",
                "run --ttl 1s a -- true                       | 64 | at least 2 s",
                "run --ttl=-5 a -- true                       | 64 | is not a duration",
                "run --ttl 1h30 a -- true                     | 64 | is not a duration",
                "run --ttl 400d a -- true                     | 64 | at most",
                "run -w 9999999999999999999999h a -- true     | 64 | is not a duration",
                "run --at-least 9999999h a -- true            | 64 | 365 d",
                "run --kill-after 11s a -- true               | 64 | a third of the ttl",
                "run -n -w 3 a -- true                        | 64 | mutually exclusive",
                "run -E 300 a -- true                         | 64 | 0 to 255",
                "run a a -- true                              | 64 | twice",
                "run a: -- true                               | 64 | a part is empty",
                "run a\\x -- true                             | 64 | a backslash is followed by",
                "run /a//path -- true                         | 64 | a part is empty",
                "run /a /a/path -- true                       | 64 | is below '/a'",
                "run --no-such-option a -- true               | 64 | no-such-option",
                "run --ttl 1999ms a -- true                   | 64 | too short",
                "run --store redis://host/0 a -- true         | 64 | jdbc:postgresql",
                "revoke a                                     | 64 | --reason",
                "revoke --reason x                            | 64 | --holder",
                "revoke a --holder b --reason x               | 64 | --holder",
                "schema redis://host/0                        | 64 | jdbc:sqlite",
                "schema sqlite --tables=transaction-locks     | 78 | SQLite",
                "schema opensearch --tables=fences            | 64 | databases",
                "schema h2 --tables=locks                     | 64 | transaction-locks",
                "schema postgresql --apply                    | 64 | URL",
                "frobnicate                                   | 64 | frobnicate",
                "ls                                           | 78 | there is no store",
                "show nightly                                 | 78 | there is no store",
                "revoke nightly --reason x                    | 78 | there is no store",
                "doctor                                       | 78 | there is no store",
                "ls --store jdbc:sqlite:/no/such/file.db      | 78 | schema --apply",
                "run --store jdbc:postgresql://127.0.0.1:1/x -n a -- true | 69 | doctor",
                "ls --store jdbc:postgresql://127.0.0.1:1/x   | 69 | doctor",
            })
    void endsInAnErrorThatNamesTheRemedy(String line, int code, String remedy) {
        Invocation run = machine.run(line.strip().split(" +"));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(run.out()).doesNotContain("\tat ");
        assertThat(machine.localStore()).doesNotExist();
    }

    @Test
    void emptyNameIsRefused() {
        Invocation run = machine.run("run", "", "--", "true");

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).contains("empty");
    }

    @Test
    void unusableStateFolderIsAConfigurationErrorWithItsRemedy() throws IOException {
        Files.writeString(machine.file("not-a-folder"), "");
        machine.with("XDG_STATE_HOME", machine.file("not-a-folder").toString());

        Invocation run = machine.run("run", "a", "--", "true");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(78);
        assertThat(run.err()).contains("XDG_STATE_HOME").contains("Nothing was locked");
    }

    @Test
    void writerThatStoppedInsideItsWriteIsNamedAsTheReason() throws SQLException {
        machine.run("run", "a", "--", "true");

        try (Connection stuck = DriverManager.getConnection("jdbc:sqlite:" + machine.localStore());
                Statement statement = stuck.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            Invocation run = machine.run("run", "a", "--", "true");

            assertThat(run.exitCode()).as(run.err()).isEqualTo(69);
            assertThat(run.err()).contains("locked by another process").contains("kill -CONT");
        }
        assertThat(machine.run("run", "-n", "a", "--", "true").exitCode()).isZero();
    }

    @Test
    void passwordOnTheCommandLineIsAUsageErrorAndIsNotRepeated() {
        for (String url : new String[] {
            "jdbc:postgresql://h/d?user=u&password=geheim",
            "jdbc:postgresql://u:geheim@h/d",
            "jdbc:h2:tcp://h/d;USER=u;PASSWORD=geheim"
        }) {
            Invocation run = machine.run("run", "--store", url, "a", "--", "true");
            Invocation schema = machine.run("schema", url);

            assertThat(run.exitCode()).as(run.err()).isEqualTo(64);
            assertThat(schema.exitCode()).as(schema.err()).isEqualTo(64);
            assertThat(run.err() + schema.err())
                    .contains("HOLDONCE_STORE_PASSWORD_FILE")
                    .doesNotContain("geheim");
        }
    }

    @Test
    void secretOfTheEnvironmentOrAFileIsNeverPrinted() throws IOException {
        Files.createDirectories(machine.home().resolve(".config/holdonce"));
        Files.writeString(
                machine.home().resolve(".config/holdonce/config"),
                "store=jdbc:postgresql://127.0.0.1:1/x?sslpassword=geheim\nuser=me\npassword=geheim\n");
        Files.setPosixFilePermissions(
                machine.home().resolve(".config/holdonce/config"), PosixFilePermissions.fromString("rw-------"));

        Invocation byFile = machine.run("ls", "--verbose");
        machine.with("HOLDONCE_STORE", "jdbc:postgresql://127.0.0.1:1/x?password=geheim");
        Invocation byEnvironment = machine.run("doctor", "--verbose");

        assertThat(byFile.exitCode()).as(byFile.err()).isEqualTo(69);
        assertThat(byEnvironment.exitCode()).as(byEnvironment.err()).isEqualTo(69);
        assertThat(byFile.out() + byFile.err() + byEnvironment.out() + byEnvironment.err())
                .contains("127.0.0.1:1")
                .doesNotContain("geheim");
    }

    @Test
    void configurationFileWithAPasswordThatOthersMayReadIsRefused() throws IOException {
        Files.createDirectories(machine.home().resolve(".config/holdonce"));
        Files.writeString(
                machine.home().resolve(".config/holdonce/config"), "store=jdbc:postgresql://h/d\npassword=geheim\n");
        Files.setPosixFilePermissions(
                machine.home().resolve(".config/holdonce/config"), PosixFilePermissions.fromString("rw-r-----"));

        Invocation run = machine.run("run", "a", "--", "true");

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err()).contains("chmod 600").doesNotContain("geheim");
    }
}
