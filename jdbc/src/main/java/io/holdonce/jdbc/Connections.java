// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
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

    /** So long after its last answer the kept connection is used without a look whether it is alive, as pools do it. */
    private static final Duration FRESH = Duration.ofMillis(500);

    private static final int TEST_SECONDS = 1;

    /** How long the first opening may take on the renewal thread. */
    private static final Duration OPENING = Duration.ofMillis(2_500);

    private final Pool pool;
    private final Eviction eviction;
    private final BooleanSupplier interruptible;

    private volatile @Nullable Kept kept;

    /** @param interruptible whether a thread that asks the pool may be interrupted to end its wait */
    Connections(DataSource source, BooleanSupplier interruptible) {
        this.interruptible = interruptible;
        this.pool = new Pool(source);
        this.eviction = new Eviction(source);
    }

    /** One connection that stays out of the pool; its lock is held by whose turn it is. */
    private static final class Kept {
        final ReentrantLock turn = new ReentrantLock(true);

        @Nullable
        Connection connection;

        /** How long it may be taken for alive without a look; whose turn it is. */
        @Nullable
        Deadline fresh;
    }

    /** A connection for one operation. */
    static final class Borrowed {
        final Connection connection;
        private final @Nullable Kept kept;

        Borrowed(Connection connection, @Nullable Kept kept) {
            this.connection = connection;
            this.kept = kept;
        }

        boolean isKept() {
            return kept != null;
        }
    }

    /** Begins or ends to keep a connection. What cannot be opened now is opened at the first renewal. */
    void keep(boolean wanted) {
        Kept old = change(wanted);
        if (old != null) {
            retire(old);
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

    private synchronized @Nullable Kept change(boolean wanted) {
        Kept old = kept;
        if (wanted && old == null) {
            kept = new Kept();
        } else if (!wanted) {
            kept = null;
            return old;
        }
        return null;
    }

    /** For anything but renewal. */
    Borrowed borrow(Deadline deadline) throws SQLException {
        Kept idle = kept;
        if (idle == null) {
            return new Borrowed(fromPool(deadline), null);
        }
        if (!idle.turn.isHeldByCurrentThread() && takeTurn(idle, 0)) {
            Connection connection = alive(idle);
            if (connection != null && kept == idle) {
                return new Borrowed(connection, idle);
            }
            idle.turn.unlock();
        }
        CompletableFuture<Connection> answer = null;
        if (pool.isPrompt()) {
            boolean here = interruptible.getAsBoolean();
            int patience = Math.min(PATIENCE_MILLIS, deadline.leftMillis());
            Connection early = here ? soon(patience) : null;
            if (early != null) {
                return new Borrowed(early, null);
            }
            // Also where this thread has given up: as long as the pool owes an answer, nobody else loses time with it.
            Pool.Question question = pool.ask();
            answer = question.answer();
            Connection first = here ? null : firstAnswer(answer, patience);
            if (first != null) {
                return new Borrowed(first, null);
            }
            question.markOverdue();
        }
        Kept mine = kept;
        if (mine != null && takeTurn(mine, deadline.leftMillis())) {
            Connection connection = mine.connection;
            if (connection != null && kept == mine) {
                if (answer != null) {
                    abandon(answer);
                }
                return new Borrowed(connection, mine);
            }
            mine.turn.unlock();
        }
        CompletableFuture<Connection> last =
                answer == null || answer.isCompletedExceptionally() ? pool.ask().answer() : answer;
        Connection connection = await(last, deadline.leftMillis());
        if (connection == null) {
            abandon(last);
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

    /** Looks whether a kept connection that was not used for a moment still answers; the turn is the caller's. */
    private static @Nullable Connection alive(Kept mine) {
        Connection connection = mine.connection;
        if (connection == null || (mine.fresh != null && !mine.fresh.passed())) {
            return connection;
        }
        try {
            if (connection.isValid(TEST_SECONDS)) {
                return connection;
            }
        } catch (SQLException e) {
            System.getLogger(Connections.class.getName())
                    .log(System.Logger.Level.DEBUG, "The kept connection could not be tested", e);
        }
        mine.connection = null;
        Failures.close(connection);
        return null;
    }

    /** Null, too, when the pool refuses quickly: there is another connection to turn to. */
    private @Nullable Connection soon(int millis) {
        try {
            return pool.take(millis);
        } catch (SQLException | RuntimeException e) {
            return null;
        }
    }

    private static @Nullable Connection firstAnswer(CompletableFuture<Connection> answer, int millis) {
        try {
            return await(answer, millis);
        } catch (SQLException e) {
            return null;
        }
    }

    /** For renewal: the kept connection where there should be one. */
    Borrowed borrowKept(Deadline deadline) throws SQLException {
        Kept mine = kept;
        if (mine == null) {
            return borrow(deadline);
        }
        if (!takeTurn(mine, Math.min(PATIENCE_MILLIS, deadline.leftMillis()))) {
            mine = replace(mine);
        }
        Connection connection = mine.connection;
        if (connection != null) {
            return new Borrowed(connection, mine);
        }
        boolean opened = false;
        CompletableFuture<Connection> answer = pool.ask().answer();
        try {
            connection = await(answer, deadline.leftMillis());
            if (connection == null) {
                throw new StoreUnavailableException(
                        "No connection for renewal in time. Nothing was sent.", false, null);
            }
            mine.connection = connection;
            opened = true;
            return new Borrowed(connection, mine);
        } finally {
            if (!opened) {
                abandon(answer);
                mine.turn.unlock();
            }
        }
    }

    /** Returns a connection to the pool, or to its place. A kept one that is not sound is closed and opened anew when needed. */
    void giveBack(Borrowed borrowed, boolean sound) {
        if (!sound) {
            eviction.ifDead(borrowed.connection);
        }
        Kept place = borrowed.kept;
        if (place == null) {
            Failures.close(borrowed.connection);
            return;
        }
        if (!sound || place != kept) {
            place.connection = null;
            Failures.close(borrowed.connection);
        }
        if (sound) {
            place.fresh = Deadline.after(FRESH);
        }
        place.turn.unlock();
    }

    /** A new place, its turn taken; the old one's connection is closed by who is still using it. */
    private synchronized Kept replace(Kept hung) {
        Kept fresh = new Kept();
        fresh.turn.lock();
        if (kept == hung) {
            kept = fresh;
        }
        return fresh;
    }

    private static boolean takeTurn(Kept kept, int millis) {
        try {
            return kept.turn.tryLock(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void retire(Kept old) {
        // Whoever has the turn closes it: the place is no longer the current one.
        if (old.turn.tryLock()) {
            Connection connection = old.connection;
            old.connection = null;
            old.turn.unlock();
            if (connection != null) {
                Failures.close(connection);
            }
        }
    }

    /** What comes later goes straight back. */
    private static void abandon(CompletableFuture<Connection> answer) {
        if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
            Failures.close(answer.join());
        }
    }

    private static @Nullable Connection await(CompletableFuture<Connection> answer, int millis) throws SQLException {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw new SQLException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        keep(false);
        pool.close();
    }
}
