// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** One name wanted in the caller's transaction: at once, or by a deadline. */
record TransactionAttempt(
        Connection connection,
        LockName name,
        LockMode mode,
        @Nullable Deadline deadline) {

    /** Eleven days; PostgreSQL's limits end at twice that. */
    private static final int MOST_MILLIS = 1_000_000_000;

    boolean exclusive() {
        return mode == LockMode.EXCLUSIVE;
    }

    boolean waits() {
        return deadline != null;
    }

    /** Whether waiting any longer is of no use. */
    boolean over() {
        return deadline == null || deadline.passed();
    }

    /** From 1 to what every engine takes for a limit. */
    int leftMillis() {
        return deadline == null ? 1 : Math.min(MOST_MILLIS, deadline.leftMillis());
    }

    byte[] key() {
        return name.key();
    }

    String text() {
        return name.toString();
    }
}
