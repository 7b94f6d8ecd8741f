// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldonceException;
import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leases in a SQL database: PostgreSQL 13, MySQL 8.0.13, MariaDB 10.6, H2 2.4.240, SQLite 3.42 and newer.
 *
 * <p>Which database it is is found out at first use. Each operation borrows a connection for as long as it lasts, in
 * autocommit, and gives it back as it came; a transaction that it finds unfinished on it is left alone and refused. While
 * leases are held one more connection is kept for their renewal, and where the pool gives no other, all operations run on it.
 *
 * <p><b>Threads:</b> safe from any thread; calls block. Do not interrupt a thread in a call on an embedded H2 file, unless its
 * URL begins with {@code jdbc:h2:async:}: H2 would close the database for everyone.
 *
 * <p><b>Time:</b> the database server's clock, read inside the statement, in microseconds since 1970 (SQLite: the machine's, in
 * milliseconds), so that no time zone matters.
 */
public final class JdbcStore implements LeaseStore {

    private static final int CHUNK = 500;

    private final Calls calls;

    private JdbcStore(Calls calls) {
        this.calls = calls;
    }

    /**
     * A store in the default schema, in tables {@code holdonce_…} that exist already.
     *
     * @param dataSource hands out connections that are not bound to a transaction of the caller; a pool of two or more
     * @return the store, which has not connected yet
     */
    public static JdbcStore of(DataSource dataSource) {
        return builder(dataSource).build();
    }

    /**
     * A store with other names, or one that makes its tables.
     *
     * @param dataSource as for {@link #of}
     * @return a builder
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(Objects.requireNonNull(dataSource, "dataSource"));
    }

    @Override
    public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return each(
                claims,
                timeout,
                claim -> "Acquiring '" + claim.holds().get(0).name() + "'",
                (session, deadline, claim) -> Acquiring.acquire(session, claim),
                AcquireAnswer.Unanswered::new);
    }

    @Override
    public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return each(
                releases,
                timeout,
                release -> "Releasing '" + release.holds().get(0).name() + "'",
                (session, deadline, release) -> Releasing.release(session, release),
                failure -> ReleaseOutcome.UNKNOWN);
    }

    private interface Action<C, A> {
        A on(Session session, Deadline deadline, C claim) throws java.sql.SQLException;
    }

    /** One after another, each atomic; fails as a whole only if none was answered. */
    private <C, A> List<A> each(
            List<C> claims,
            Duration timeout,
            java.util.function.Function<C, String> what,
            Action<C, A> action,
            java.util.function.Function<StoreUnavailableException, A> unanswered) {
        Deadline deadline = Deadline.after(timeout);
        List<A> answers = new ArrayList<>();
        List<HoldonceException> failures = new ArrayList<>();
        for (C claim : claims) {
            try {
                if (!answers.isEmpty() && deadline.passed()) {
                    throw Calls.outOfTime(what.apply(claim));
                }
                answers.add(
                        calls.call(what.apply(claim), deadline, (session, left) -> action.on(session, left, claim)));
            } catch (StoreUnavailableException e) {
                failures.add(e);
                answers.add(unanswered.apply(e));
            } catch (StoreMisconfiguredException e) {
                failures.add(e);
                answers.add(unanswered.apply(new StoreUnavailableException(String.valueOf(e.getMessage()), false, e)));
            }
        }
        if (!claims.isEmpty() && failures.size() == claims.size()) {
            throw worst(failures);
        }
        return answers;
    }

    /** The one that promises least. */
    private static HoldonceException worst(List<HoldonceException> failures) {
        return failures.stream()
                .filter(failure -> failure instanceof StoreUnavailableException unclear && unclear.sent())
                .findFirst()
                .orElse(failures.get(0));
    }

    @Override
    public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        Map<UUID, RenewAnswer> answers = new HashMap<>();
        @Nullable HoldonceException failure = null;
        for (List<Renewal> chunk : Chunks.of(renewals, CHUNK)) {
            try {
                answers.putAll(
                        calls.callKept("Renewing", deadline, (session, left) -> Renewing.renew(session, left, chunk)));
            } catch (StoreUnavailableException | StoreMisconfiguredException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (answers.isEmpty() && failure != null) {
            throw failure;
        }
        RenewAnswer unknown = new RenewAnswer.Unknown();
        return renewals.stream()
                .map(renewal -> answers.getOrDefault(renewal.claimId(), unknown))
                .toList();
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        return calls.call("Reading the status", timeout, (session, deadline) -> Reporting.status(session, query));
    }

    @Override
    public int revoke(Revocation revocation, Duration timeout) {
        return calls.call(
                "Revoking '" + revocation.name() + "'",
                timeout,
                (session, deadline) -> Revoking.revoke(session, revocation));
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        long micros = Infos.micros(untouched);
        return calls.call("Purging", timeout, (session, deadline) -> Purging.purge(session, micros, limit, deadline));
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return calls.callUnchecked(
                "Checking", timeout, (session, deadline) -> Checking.check(session, session.cameWithManualCommit()));
    }

    @Override
    public Instant now(Duration timeout) {
        return calls.call("Reading the clock", timeout, (session, deadline) -> Infos.instant(session.now()));
    }

    /**
     * Whether the database is known and is PostgreSQL, MySQL or MariaDB (H2 does not bear interrupts, and neither it nor SQLite keeps
     * the time-outs), and the data source is HikariCP's own class: others may hand out what is bound to the caller's transaction.
     */
    @Override
    public boolean callerRuns() {
        return calls.callerRuns();
    }

    @Override
    public void holding(boolean anyLease) {
        calls.keepConnection(anyLease);
    }

    /** Closes the connection kept for renewal. The DataSource is the caller's and stays open. */
    @Override
    public void close() {
        calls.close();
    }

    /** Names and options of a {@link JdbcStore}. Not for several threads at once. */
    public static final class Builder {

        private final DataSource dataSource;
        private TableNames names = TableNames.DEFAULT;
        private boolean createSchema;

        private Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /**
         * The tables are in this schema of the database.
         *
         * @param schema a letter or underscore, then up to 62 letters, digits or underscores; by default the connection's own
         * @return this
         * @throws IllegalArgumentException if it is no such identifier
         */
        public Builder schema(String schema) {
            names = names.inSchema(schema);
            return this;
        }

        /**
         * The tables' names begin with this.
         *
         * @param prefix characters as for {@link #schema}, up to 57; {@code holdonce_} by default
         * @return this
         * @throws IllegalArgumentException if it is no such identifier
         */
        public Builder tablePrefix(String prefix) {
            names = names.withPrefix(prefix);
            return this;
        }

        /**
         * Lets the store make its tables at first use where they are missing. Off by default: then a missing schema is an
         * error that says what to run.
         *
         * @return this
         */
        public Builder createSchema() {
            createSchema = true;
            return this;
        }

        /**
         * Makes the store. Nothing is sent yet.
         *
         * @return the store
         */
        public JdbcStore build() {
            return new JdbcStore(new Calls(dataSource, names, createSchema));
        }
    }
}
