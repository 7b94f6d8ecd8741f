// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.StoreMisconfiguredException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes the names of one request in key order in the caller's transaction, all or nothing. */
final class TransactionTaking {

    /** As for leases. */
    static final Duration DEFAULT_WAIT_TIME = Duration.ofSeconds(60);

    private static final System.Logger LOG = System.getLogger(TransactionLocks.class.getName());

    private final TransactionDialect dialect;
    private final Connection connection;
    private final Map<LockName, LockMode> holds;
    private final TransactionLocksListener listener;
    private final Deadline begun = Deadline.after(Duration.ZERO);
    private @Nullable LockName refused;

    TransactionTaking(
            TransactionDialect dialect,
            Connection connection,
            Map<LockName, LockMode> holds,
            TransactionLocksListener listener) {
        this.dialect = dialect;
        this.connection = connection;
        this.holds = holds;
        this.listener = listener;
    }

    /** Empty if others held a name until the deadline, or hold it now if there is none. */
    Optional<TransactionLock> take(@Nullable Deadline deadline) {
        Map<LockName, TransactionRow> rows = new LinkedHashMap<>();
        boolean several = holds.size() > 1;
        boolean marked = false;
        try {
            if (several) {
                dialect.mark(connection);
                marked = true;
            }
            for (Map.Entry<LockName, LockMode> hold : holds.entrySet()) {
                TransactionRow row =
                        dialect.take(new TransactionAttempt(connection, hold.getKey(), hold.getValue(), deadline));
                if (row == null) {
                    refused = hold.getKey();
                    break;
                }
                rows.put(hold.getKey(), row);
            }
            OptionalLong token = refused == null ? oneToken(rows) : OptionalLong.empty();
            if (several) {
                if (refused != null) {
                    dialect.backOut(connection);
                }
                dialect.unmark(connection);
            }
            return told(rows, token);
        } catch (SQLException e) {
            if (marked) {
                backOutQuietly(e);
            }
            throw TransactionFailures.of(names(), e, dialect);
        }
    }

    /** The highest of all, written to all that are held exclusively. */
    private OptionalLong oneToken(Map<LockName, TransactionRow> rows) throws SQLException {
        List<LockName> exclusive = new ArrayList<>();
        OptionalLong highest = OptionalLong.empty();
        for (Map.Entry<LockName, TransactionRow> row : rows.entrySet()) {
            if (holds.get(row.getKey()) == LockMode.EXCLUSIVE) {
                exclusive.add(row.getKey());
                highest = OptionalLong.of(
                        Math.max(highest.orElse(0), row.getValue().token()));
            }
        }
        if (exclusive.size() > 1) {
            dialect.raise(connection, exclusive, highest.getAsLong());
        }
        return highest;
    }

    private void backOutQuietly(SQLException cause) {
        try {
            dialect.backOut(connection);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private Optional<TransactionLock> told(Map<LockName, TransactionRow> rows, OptionalLong token) {
        Duration waited = begun.elapsed();
        List<LockName> names = List.copyOf(holds.keySet());
        boolean acquired = refused == null;
        LOG.log(
                System.Logger.Level.DEBUG,
                () -> names() + (acquired ? " acquired" : " not acquired") + " in the transaction in "
                        + waited.toMillis() + " ms");
        try {
            if (acquired) {
                listener.acquired(names, waited);
            } else {
                listener.notAcquired(names, waited);
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "A listener of transaction locks failed", e);
        }
        return acquired ? Optional.of(new TransactionLock(holds, rows, token, waited)) : Optional.empty();
    }

    /** After {@link #take} answered nothing. */
    AcquireTimeoutException timeout(Duration waitTime) {
        Optional<HoldInfo> blocker = blocker();
        String by = blocker.map(hold -> ": held " + hold.mode() + " by " + hold.holder() + ", " + hold.note()
                        + " that began at " + hold.since().truncatedTo(ChronoUnit.SECONDS))
                .orElse(": another transaction holds it");
        return new AcquireTimeoutException(
                names() + " not acquired in " + waitTime.toMillis() + " ms" + by
                        + (holds.size() > 1 ? " ('" + refused + "')" : "")
                        + ". Nothing was acquired; the transaction is as it was before.",
                blocker);
    }

    private Optional<HoldInfo> blocker() {
        LockName name = refused;
        try {
            return name == null ? Optional.empty() : dialect.blocker(connection, name);
        } catch (SQLException e) {
            throw TransactionFailures.of(names(), e, dialect);
        }
    }

    private String names() {
        return holds.keySet().stream()
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", ", holds.size() == 1 ? "Lock " : "Locks ", ""));
    }

    static StoreMisconfiguredException noSqlite() {
        return new StoreMisconfiguredException(
                "SQLite has one writer at a time, so its transactions exclude each other already once they have written "
                        + "(BEGIN IMMEDIATE); locks inside them would add nothing. Use a lease.",
                null);
    }
}
