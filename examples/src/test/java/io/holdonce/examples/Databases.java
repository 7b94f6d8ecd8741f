// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import java.nio.file.Path;
import java.util.UUID;

/** JDBC URLs of fresh databases. */
final class Databases {

    private Databases() {}

    /** In this process's memory. */
    static String h2() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    /** A file that several processes may open. */
    static String sqlite(Path folder) {
        return "jdbc:sqlite:" + folder.resolve("holdonce.db") + "?journal_mode=WAL&synchronous=FULL&busy_timeout=5000";
    }
}
