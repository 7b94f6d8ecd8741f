// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What ran and what did not, one line an engine, for the end of the build: nobody may take silence for success. */
final class EngineReport {

    private EngineReport() {}

    static void ran(Engine engine) {
        write("engines", engine.id() + ".txt", engine.id() + ": " + engine.version() + " ran");
    }

    /** Says also when it is not; then the table of contracts excuses it. */
    static boolean isHere(Engine engine) {
        Optional<String> missing = engine.missing();
        missing.ifPresent(reason -> {
            write("engines", engine.id() + ".txt", engine.id() + ": did not run, because " + reason);
            write("contracts", engine.id() + ".not-here", reason);
        });
        return missing.isEmpty();
    }

    private static void write(String folder, String file, String line) {
        String root = System.getProperty("holdonce.root", "");
        if (root.isEmpty()) {
            return;
        }
        try {
            Path folders = Files.createDirectories(Path.of(root, "target", folder));
            Files.writeString(folders.resolve(file), line + '\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
