// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.testkit.TransactionLocksHarness.Taken;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Cases of one topic about locks in transactions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransactionTopic {

    static final int READ_COMMITTED = Connection.TRANSACTION_READ_COMMITTED;

    /** Far beyond what anything takes; a case that comes near it waits where it must not. */
    static final Duration LONG = Duration.ofSeconds(20);

    /** What a case that is to wait is left waiting for. */
    private static final Duration SHORT = Duration.ofMillis(150);

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final TransactionLocksContract contract;
    private final Deque<Connection> opened = new ConcurrentLinkedDeque<>();

    TransactionLocksHarness harness;
    private ExecutorService threads;

    @SuppressWarnings("NullAway.Init")
    TransactionTopic(TransactionLocksContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void start() {
        harness = contract.harness();
        threads = Executors.newCachedThreadPool();
    }

    @AfterEach
    void endEveryTransaction() {
        while (!opened.isEmpty()) {
            end(opened.pop());
        }
        threads.shutdownNow();
    }

    /** So that the locks of all others are free. */
    void endEveryTransactionBut(Connection... kept) {
        opened.removeIf(connection -> {
            boolean ends = java.util.Arrays.stream(kept).noneMatch(other -> other == connection);
            if (ends) {
                end(connection);
            }
            return ends;
        });
    }

    private static void end(Connection connection) {
        try (connection) {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // Killed sessions cannot roll back.
        }
    }

    Connection transaction() throws SQLException {
        return transaction(READ_COMMITTED);
    }

    Connection transaction(int isolation) throws SQLException {
        Connection connection = harness.connect(isolation);
        opened.push(connection);
        return connection;
    }

    static LockName name(String hint) {
        return LockName.of("kit", hint + '-' + NAMES.incrementAndGet());
    }

    /** A name whose first use was committed. */
    LockName usedName(String hint) throws SQLException {
        LockName name = name(hint);
        use(name);
        return name;
    }

    Taken use(LockName name) throws SQLException {
        Connection connection = transaction();
        Taken taken = acquire(connection, name);
        connection.commit();
        return taken;
    }

    Taken acquire(Connection connection, LockName name) {
        return harness.acquire(connection, Locks.exclusive(name).waitTime(LONG));
    }

    /** On a thread of its own, so that a try that waits fails the case instead of stopping it. */
    Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
        return ended(inBackground(() -> harness.tryAcquire(connection, request)));
    }

    Optional<Taken> tryAcquire(Connection connection, LockName name) {
        return tryAcquire(connection, Locks.exclusive(name));
    }

    boolean isFree(LockName name) throws SQLException {
        Connection connection = transaction();
        boolean free = tryAcquire(connection, name).isPresent();
        connection.rollback();
        return free;
    }

    <T> Future<T> inBackground(Callable<T> task) {
        return threads.submit(task);
    }

    <T> T ended(Future<T> task) {
        return ended(task, harness.patience());
    }

    <T> T ended(Future<T> task, Duration limit) {
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError("The thread failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("Still waiting after " + limit, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static void assertWaits(Future<?> task) {
        try {
            Object result = task.get(SHORT.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("Did not wait, but ended with " + result);
        } catch (TimeoutException e) {
            // As it should be.
        } catch (java.util.concurrent.ExecutionException e) {
            throw new AssertionError("Did not wait, but failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
