// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Finding;
import io.holdonce.spi.StoreCheck.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Looks at schema, rights and settings. */
final class Checking {

    private final Session session;
    private final List<Finding> findings = new ArrayList<>();

    private Checking(Session session) {
        this.session = session;
    }

    static StoreCheck check(Session session, boolean manualCommit) throws SQLException {
        Checking checking = new Checking(session);
        checking.schema();
        session.dialect().check(session.connection(), session.database().names(), checking.findings);
        checking.autocommit(manualCommit);
        checking.clock();
        checking.pool();
        return new StoreCheck(session.database().product(), checking.findings);
    }

    private void schema() throws SQLException {
        List<String> problems = new Schema(session, session.database()).problems();
        problems.forEach(problem -> findings.add(new Finding(Level.ERROR, "schema", problem, Failures.CREATE)));
        if (problems.isEmpty()) {
            findings.add(new Finding(Level.OK, "schema", "version " + Schema.VERSION, ""));
            rights();
        }
    }

    /** Tries what leases do, on no row. */
    private void rights() throws SQLException {
        try {
            session.inTransaction(() -> {
                for (Op op : List.of(Op.RELEASE, Op.DELETE_SHARER, Op.PURGE, Op.INSERT_BLANK)) {
                    attempt(op);
                }
                return null;
            });
            findings.add(new Finding(Level.OK, "rights", "may select, insert, update and delete", ""));
        } catch (SQLException e) {
            Fault fault = session.dialect().fault(e);
            if (fault != Fault.RIGHTS && fault != Fault.READ_ONLY) {
                throw e;
            }
            findings.add(new Finding(
                    Level.ERROR,
                    fault == Fault.RIGHTS ? "rights" : "writable",
                    String.valueOf(e.getMessage()),
                    fault == Fault.RIGHTS
                            ? "Grant SELECT, INSERT, UPDATE and DELETE on the lease tables to this user."
                            : "Connect to the primary, or open the file or session for writing."));
        }
    }

    /** A key of no name: keys are 32 bytes of SHA-256. What it would write is rolled back. */
    private void attempt(Op op) throws SQLException {
        try (Prepared statement = session.prepare(op)) {
            byte[] nobody = {0};
            switch (op) {
                case RELEASE -> {
                    statement.setBytes(1, nobody);
                    statement.setBytes(2, nobody);
                    statement.setLong(3, 0);
                }
                case PURGE -> {
                    statement.setBytes(1, nobody);
                    statement.setLong(2, 0);
                }
                case INSERT_BLANK -> {
                    statement.setBytes(1, nobody);
                    statement.setText(2, "");
                }
                default -> {
                    statement.setBytes(1, nobody);
                    statement.setBytes(2, nobody);
                }
            }
            statement.executeUpdate();
        }
    }

    private void autocommit(boolean manualCommit) {
        findings.add(
                manualCommit
                        ? new Finding(
                                Level.WARN,
                                "autocommit",
                                "the pool's connections come with autocommit off",
                                "Works, but costs each operation more round trips. Give the locks a DataSource with autocommit on.")
                        : new Finding(Level.OK, "autocommit", "on", ""));
    }

    /** For people only: leases compare no clocks. */
    private void clock() throws SQLException {
        Instant before = Instant.now();
        Instant store = Infos.instant(session.now());
        Instant after = Instant.now();
        Duration offset = store.isBefore(before)
                ? Duration.between(before, store)
                : store.isAfter(after) ? Duration.between(after, store) : Duration.ZERO;
        findings.add(new Finding(
                Level.OK,
                "clock",
                "the store is " + offset.abs().toMillis() + " ms " + (offset.isNegative() ? "behind" : "ahead of")
                        + " this machine",
                ""));
    }

    private void pool() {
        findings.add(new Finding(
                Level.OK,
                "connections",
                "one is kept for renewal while leases are held; a pool shared with long transactions should have two to spare, "
                        + "or the locks a DataSource of their own",
                ""));
    }
}
