// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Implementations of locks in transactions, each wrong in one way that has been seen in the field. */
final class WrongTransactionLocks {

    private WrongTransactionLocks() {}

    /** Locks on a connection of its own, in a transaction that ends at once. */
    static final class JoinsNoTransaction extends TransactionHarness {
        JoinsNoTransaction() {
            super(TestDatabase.H2);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            return on(connection, own -> super.acquire(own, request));
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            return on(connection, own -> super.tryAcquire(own, request));
        }

        private interface Taking<T> {
            T on(Connection connection);
        }

        private <T> T on(Connection connection, Taking<T> taking) {
            try {
                if (connection.getAutoCommit()) {
                    throw new IllegalStateException("no transaction");
                }
                try (Connection own = connect(Connection.TRANSACTION_READ_COMMITTED)) {
                    T taken = taking.on(own);
                    own.commit();
                    return taken;
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Begins with a clean transaction, as it thinks. */
    static final class CommitsTheCallersWork extends TransactionHarness {
        private final Set<Connection> begun = Collections.newSetFromMap(new ConcurrentHashMap<>());

        CommitsTheCallersWork() {
            super(TestDatabase.H2);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            commit(connection);
            return super.acquire(connection, request);
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            commit(connection);
            return super.tryAcquire(connection, request);
        }

        private void commit(Connection connection) {
            try {
                if (!connection.getAutoCommit() && begun.add(connection)) {
                    connection.commit();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Inserts the row and takes the duplicate key for an answer, which on PostgreSQL ends the transaction. */
    static final class InsertsAndCatches extends TransactionHarness {
        InsertsAndCatches() {
            super(TestDatabase.POSTGRESQL);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            insert(connection, request);
            return super.acquire(connection, request);
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            Optional<Taken> taken = super.tryAcquire(connection, request);
            if (taken.isEmpty()) {
                insert(connection, request);
            }
            return taken;
        }

        private static void insert(Connection connection, LockRequest request) {
            for (LockName name : request.holds().keySet()) {
                if (isOpen(connection) && !name.isPath()) {
                    insert(connection, name);
                }
            }
        }

        private static boolean isOpen(Connection connection) {
            try {
                return !connection.getAutoCommit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void insert(Connection connection, LockName name) {
            try (Statement limit = connection.createStatement();
                    PreparedStatement statement =
                            connection.prepareStatement("INSERT INTO holdonce_txlock (lock_key, name) VALUES (?, ?)")) {
                limit.execute("SET LOCAL lock_timeout = 300");
                statement.setBytes(1, name.key());
                statement.setString(2, name.toString());
                statement.executeUpdate();
                limit.execute("SET LOCAL lock_timeout = 0");
            } catch (SQLException e) {
                // Somebody else was faster, as it thinks.
            }
        }
    }

    /** A try with a limit of some seconds. */
    static final class TryWaits extends TransactionHarness {
        TryWaits() {
            super(TestDatabase.H2);
        }

        @Override
        public Duration patience() {
            return Duration.ofMillis(1_500);
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            return super.tryAcquire(connection, request.waitTime(Duration.ofMillis(2_600)));
        }
    }

    /** Counts on from what was committed, so that a holder that rolled back shares its token with the next. */
    static final class TokenOfTheLastCommit extends TransactionHarness {
        TokenOfTheLastCommit() {
            super(TestDatabase.H2);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            return restarted(super.acquire(connection, request));
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            return super.tryAcquire(connection, request).map(TokenOfTheLastCommit::restarted);
        }

        private static Taken restarted(Taken taken) {
            long last = taken.lastTakenAt()
                    .map(at -> ChronoUnit.MICROS.between(Instant.EPOCH, at))
                    .orElse(0L);
            return new Taken(last + 1, taken.createdAt(), taken.lastTakenAt());
        }
    }

    /** Sets the session's limit and leaves it. */
    static final class LeavesItsLimit extends TransactionHarness {
        LeavesItsLimit() {
            super(TestDatabase.H2);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            Taken taken = super.acquire(connection, request);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCK_TIMEOUT 4000");
                return taken;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Takes a shared hold for an exclusive one. */
    static final class SharersExcludeEachOther extends TransactionHarness {
        SharersExcludeEachOther() {
            super(TestDatabase.H2);
        }

        @Override
        public Taken acquire(Connection connection, LockRequest request) {
            return super.acquire(connection, exclusive(request));
        }

        @Override
        public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
            return super.tryAcquire(connection, exclusive(request));
        }

        private static LockRequest exclusive(LockRequest request) {
            LockRequest all =
                    io.holdonce.Locks.exclusive(request.holds().keySet().toArray(LockName[]::new));
            return request.waitTime().map(all::waitTime).orElse(all);
        }
    }
}
