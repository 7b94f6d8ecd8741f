// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.Locale;

/** Who is measured. */
enum ContenderKind {
    HOLDONCE("Holdonce", true, true),
    /** On MySQL, with a URL that leaves the wait for rows to each operation. */
    HOLDONCE_PLAIN_URL("Holdonce, plain URL", true, true),
    SHEDLOCK("ShedLock", false, false),
    SPRING("Spring Integration", true, false),
    SESSION("advisory lock, GET_LOCK", true, false),
    RAW("raw floor", false, false);

    final String title;

    /** Whether it can wait by itself; for the others the benchmark tries again every {@link Contender#RETRY_MILLIS} ms. */
    final boolean waits;

    final boolean hasTokens;

    ContenderKind(String title, boolean waits, boolean hasTokens) {
        this.title = title;
        this.waits = waits;
        this.hasTokens = hasTokens;
    }

    /** As on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** With the name that it has there. */
    String titleOn(EngineKind engine) {
        if (this != SESSION) {
            return title;
        }
        return engine == EngineKind.POSTGRESQL ? "advisory lock" : "GET_LOCK";
    }

    boolean runsOn(EngineKind engine) {
        return switch (this) {
            case HOLDONCE_PLAIN_URL -> engine == EngineKind.MYSQL;
            case SESSION -> engine != EngineKind.H2;
            default -> true;
        };
    }
}
