// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The user's pool, asked on a thread of its own where that may block for longer than an operation may. */
final class Pool implements AutoCloseable {

    /**
     * The pool that gives every thread a connection of its own and that an interrupt keeps from waiting; not a subclass or
     * wrapper, which may give a thread the connection of its transaction. A lease must never touch that one, so all others are
     * asked on threads of our own, that are in no transaction. Told by its name, because it need not be there.
     */
    private static final String PLAIN = "com.zaxxer.hikari.HikariDataSource";

    private final DataSource source;

    /** Its threads end when idle. */
    private final ExecutorService asking = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "holdonce-connection");
        thread.setDaemon(true);
        return thread;
    });

    /** How many questions were given up as too slow and are still unanswered. */
    private final AtomicInteger overdue = new AtomicInteger();

    Pool(DataSource source) {
        this.source = source;
    }

    /** Whether any thread may ask it. */
    static boolean isPlain(DataSource source) {
        return source.getClass().getName().equals(PLAIN);
    }

    /** A connection, however long that takes. */
    Connection take() throws SQLException {
        return source.getConnection();
    }

    /** A connection, or null if there is none in time; only of a plain pool. */
    @Nullable
    Connection take(int millis) throws SQLException {
        try (Patience.Limit limit = Patience.limit(millis)) {
            try {
                return source.getConnection();
            } catch (SQLException | RuntimeException e) {
                if (limit.isOver()) {
                    return null;
                }
                throw e;
            }
        }
    }

    /** Whether it owes nobody an answer; while it does, asking again would only add to its queue. */
    boolean isPrompt() {
        return overdue.get() == 0;
    }

    Question ask() {
        Question question = new Question();
        asking.execute(() -> {
            try {
                Connection connection = source.getConnection();
                if (!question.answer.complete(connection)) {
                    Failures.close(connection);
                }
            } catch (SQLException | RuntimeException e) {
                question.answer.completeExceptionally(e);
            } finally {
                question.answered();
            }
        });
        return question;
    }

    @Override
    public void close() {
        asking.shutdown();
    }

    /** A connection asked for, and whether the pool still owes it. */
    final class Question {
        private final CompletableFuture<Connection> answer = new CompletableFuture<>();
        private boolean owed = true;
        private boolean counted;

        /** The connection, or null if there is none in time or this thread is interrupted. */
        @Nullable
        Connection await(int millis) throws SQLException {
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

        /** Whether the pool has refused. */
        boolean failed() {
            return answer.isCompletedExceptionally();
        }

        /** What comes later goes straight back. */
        void abandon() {
            if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
                Failures.close(answer.join());
            }
        }

        synchronized void markOverdue() {
            if (owed && !counted) {
                counted = true;
                overdue.incrementAndGet();
            }
        }

        private synchronized void answered() {
            owed = false;
            if (counted) {
                overdue.decrementAndGet();
            }
        }
    }
}
