// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSettingsTest {

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    private StoreSettings settings() {
        return new StoreSettings(environment, folder, folder.resolve("machine.conf"));
    }

    private StoreLocation resolve() {
        return settings().resolve(Optional.empty());
    }

    private void write(Path file, String permissions, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private Path userFile() {
        return folder.resolve(".config/holdonce/config");
    }

    @Test
    void theNearestSettingWins() throws IOException {
        assertThat(resolve().url()).isEqualTo("jdbc:sqlite:" + folder.resolve(".local/state/holdonce/locks.db"));
        assertThat(resolve().unasked()).isTrue();

        write(folder.resolve("machine.conf"), "rw-r--r--", "store=jdbc:postgresql://machine/d");
        assertThat(resolve().url()).isEqualTo("jdbc:postgresql://machine/d");

        write(userFile(), "rw-r--r--", "store=jdbc:postgresql://user/d");
        assertThat(resolve().url()).isEqualTo("jdbc:postgresql://user/d");

        environment.put("HOLDONCE_STORE", "jdbc:postgresql://environment/d");
        assertThat(resolve().url()).isEqualTo("jdbc:postgresql://environment/d");

        assertThat(settings().resolve(Optional.of("jdbc:h2:tcp://option/d")).url())
                .isEqualTo("jdbc:h2:tcp://option/d");
        assertThat(settings().resolve(Optional.of("local")).unasked()).isFalse();
    }

    @Test
    void theFoldersOfXdgAreHonoured() throws IOException {
        environment.put("XDG_CONFIG_HOME", folder.resolve("c").toString());
        environment.put("XDG_STATE_HOME", folder.resolve("s").toString());

        assertThat(resolve().url()).isEqualTo("jdbc:sqlite:" + folder.resolve("s/holdonce/locks.db"));
        write(folder.resolve("c/holdonce/config"), "rw-r--r--", "store=jdbc:postgresql://user/d");
        assertThat(resolve().url()).isEqualTo("jdbc:postgresql://user/d");
    }

    @Test
    void userAndPasswordOfAFileGoToTheStoreOfThatFileAlone() throws IOException {
        write(userFile(), "rw-------", "store=jdbc:postgresql://user/d\nuser=me\npassword=geheim");
        assertThat(resolve().user()).contains("me");
        assertThat(resolve().password()).contains("geheim");
        assertThat(resolve().toString()).doesNotContain("geheim");

        environment.put("HOLDONCE_STORE", "jdbc:postgresql://elsewhere/d");
        assertThat(resolve().user()).isEmpty();
        assertThat(resolve().password()).isEmpty();
    }

    @Test
    void passwordFileIsReadWithoutItsLineBreak() throws IOException {
        write(folder.resolve("secret"), "r--r--r--", "geheim\n");
        environment.put("HOLDONCE_STORE_PASSWORD_FILE", folder.resolve("secret").toString());
        environment.put("HOLDONCE_STORE", "jdbc:postgresql://h/d");

        assertThat(resolve().password()).contains("geheim");

        environment.put(
                "HOLDONCE_STORE_PASSWORD_FILE", folder.resolve("nothing").toString());
        assertThatThrownBy(this::resolve)
                .isInstanceOf(CliException.class)
                .hasMessageContaining("HOLDONCE_STORE_PASSWORD_FILE");
    }

    @Test
    void fileWithAPasswordMustBePrivate() throws IOException {
        for (String permissions : new String[] {"rw-r-----", "rw----r--"}) {
            write(userFile(), permissions, "store=jdbc:postgresql://h/d\npassword=geheim");
            assertThatThrownBy(this::resolve)
                    .isInstanceOf(CliException.class)
                    .hasMessageContaining("chmod 600")
                    .hasMessageNotContaining("geheim");
            write(userFile(), permissions, "store=jdbc:postgresql://h/d?password=geheim");
            assertThatThrownBy(this::resolve).hasMessageContaining("chmod 600");
        }
    }

    @Test
    void misspelledKeyIsAnError() throws IOException {
        write(userFile(), "rw-------", "stor=jdbc:postgresql://h/d");

        assertThatThrownBy(this::resolve).hasMessageContaining("'stor'").hasMessageContaining("store, user, password");
    }

    @Test
    void unknownStoreOfTheEnvironmentIsAConfigurationError() {
        environment.put("HOLDONCE_STORE", "redis://:geheim@host/0");

        assertThatThrownBy(this::resolve)
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
                .hasMessageContaining("Supported: jdbc:postgresql:")
                .hasMessageNotContaining("geheim");
    }
}
