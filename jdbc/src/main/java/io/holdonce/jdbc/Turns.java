// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A queue for the threads of this JVM that write one file. SQLite has none: who finds it busy sleeps, longer each time, and
 * late-comers overtake. Processes still meet inside SQLite.
 */
final class Turns {

    /** By the hash of the URL, so that nothing is kept per file; two files in one queue only cost each other some time. */
    private static final Semaphore[] QUEUES = new Semaphore[64];

    static {
        Arrays.setAll(QUEUES, i -> new Semaphore(1, true));
    }

    private Turns() {}

    /** What is done in one's turn. */
    interface Action<T> {
        T run() throws SQLException;
    }

    static <T> T take(Connection connection, Deadline deadline, Action<T> action) throws SQLException {
        String url = String.valueOf(connection.getMetaData().getURL());
        Semaphore queue = QUEUES[Math.floorMod(url.hashCode(), QUEUES.length)];
        if (!enter(queue, deadline)) {
            throw new StoreUnavailableException(
                    "Other threads of this process kept the database busy. Nothing was sent.", false, null);
        }
        try {
            return action.run();
        } finally {
            queue.release();
        }
    }

    private static boolean enter(Semaphore queue, Deadline deadline) {
        try {
            return queue.tryAcquire(deadline.leftMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
