// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the store to use: {@code --store}, then {@code HOLDONCE_STORE}, the user's file, the machine's file, and at last the
 * user's own SQLite file.
 *
 * <p>User and password of a file belong to the store of that file alone, so that they never go to another host.
 *
 * @param environment the environment
 * @param home the user's home folder
 * @param machineFile the machine's file
 */
record StoreSettings(Map<String, String> environment, Path home, Path machineFile) {

    static final String LOCAL = "local";
    static final String OPTION = "--store";
    static final String ARGUMENT = "the command line";
    private static final List<String> ON_COMMAND_LINE = List.of(OPTION, ARGUMENT);
    private static final String PASSWORD_FILE = "HOLDONCE_STORE_PASSWORD_FILE";

    static StoreSettings ofThisProcess() {
        Map<String, String> environment = System.getenv();
        String home = environment.getOrDefault("HOME", "");
        return new StoreSettings(
                environment,
                Path.of(home.isEmpty() ? System.getProperty("user.home", "/") : home),
                Path.of("/etc/holdonce.conf"));
    }

    /** Finds the store; an empty option stands for one that was not given. */
    StoreLocation resolve(Optional<String> option) {
        if (option.isPresent()) {
            return ofCommandLine(option.get(), OPTION);
        }
        Optional<String> variable = variable("HOLDONCE_STORE");
        if (variable.isPresent()) {
            return named(variable.get(), Optional.empty(), Optional.empty(), "HOLDONCE_STORE");
        }
        for (Path path : List.of(userFile(), machineFile)) {
            Optional<ConfigFile> file =
                    ConfigFile.read(path).filter(found -> found.store().isPresent());
            if (file.isPresent()) {
                return named(
                        file.get().store().orElseThrow(),
                        file.get().user(),
                        file.get().password(),
                        path.toString());
            }
        }
        return local(true, "neither --store nor HOLDONCE_STORE nor a configuration file");
    }

    /** A store named where everybody on the machine can read it. */
    StoreLocation ofCommandLine(String url, String source) {
        if (Secrets.in(url)) {
            throw CliException.usage("a password on the command line is readable by every user of this machine; put it"
                    + " into the file that " + PASSWORD_FILE + " names, or store=, user= and password= into "
                    + userFile() + " (chmod 600).");
        }
        return named(url, Optional.empty(), Optional.empty(), source);
    }

    private StoreLocation named(String url, Optional<String> user, Optional<String> password, String source) {
        if (url.equals(LOCAL)) {
            return local(false, source);
        }
        StoreKind kind = StoreKind.of(url)
                .orElseThrow(() -> new CliException(
                        ON_COMMAND_LINE.contains(source) ? ExitCode.USAGE : ExitCode.CONFIGURATION,
                        "unknown store '" + Text.printable(Secrets.redact(url)) + "' (from " + source + "). Supported: "
                                + StoreKind.SUPPORTED + "."));
        return new StoreLocation(url, kind, user, password.or(this::passwordOfFile), false, false, source);
    }

    private StoreLocation local(boolean unasked, String source) {
        Path file = LocalStore.file(environment, home);
        return new StoreLocation(
                "jdbc:sqlite:" + file, StoreKind.SQLITE, Optional.empty(), Optional.empty(), true, unasked, source);
    }

    Path userFile() {
        return variable("XDG_CONFIG_HOME")
                .map(Path::of)
                .orElse(home.resolve(".config"))
                .resolve("holdonce/config");
    }

    private Optional<String> passwordOfFile() {
        return variable(PASSWORD_FILE).map(file -> {
            try {
                return Files.readString(Path.of(file)).stripTrailing();
            } catch (IOException | IllegalArgumentException e) {
                throw CliException.configuration(
                        "cannot read " + file + ", which " + PASSWORD_FILE + " names; it holds the password alone.");
            }
        });
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }
}
