// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The place of one connection that stays out of the pool. Only who has its turn touches what is in it. */
final class KeptConnection {

    /** So long after its last answer it is used without a look whether it is alive, as pools do it. */
    private static final Duration FRESH = Duration.ofMillis(500);

    private static final int TEST_SECONDS = 1;

    final ReentrantLock turn = new ReentrantLock(true);

    @Nullable
    Connection connection;

    /** How long it may be taken for alive without a look. */
    private @Nullable Deadline fresh;

    /** Whether it is this thread's turn now. */
    boolean takeTurn(int millis) {
        try {
            return turn.tryLock(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Takes note that it has just answered. */
    void answered() {
        fresh = Deadline.after(FRESH);
    }

    /** The connection; one that was not used for a moment is asked first, and dropped if it does not answer. */
    @Nullable
    Connection alive() {
        Connection tested = connection;
        if (tested == null || (fresh != null && !fresh.passed())) {
            return tested;
        }
        try {
            if (tested.isValid(TEST_SECONDS)) {
                return tested;
            }
        } catch (SQLException e) {
            System.getLogger(KeptConnection.class.getName())
                    .log(System.Logger.Level.DEBUG, "The kept connection could not be tested", e);
        }
        connection = null;
        Failures.close(tested);
        return null;
    }

    /** Closes what is in it, unless somebody has the turn: who has it does so, since the place is no longer the current one. */
    void retire() {
        if (turn.tryLock()) {
            Connection last = connection;
            connection = null;
            turn.unlock();
            if (last != null) {
                Failures.close(last);
            }
        }
    }
}
