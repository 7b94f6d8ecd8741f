// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.Outcome.Kind;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Leases in an index of Elasticsearch 8 or 9, or OpenSearch 2 or 3.
 *
 * <p>One document per name, kept after release and changed only by scripts that run where its primary copy is. A lease is
 * believed only from an acknowledged write: never from a read, a search, or an answer that nothing changed. The index must
 * exist, see {@link ElasticsearchSchema}; it is addressed by its alias alone, so that a deleted one is an error instead of a
 * new, empty one.
 *
 * <p><b>Threads:</b> safe from any thread; calls block.
 *
 * <p><b>Time:</b> the clock of the node that has the primary copy, in milliseconds, read inside the script. It may be 200 ms
 * behind, which the margin of a lease covers.
 */
public final class ElasticsearchStore implements LeaseStore {

    private final Index index;
    private final boolean singleCopy;
    private final Transport transport;

    private ElasticsearchStore(Transport transport, Names names, boolean singleCopy) {
        this.transport = transport;
        this.index = new Index(transport, names.alias(), singleCopy);
        this.singleCopy = singleCopy;
    }

    /**
     * A store behind the alias {@code holdonce-leases}.
     *
     * @param transport over the client that the program has
     * @return the store, which has sent nothing yet
     */
    public static ElasticsearchStore of(Transport transport) {
        return builder(transport).build();
    }

    /**
     * A store with another alias, or with a single copy.
     *
     * @param transport as for {@link #of}
     * @return a builder
     */
    public static Builder builder(Transport transport) {
        return new Builder(Objects.requireNonNull(transport, "transport"));
    }

    @Override
    public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return new Acquiring(index, Deadline.after(timeout)).acquire(claims);
    }

    @Override
    public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return Renewing.renew(index, renewals, Deadline.after(timeout));
    }

    @Override
    public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return Releasing.release(index, releases, Deadline.after(timeout));
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        return Reporting.status(index, query, Deadline.after(timeout));
    }

    @Override
    public int revoke(Revocation revocation, Duration timeout) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("by", revocation.by());
        params.put("reason", revocation.reason());
        params.put("now", revocation.now());
        revocation.holder().ifPresent(holder -> params.put("holder", holder));
        Outcome outcome = index.updateOne(
                new Update(Index.id(revocation.name()), Script.REVOKE, params, false), Deadline.after(timeout));
        return outcome.kind() == Kind.MISSING ? 0 : (int) Json.number(outcome.answer(), "count");
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        return Purging.purge(index, untouched, limit, Deadline.after(timeout));
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return new Checking(transport, index.alias, singleCopy, Deadline.after(timeout)).check();
    }

    @Override
    public Instant now(Duration timeout) {
        return Documents.instant(
                index.updateOne(Index.CLOCK, Deadline.after(timeout)).now());
    }

    /** Yes: whoever is interrupted stops waiting for the answer, which is no connection's end for others. */
    @Override
    public boolean callerRuns() {
        return true;
    }

    /** Options of an {@link ElasticsearchStore}. Not for several threads at once. */
    public static final class Builder {

        private final Transport transport;
        private Names names = Names.DEFAULT;
        private boolean singleCopy;

        private Builder(Transport transport) {
            this.transport = transport;
        }

        /**
         * The alias of the lock index.
         *
         * @param alias a lower-case letter, then up to 99 lower-case letters, digits, hyphens, underscores or dots;
         *     {@code holdonce-leases} by default
         * @return this
         * @throws IllegalArgumentException if it is no such alias
         */
        public Builder alias(String alias) {
            names = new Names(alias);
            return this;
        }

        /**
         * Says that one copy of the locks is enough: {@link #check} then accepts an index without replicas, and what one copy of
         * several acknowledges counts. What was granted is gone with the disk of one node. Off by default.
         *
         * @return this
         */
        public Builder singleCopy() {
            singleCopy = true;
            return this;
        }

        /**
         * Makes the store. Nothing is sent yet.
         *
         * @return the store
         */
        public ElasticsearchStore build() {
            return new ElasticsearchStore(transport, names, singleCopy);
        }
    }
}
