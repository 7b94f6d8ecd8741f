// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where things stand in the source tree and in the modules' build folders. */
final class Repository {
    static final Path ROOT = root();
    static final Path OWN = ROOT.resolve("architecture-tests");

    /** Modules with a module descriptor and an API file. */
    static final List<String> LIBRARIES = List.of("core", "test", "testkit", "jdbc", "elasticsearch");

    /** Modules whose main code the rules hold for; examples and benchmarks are code as users write it. */
    static final List<String> MAIN = List.of("core", "test", "testkit", "jdbc", "elasticsearch", "cli");

    private Repository() {}

    static Path classes(String module) {
        return ROOT.resolve(module).resolve("target/classes");
    }

    static boolean hasSources(String module) {
        return !files(ROOT.resolve(module).resolve("src/main/java"), ".java").isEmpty();
    }

    static List<Path> files(Path folder, String suffix) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(file -> file.getFileName().toString().endsWith(suffix))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a committed list without its comments. */
    static List<String> list(Path file) {
        return read(file)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static Path root() {
        String given = System.getProperty("holdonce.root");
        Path folder = Path.of(given == null ? "" : given).toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("architecture-tests"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("Run inside the source tree or set -Dholdonce.root to it");
        }
        return folder;
    }
}
