// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;

/**
 * One client of one contender, as a process of its own would have it: its own pool and its own local state.
 *
 * <p><b>Threads:</b> {@link #acquire} may be called from many at once.
 */
interface Contender extends AutoCloseable {

    /** The pause of those that cannot wait by themselves. */
    long RETRY_MILLIS = 10;

    /** The pool of every client, Hikari's default. */
    int POOL = 10;

    /** How long a lease lasts where nothing else is said. */
    Duration TTL = Duration.ofSeconds(30);

    /** Waits, at least 30 s, until it has the name. */
    Held acquire(String name) throws Exception;

    /** Connections that are in use by this client now. */
    int connectionsInUse();

    @Override
    void close();

    /** What was acquired, to be released by the thread that acquired it. */
    interface Held {
        long NO_TOKEN = -1;

        /** The fencing token, or {@link #NO_TOKEN}. */
        long token();

        /** Until when its holder may believe in it, by {@link System#nanoTime}. */
        long validUntil();

        void release() throws Exception;
    }
}
