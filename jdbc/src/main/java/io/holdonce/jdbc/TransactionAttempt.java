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

    /** The round of a pause of 8 to 24 ms. */
    private static final int LONGEST_PAUSE = 4;

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

    /** Lets the holder go on for a while; false if there is no time left. An interrupt is kept for others. */
    boolean pause(int round) {
        if (deadline == null || deadline.passed()) {
            return false;
        }
        boolean interrupted = Thread.interrupted();
        if (!deadline.pause(Math.min(round, LONGEST_PAUSE))) {
            deadline.pause(0);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    byte[] key() {
        return name.key();
    }

    String text() {
        return name.toString();
    }
}
