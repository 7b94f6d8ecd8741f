// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.Lease;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.StaleTokenException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.TransactionConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the writes of a holder that lost its lock without noticing: remembers per resource the highest fencing token that wrote, in
 * the transaction of the write itself, and throws for a lower one. One statement, in a table of its own ({@link JdbcSchema#fences()}).
 *
 * <p>Call it in the transaction that writes, as the last thing before the commit: the resource's row stays locked until then, and a
 * holder that is paused in an open transaction makes its successor wait. An equal token is the same holder. Every writer of the
 * resource must ask.
 *
 * <p>A row of your own does without: {@code UPDATE account SET …, fence = ? WHERE id = ? AND fence <= ?}, and no row updated means stale.
 *
 * <p><b>Threads:</b> safe from any thread; a connection belongs to one at a time.
 *
 * <p><b>Source:</b> Burrows, "The Chubby lock service" (2006), section 2.4, sequencers.
 */
public final class FencingGuard {

    private final TableNames names;
    private volatile @Nullable FencingDialect dialect;

    private FencingGuard(TableNames names) {
        this.names = names;
    }

    /**
     * A guard in the default schema, in the table {@code holdonce_fence} that exists already.
     *
     * @param dataSource the database of the resources; the guard runs on the caller's connections and takes none from it
     * @return the guard; nothing is sent yet
     */
    public static FencingGuard of(DataSource dataSource) {
        Objects.requireNonNull(dataSource, "dataSource");
        return new FencingGuard(TableNames.DEFAULT);
    }

    /**
     * The same with the table in another schema of the database.
     *
     * @param schema a letter or underscore, then up to 62 letters, digits or underscores; by default the connection's own
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public FencingGuard schema(String schema) {
        return new FencingGuard(names.inSchema(schema));
    }

    /**
     * The same with another table name.
     *
     * @param prefix what the table's name begins with instead of {@code holdonce_}; characters as for {@link #schema}, up to 57
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public FencingGuard tablePrefix(String prefix) {
        return new FencingGuard(names.withPrefix(prefix));
    }

    /**
     * Requires that no later holder has written to the resource.
     *
     * @param connection with autocommit off
     * @param resource what is written, as a part of a {@link LockName}: any well-formed text, up to 4,000 characters
     * @param lease the writer's lease on one name, exclusive
     * @throws IllegalArgumentException if the lease is shared or has several names; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws StaleTokenException if a later holder has written; roll back, and nothing happened
     * @throws TransactionConflictException if the engine refused because of a concurrent write; roll back, and nothing happened
     * @throws StoreMisconfiguredException if the table is missing or not writable; roll back, and nothing happened
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public void require(Connection connection, String resource, Lease lease) {
        require(connection, resource, lease, onlyName(lease.names()));
    }

    /**
     * The same for a lease on several names.
     *
     * @param connection with autocommit off
     * @param resource what is written, as for {@link #require(Connection, String, Lease)}
     * @param lease the writer's lease
     * @param hold the name that protects the resource, held exclusively
     * @throws IllegalArgumentException if the lease does not hold the name, or holds it shared; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws StaleTokenException if a later holder has written; roll back, and nothing happened
     * @throws TransactionConflictException if the engine refused because of a concurrent write; roll back, and nothing happened
     * @throws StoreMisconfiguredException if the table is missing or not writable; roll back, and nothing happened
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public void require(Connection connection, String resource, Lease lease, LockName hold) {
        requireExclusive(hold, lease.mode(hold));
        require(connection, resource, lease.fencingToken(hold));
    }

    /**
     * The same for a lock of the transaction itself, where other writers of the resource hold leases or write from other databases.
     *
     * @param connection with autocommit off
     * @param resource what is written, as for {@link #require(Connection, String, Lease)}
     * @param lock the writer's lock on one name, exclusive
     * @throws IllegalArgumentException if the lock is shared or has several names; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws StaleTokenException if a later holder has written; roll back, and nothing happened
     * @throws TransactionConflictException if the engine refused because of a concurrent write; roll back, and nothing happened
     * @throws StoreMisconfiguredException if the table is missing or not writable; roll back, and nothing happened
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public void require(Connection connection, String resource, TransactionLock lock) {
        LockName name = onlyName(lock.names());
        requireExclusive(name, lock.mode(name));
        require(connection, resource, lock.fencingToken());
    }

    /**
     * The same for a token that came with a request from the process that holds the lock.
     *
     * @param connection with autocommit off
     * @param resource what is written, as for {@link #require(Connection, String, Lease)}
     * @param fencingToken the holder's token, positive, of an exclusive hold
     * @throws IllegalArgumentException if the token is not positive; nothing was sent
     * @throws IllegalStateException if no transaction is open; nothing was sent
     * @throws StaleTokenException if a later holder has written; roll back, and nothing happened
     * @throws TransactionConflictException if the engine refused because of a concurrent write; roll back, and nothing happened
     * @throws StoreMisconfiguredException if the table is missing or not writable; roll back, and nothing happened
     * @throws StoreUnavailableException if the database did not clearly answer; the transaction can only be rolled back
     */
    public void require(Connection connection, String resource, long fencingToken) {
        LockName guarded = LockName.of(resource);
        if (fencingToken <= 0) {
            throw new IllegalArgumentException("A fencing token is positive, this one is " + fencingToken + ".");
        }
        long highest = raise(connection, guarded, fencingToken);
        if (highest > fencingToken) {
            throw new StaleTokenException(
                    "'" + guarded + "' refuses fencing token " + fencingToken + ": a later holder has written with "
                            + highest + ". Roll the transaction back; this holder has lost its lock.",
                    fencingToken,
                    highest);
        }
    }

    private long raise(Connection connection, LockName resource, long token) {
        FencingDialect engine = null;
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "No transaction is open on this connection (autocommit is on), so the check would not be part of the "
                                + "write. Begin one. Nothing was sent.");
            }
            engine = dialect(connection);
            return engine.raise(connection, resource.key(), resource.toString(), token);
        } catch (SQLException e) {
            if (engine == null) {
                throw new StoreUnavailableException(
                        "The connection cannot be used: " + Failures.text(e) + ". Nothing was sent.", false, e);
            }
            String what = "Fencing '" + resource + "'";
            if (engine.database().dialect().fault(e) == Fault.RETRY) {
                throw new TransactionConflictException(
                        what + " met a concurrent write: " + Failures.text(e)
                                + ". Roll the transaction back, look whether the lock is still held, and run it again.",
                        e);
            }
            throw TransactionFailures.of(what, e, engine.database(), "holdonce_fence", "fences()");
        }
    }

    private FencingDialect dialect(Connection connection) throws SQLException {
        FencingDialect known = dialect;
        if (known == null) {
            known = new FencingDialect(Database.of(connection, names));
            dialect = known;
        }
        return known;
    }

    private static LockName onlyName(List<LockName> names) {
        if (names.size() != 1) {
            throw new IllegalArgumentException(names + " are held together; say which of them protects the resource.");
        }
        return names.get(0);
    }

    private static void requireExclusive(LockName name, LockMode mode) {
        if (mode != LockMode.EXCLUSIVE) {
            throw new IllegalArgumentException(
                    "'" + name + "' is held " + mode
                            + "; several such holders are in at once, so their tokens fence nothing. Take it exclusively to write.");
        }
    }
}
