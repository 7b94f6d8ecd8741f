// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.TransactionConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Locks that live and die with a transaction of the caller's: a row lock, taken on the caller's connection, freed by its commit or
 * rollback, without a ttl and without a release. On PostgreSQL, MySQL, MariaDB and H2, whose rollbacks have a fault that
 * docs/concepts/transaction-locks.md tells of.
 *
 * <p>They are a space of their own, in a table of their own ({@link JdbcSchema#transactionLocks()}): they do not exclude leases of the
 * same name. To combine the two, take the lease first.
 *
 * <p>Nothing here commits, rolls back or changes a setting of the caller's connection for longer than the statement. A name's first use,
 * a shared one too, has the name alone until its transaction ends.
 *
 * <p><b>Isolation.</b> At READ COMMITTED what is read after the lock is what its last holder left. Above it a transaction reads from a
 * snapshot, so the lock must be the first thing in it; where it is not, and the last holder ended after the snapshot, a
 * {@link TransactionConflictException} says so. {@link #call(LockName, Duration, TransactionBody)} opens the transaction, locks first,
 * and repeats that as long as it may wait.
 *
 * <p>Taking a name again in the same transaction is granted at once. Taking names one after the other in different orders can deadlock
 * two transactions; ask for all of them in one {@link LockRequest}.
 *
 * <p><b>Threads:</b> safe from any thread; a connection belongs to one at a time. Calls block, and an interrupt does not wake
 * them; for an embedded H2 file the warning of {@link JdbcStore} holds.
 *
 * <p><b>Time:</b> waiting is counted by this process's monotonic clock and ended by the database, in milliseconds; MySQL above READ
 * COMMITTED waits in whole seconds for a name that this process has not seen committed yet.
 */
public final class TransactionLocks {

    private final DataSource source;
    private final TableNames names;
    private final TransactionLocksListener listener;
    private volatile @Nullable TransactionDialect dialect;

    private TransactionLocks(DataSource source, TableNames names, TransactionLocksListener listener) {
        this.source = source;
        this.names = names;
        this.listener = listener;
    }

    /**
     * Transaction locks in the default schema, in the table {@code holdonce_txlock} that exists already.
     *
     * @param dataSource the database of the transactions; {@link #call(LockName, Duration, TransactionBody)} takes its connections from it
     * @return the locks; nothing is sent yet
     */
    public static TransactionLocks of(DataSource dataSource) {
        return new TransactionLocks(
                Objects.requireNonNull(dataSource, "dataSource"),
                TableNames.DEFAULT,
                new TransactionLocksListener() {});
    }

    /**
     * The same with the table in another schema of the database.
     *
     * @param schema a letter or underscore, then up to 62 letters, digits or underscores; by default the connection's own
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public TransactionLocks schema(String schema) {
        return new TransactionLocks(source, names.inSchema(schema), listener);
    }

    /**
     * The same with another table name.
     *
     * @param prefix what the table's name begins with instead of {@code holdonce_}; characters as for {@link #schema}, up to 57
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public TransactionLocks tablePrefix(String prefix) {
        return new TransactionLocks(source, names.withPrefix(prefix), listener);
    }

    /**
     * The same with a listener in place of the one before.
     *
     * @param listener hears how long was waited
     * @return a new one
     */
    public TransactionLocks listener(TransactionLocksListener listener) {
        return new TransactionLocks(source, names, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Takes a name exclusively until the end of the connection's transaction.
     *
     * @param connection with autocommit off
     * @param name what to lock; no path
     * @param waitTime how long to wait for it, from zero to a year; {@link LockRequest#waitForever()} for longer
     * @return what is held
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws AcquireTimeoutException if others held it until then; nothing was acquired, and the transaction goes on
     * @throws TransactionConflictException if the lock could not protect this transaction; nothing was acquired, run it again
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; nothing was acquired
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public TransactionLock acquire(Connection connection, LockName name, Duration waitTime) {
        return acquire(connection, Locks.exclusive(name).waitTime(waitTime));
    }

    /**
     * Takes all names of a request, each exclusively or shared, or none. Its {@code waitTime} counts, 60 s by default, for all names
     * together; its ttl, {@code warnAfter}, {@code onLoss} and note mean nothing here.
     *
     * @param connection with autocommit off
     * @param request what to lock
     * @return what is held
     * @throws IllegalArgumentException if the request has paths, {@code holdAtLeast} or {@code maxHold}; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws AcquireTimeoutException if others held a name until then; nothing was acquired, and the transaction goes on (on MySQL and
     *     MariaDB names that came before it stay locked until the transaction ends)
     * @throws TransactionConflictException if the locks could not protect this transaction; nothing was acquired, run it again
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; nothing was acquired
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public TransactionLock acquire(Connection connection, LockRequest request) {
        Duration waitTime = request.waitTime().orElse(TransactionTaking.DEFAULT_WAIT_TIME);
        TransactionTaking taking = taking(connection, request);
        return taking.take(waitTime.isZero() ? null : Deadline.after(waitTime))
                .orElseThrow(() -> taking.timeout(waitTime));
    }

    /**
     * Takes a name exclusively if no other transaction has it, without waiting.
     *
     * @param connection with autocommit off
     * @param name what to lock; no path
     * @return what is held, empty if another transaction has it; the transaction goes on
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws TransactionConflictException if the lock could not protect this transaction; nothing was acquired, run it again
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; nothing was acquired
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public Optional<TransactionLock> tryAcquire(Connection connection, LockName name) {
        return tryAcquire(connection, Locks.exclusive(name));
    }

    /**
     * Takes all names of a request if no other transaction has them. Waits only if the request has a {@code waitTime}.
     *
     * @param connection with autocommit off
     * @param request what to lock, as for {@link #acquire(Connection, LockRequest)}
     * @return what is held, empty if others have one of them; the transaction goes on
     * @throws IllegalArgumentException if the request has paths, {@code holdAtLeast} or {@code maxHold}; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws TransactionConflictException if the locks could not protect this transaction; nothing was acquired, run it again
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; nothing was acquired
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public Optional<TransactionLock> tryAcquire(Connection connection, LockRequest request) {
        Duration waitTime = request.waitTime().orElse(Duration.ZERO);
        return taking(connection, request).take(waitTime.isZero() ? null : Deadline.after(waitTime));
    }

    /**
     * Opens a transaction, takes a name exclusively as the first thing in it, does the work and commits; rolls back if it throws.
     *
     * @param name what to lock; no path
     * @param waitTime how long to wait for it, from zero to a year
     * @param body the work; it runs at most once
     * @return what the body returned
     * @param <R> the result
     * @param <X> what the body may throw
     * @throws X what the body threw; the transaction was rolled back
     * @throws AcquireTimeoutException if others held it until then; the body did not run
     * @throws TransactionConflictException if the engine refused the lock until then, and the body did not run; or if it refused the
     *     commit, and nothing happened
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; the body did not run
     * @throws StoreUnavailableException if the database did not clearly answer; what the body did may have happened if {@code sent()}
     */
    public <R extends @Nullable Object, X extends Exception> R call(
            LockName name, Duration waitTime, TransactionBody<R, X> body) throws X {
        return call(Locks.exclusive(name).waitTime(waitTime), body);
    }

    /**
     * The same with all names of a request.
     *
     * @param request what to lock, as for {@link #acquire(Connection, LockRequest)}
     * @param body the work; it runs at most once
     * @return what the body returned
     * @param <R> the result
     * @param <X> what the body may throw
     * @throws X what the body threw; the transaction was rolled back
     * @throws AcquireTimeoutException if others held a name until then; the body did not run
     * @throws TransactionConflictException if the engine refused the lock until then, and the body did not run; or if it refused the
     *     commit, and nothing happened
     * @throws StoreMisconfiguredException if the database or its table is not fit for this; the body did not run
     * @throws StoreUnavailableException if the database did not clearly answer; what the body did may have happened if {@code sent()}
     */
    public <R extends @Nullable Object, X extends Exception> R call(LockRequest request, TransactionBody<R, X> body)
            throws X {
        return new TransactionCall(this, source, names, check(request)).run(body);
    }

    private TransactionTaking taking(Connection connection, LockRequest request) {
        Map<LockName, LockMode> holds = check(request).holds();
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "No transaction is open on this connection (autocommit is on), so the lock would end at once. "
                                + "Begin one, or use TransactionLocks.call. Nothing was sent.");
            }
            return new TransactionTaking(dialect(connection), connection, holds, listener);
        } catch (SQLException e) {
            throw new StoreUnavailableException(
                    "The connection cannot be used: " + Failures.text(e) + ". Nothing was sent.", false, e);
        }
    }

    private static LockRequest check(LockRequest request) {
        request.holds().keySet().stream().filter(LockName::isPath).findFirst().ifPresent(path -> {
            throw new IllegalArgumentException("'" + path + "' is a path; trees are for leases, not for transactions.");
        });
        if (!request.holdAtLeast().isZero() || request.maxHold().isPresent()) {
            throw new IllegalArgumentException(
                    "holdAtLeast and maxHold are for leases; a transaction's locks end with it.");
        }
        return request;
    }

    private TransactionDialect dialect(Connection connection) throws SQLException {
        TransactionDialect known = dialect;
        if (known == null) {
            Database database = Database.of(connection, names);
            Dialect engine = database.dialect();
            if (engine instanceof PostgresqlDialect) {
                known = new TransactionPostgresqlDialect(database);
            } else if (engine instanceof MysqlDialect) {
                known = new TransactionMysqlDialect(database, source);
            } else if (engine instanceof MariadbDialect) {
                known = new TransactionMariadbDialect(database);
            } else if (engine instanceof H2Dialect) {
                known = new TransactionH2Dialect(database);
            } else {
                throw TransactionTaking.noSqlite();
            }
            dialect = known;
        }
        return known;
    }
}
