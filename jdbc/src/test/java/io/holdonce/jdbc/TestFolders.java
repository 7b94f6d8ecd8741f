// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Temporary folders that are gone when the tests are. */
public final class TestFolders {

    private TestFolders() {}

    /** A fresh folder, deleted when this JVM ends. */
    public static Path fresh() {
        try {
            Path folder = Files.createTempDirectory("holdonce-test");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder and what is in it, as far as it can. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            // It is temporary anyway.
        }
    }
}
