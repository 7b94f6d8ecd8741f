// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection in autocommit, the statements for its database, and how rows come and go. */
final class Session {

    private final Connection connection;
    private final Database database;
    private final boolean manualCommit;

    /** Whether the transaction at hand may have changed rows. */
    private boolean wrote;

    /** The connection is in autocommit now; {@code manualCommit} says that it was not when it came. */
    Session(Connection connection, Database database, boolean manualCommit) {
        this.connection = connection;
        this.database = database;
        this.manualCommit = manualCommit;
    }

    /** What a transaction does; null ends it without effect. */
    interface Step<T> {
        @Nullable
        T run() throws SQLException;
    }

    Dialect dialect() {
        return database.dialect();
    }

    Database database() {
        return database;
    }

    boolean cameWithManualCommit() {
        return manualCommit;
    }

    Connection connection() {
        return connection;
    }

    Prepared prepare(Op op) {
        wrote |= op.writes();
        return new Prepared(connection, database, op);
    }

    /** Runs a step in a transaction and commits it, or, when the step answers null or fails, ends it without effect. */
    <T> @Nullable T inTransaction(Step<T> step) throws SQLException {
        boolean committed = false;
        wrote = false;
        try {
            dialect().begin(connection);
            T answer = step.run();
            if (answer != null) {
                dialect().commit(connection);
                committed = true;
            }
            return answer;
        } finally {
            if (!committed) {
                end();
            }
        }
    }

    /** Quietly: what made it necessary is being thrown, and a connection that cannot roll back is broken. */
    private void end() {
        try {
            if (wrote) {
                dialect().rollback(connection);
            } else {
                dialect().unlock(connection);
            }
        } catch (SQLException e) {
            Failures.abort(connection);
        }
    }

    long now() throws SQLException {
        try (Prepared statement = prepare(Op.NOW);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Reads rows in key order by {@link Op#READ}, {@link Op#LOCK} or {@link Op#LOCK_FREE}. */
    Rows rows(Op op, List<byte[]> keys) throws SQLException {
        try (Prepared statement = prepare(op)) {
            statement.setList(1, keys);
            return new Rows(read(statement, 1));
        }
    }

    static List<LeaseRow> read(Prepared statement, int first) throws SQLException {
        List<LeaseRow> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(new LeaseRow(result, first));
            }
        }
        return rows;
    }

    /**
     * Reads the sharers of rows that have any. Behind {@link Op#LOCK} this second statement sees all of them: who changes a
     * sharer has locked and written the name's row. (A snapshot older than such a write, above READ COMMITTED, makes the lock
     * itself fail with a serialization error, which is retried.)
     */
    void loadSharers(Collection<LeaseRow> rows) throws SQLException {
        List<byte[]> keys = rows.stream()
                .filter(row -> row.sharedUntil != 0)
                .map(row -> row.key)
                .toList();
        if (keys.isEmpty()) {
            return;
        }
        Map<ByteBuffer, LeaseRow> byKey = new HashMap<>();
        rows.forEach(row -> byKey.put(ByteBuffer.wrap(row.key), row));
        try (Prepared statement = prepare(Op.SHARERS)) {
            statement.setList(1, keys);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    SharerRow sharer = new SharerRow(result);
                    LeaseRow row = byKey.get(ByteBuffer.wrap(sharer.key));
                    if (row != null) {
                        row.sharers.add(sharer);
                    }
                }
            }
        }
    }

    /** Writes what was changed in locked rows, in key order. */
    void write(Rows rows) throws SQLException {
        List<LeaseRow> changed = rows.all().stream().filter(row -> row.changed).toList();
        batch(Op.WRITE_LEASE, changed, LeaseRow::bind);
        List<SharerRow> sharers =
                changed.stream().flatMap(row -> row.sharers.stream()).toList();
        batch(
                Op.DELETE_SHARER,
                sharers.stream().filter(s -> s.dropped && !s.added).toList(),
                (sharer, statement) -> {
                    statement.setBytes(1, sharer.key);
                    statement.setId(2, sharer.claim);
                });
        batch(
                Op.UPDATE_SHARER,
                sharers.stream()
                        .filter(s -> s.changed && !s.dropped && !s.added)
                        .toList(),
                SharerRow::bind);
        batch(
                Op.INSERT_SHARER,
                sharers.stream().filter(s -> s.added && !s.dropped).toList(),
                SharerRow::bind);
    }

    private interface Binding<T> {
        void bind(T value, Prepared statement) throws SQLException;
    }

    private <T> void batch(Op op, List<T> values, Binding<T> binding) throws SQLException {
        if (values.isEmpty()) {
            return;
        }
        try (Prepared statement = prepare(op)) {
            if (values.size() == 1) {
                binding.bind(values.get(0), statement);
                statement.executeUpdate();
                return;
            }
            for (T value : values) {
                binding.bind(value, statement);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
