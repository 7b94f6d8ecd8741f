// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.Locale;

/** The databases that are measured. */
enum EngineKind {
    POSTGRESQL("PostgreSQL", "postgresql"),
    MARIADB("MariaDB", "mysql"),
    MYSQL("MySQL", "mysql"),
    H2("H2 (server)", "h2");

    final String title;

    /** The name of Spring Integration's script for it. */
    final String springScript;

    EngineKind(String title, String springScript) {
        this.title = title;
        this.springScript = springScript;
    }

    /** As on the command line and in file names. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
