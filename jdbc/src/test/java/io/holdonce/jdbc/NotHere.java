// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Notes beside the contracts' results that an engine cannot be started on this machine, so that nobody takes silence for success. */
final class NotHere {

    private NotHere() {}

    static void write(String engine, String reason) {
        System.out.println("NOT RUN: " + engine + ", because " + reason);
        String root = System.getProperty("holdonce.root", "");
        if (root.isEmpty()) {
            return;
        }
        try {
            Path folder = Files.createDirectories(Path.of(root, "target", "contracts"));
            Files.writeString(folder.resolve(engine + ".not-here"), reason + '\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
