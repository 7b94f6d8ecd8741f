// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Borrows connections, each for one operation, and keeps one for renewal while leases are held.
 *
 * <p>While it is kept, other operations use it when nobody else does, because asking the pool takes a thread that may block.
 * A pool that gives no second connection soon costs nothing: they then take turns with renewal, and whoever waits goes first.
 * A kept connection that hangs is left to who hangs in it, and another is opened.
 */
final class Connections implements AutoCloseable {

    /** How long a pool is given before the kept connection is used, and a turn on the kept one before it counts as hung. */
    private static final int PATIENCE_MILLIS = 250;

    /** How long the first opening may take on the renewal thread. */
    private static final Duration OPENING = Duration.ofMillis(2_500);

    private final Pool pool;
    private final Eviction eviction;
    private final BooleanSupplier interruptible;

    private volatile @Nullable KeptConnection kept;

    /** @param interruptible whether a thread that asks the pool may be interrupted to end its wait */
    Connections(DataSource source, BooleanSupplier interruptible) {
        this.interruptible = interruptible;
        this.pool = new Pool(source);
        this.eviction = new Eviction(source);
    }

    /** A connection for one operation. */
    static final class Borrowed {
        final Connection connection;
        private final @Nullable KeptConnection kept;

        Borrowed(Connection connection, @Nullable KeptConnection kept) {
            this.connection = connection;
            this.kept = kept;
        }

        boolean isKept() {
            return kept != null;
        }
    }

    /** Begins or ends to keep a connection. What cannot be opened now is opened at the first renewal. */
    void keep(boolean wanted) {
        KeptConnection old = change(wanted);
        if (old != null) {
            old.retire();
        }
        if (wanted) {
            try {
                giveBack(borrowKept(Deadline.after(OPENING)), true);
            } catch (SQLException | StoreUnavailableException e) {
                System.getLogger(Connections.class.getName())
                        .log(System.Logger.Level.DEBUG, "No connection for renewal yet", e);
            }
        }
    }

    private synchronized @Nullable KeptConnection change(boolean wanted) {
        KeptConnection old = kept;
        if (wanted && old == null) {
            kept = new KeptConnection();
        } else if (!wanted) {
            kept = null;
            return old;
        }
        return null;
    }

    /** For anything but renewal. */
    Borrowed borrow(Deadline deadline) throws SQLException {
        KeptConnection idle = kept;
        if (idle == null) {
            return new Borrowed(fromPool(deadline), null);
        }
        if (!idle.turn.isHeldByCurrentThread() && idle.takeTurn(0)) {
            Connection connection = idle.alive();
            if (connection != null && kept == idle) {
                return new Borrowed(connection, idle);
            }
            idle.turn.unlock();
        }
        Pool.Question question = null;
        if (pool.isPrompt()) {
            boolean here = interruptible.getAsBoolean();
            int patience = Math.min(PATIENCE_MILLIS, deadline.leftMillis());
            Connection early = here ? soon(patience) : null;
            if (early != null) {
                return new Borrowed(early, null);
            }
            // Also where this thread has given up: as long as the pool owes an answer, nobody else loses time with it.
            question = pool.ask();
            Connection first = here ? null : firstAnswer(question, patience);
            if (first != null) {
                return new Borrowed(first, null);
            }
            question.markOverdue();
        }
        KeptConnection mine = kept;
        if (mine != null && mine.takeTurn(deadline.leftMillis())) {
            Connection connection = mine.connection;
            if (connection != null && kept == mine) {
                if (question != null) {
                    question.abandon();
                }
                return new Borrowed(connection, mine);
            }
            mine.turn.unlock();
        }
        Pool.Question last = question == null || question.failed() ? pool.ask() : question;
        Connection connection = last.await(deadline.leftMillis());
        if (connection == null) {
            last.abandon();
            throw exhausted();
        }
        return new Borrowed(connection, null);
    }

    private Connection fromPool(Deadline deadline) throws SQLException {
        Connection connection = interruptible.getAsBoolean() ? pool.take(deadline.leftMillis()) : pool.take();
        if (connection == null) {
            throw exhausted();
        }
        return connection;
    }

    private static StoreUnavailableException exhausted() {
        return new StoreUnavailableException(
                "The connection pool gave no connection in time. Nothing was sent. Enlarge it, or give the locks a "
                        + "DataSource of their own.",
                false,
                null);
    }

    /** Null, too, when the pool refuses quickly: there is another connection to turn to. */
    private @Nullable Connection soon(int millis) {
        try {
            return pool.take(millis);
        } catch (SQLException | RuntimeException e) {
            return null;
        }
    }

    private static @Nullable Connection firstAnswer(Pool.Question question, int millis) {
        try {
            return question.await(millis);
        } catch (SQLException e) {
            return null;
        }
    }

    /** For renewal: the kept connection where there should be one. */
    Borrowed borrowKept(Deadline deadline) throws SQLException {
        KeptConnection mine = kept;
        if (mine == null) {
            return borrow(deadline);
        }
        if (!mine.takeTurn(Math.min(PATIENCE_MILLIS, deadline.leftMillis()))) {
            mine = replace(mine);
        }
        Connection connection = mine.connection;
        if (connection != null) {
            return new Borrowed(connection, mine);
        }
        boolean opened = false;
        Pool.Question question = pool.ask();
        try {
            connection = question.await(deadline.leftMillis());
            if (connection == null) {
                throw new StoreUnavailableException(
                        "No connection for renewal in time. Nothing was sent.", false, null);
            }
            mine.connection = connection;
            opened = true;
            return new Borrowed(connection, mine);
        } finally {
            if (!opened) {
                question.abandon();
                mine.turn.unlock();
            }
        }
    }

    /** Returns a connection to the pool, or to its place. A kept one that is not sound is closed and opened anew when needed. */
    void giveBack(Borrowed borrowed, boolean sound) {
        if (!sound) {
            eviction.ifDead(borrowed.connection);
        }
        KeptConnection place = borrowed.kept;
        if (place == null) {
            Failures.close(borrowed.connection);
            return;
        }
        if (!sound || place != kept) {
            place.connection = null;
            Failures.close(borrowed.connection);
        }
        if (sound) {
            place.answered();
        }
        place.turn.unlock();
    }

    /** A new place, its turn taken; the old one's connection is closed by who is still using it. */
    private synchronized KeptConnection replace(KeptConnection hung) {
        KeptConnection fresh = new KeptConnection();
        fresh.turn.lock();
        if (kept == hung) {
            kept = fresh;
        }
        return fresh;
    }

    @Override
    public void close() {
        keep(false);
        pool.close();
    }
}
