// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * A file of Java properties that names the store: {@code store}, {@code user}, {@code password}.
 *
 * @param path where it is
 * @param store what it names, if it does
 * @param user the user for that store
 * @param password the password for that store
 */
record ConfigFile(Path path, Optional<String> store, Optional<String> user, Optional<String> password) {

    private static final Set<String> KEYS = Set.of("store", "user", "password");
    private static final Set<PosixFilePermission> OTHERS_READ =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    /**
     * Reads a file.
     *
     * @return empty if there is none
     * @throws CliException if it cannot be read, or holds a password that others may read
     */
    static Optional<ConfigFile> read(Path path) {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw CliException.configuration("cannot read " + path
                    + ": it is not readable, or not UTF-8 Java properties (store=, user=, password=).");
        }
        requireKnownKeys(path, properties);
        ConfigFile file = new ConfigFile(
                path, value(properties, "store"), value(properties, "user"), value(properties, "password"));
        if (file.password.isPresent() || file.store.filter(Secrets::in).isPresent()) {
            requirePrivate(path);
        }
        return Optional.of(file);
    }

    private static void requireKnownKeys(Path path, Properties properties) {
        List<String> unknown = new ArrayList<>(properties.stringPropertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw CliException.configuration(
                    path + " sets '" + Text.printable(unknown.get(0)) + "', which is none of store, user, password.");
        }
    }

    private static void requirePrivate(Path path) {
        try {
            if (Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS_READ::contains)) {
                throw CliException.configuration(
                        path + " holds a password that other users may read; chmod 600 " + path + ".");
            }
        } catch (IOException e) {
            throw CliException.configuration("cannot read the permissions of " + path + ", which holds a password.");
        }
    }

    private static Optional<String> value(Properties properties, String key) {
        return Optional.ofNullable(properties.getProperty(key))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }
}
