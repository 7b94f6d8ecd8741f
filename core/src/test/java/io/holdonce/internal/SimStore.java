// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/** The simplest store that keeps every promise: a map, one lock, a clock that is handed in. */
final class SimStore implements LeaseStore {

    /** One claim's hold of one name. */
    static final class Record {
        final Claim claim;
        final LockMode mode;
        final long token;
        final long since;
        long renewed;
        long expires;
        boolean revoked;
        boolean kept;

        Record(Claim claim, LockMode mode, long token, long now) {
            this.claim = claim;
            this.mode = mode;
            this.token = token;
            this.since = now;
            this.renewed = now;
            this.expires = now + claim.ttl().toNanos();
        }
    }

    /** Everything about one name. */
    private static final class Row {
        final Map<UUID, Record> records = new LinkedHashMap<>();
        long token;
        long awaitedUntil = Long.MIN_VALUE;
        Optional<LockStatus.Revoked> revoked = Optional.empty();
    }

    private final Map<LockName, Row> rows = new HashMap<>();
    private final LongSupplier clock;

    /** Claims that were ended knowingly while their holders may have relied on them. */
    final Set<UUID> givenUp = new HashSet<>();

    /** @param clock epoch nanoseconds */
    SimStore(LongSupplier clock) {
        this.clock = clock;
    }

    private Row row(LockName name) {
        Row row = rows.computeIfAbsent(name, n -> new Row());
        long now = clock.getAsLong();
        row.records.values().removeIf(record -> record.expires <= now);
        return row;
    }

    /** What lasts of a name now. */
    synchronized List<Record> holds(LockName name) {
        return List.copyOf(row(name).records.values());
    }

    /** Whether a claim has a name now, under a token. */
    synchronized boolean backs(LockName name, UUID claim, long token) {
        Record record = row(name).records.get(claim);
        return record != null && !record.kept && record.token == token;
    }

    @Override
    public synchronized List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return claims.stream().map(this::acquire).toList();
    }

    private AcquireAnswer acquire(Claim claim) {
        long now = clock.getAsLong();
        List<HoldInfo> blockers = new ArrayList<>();
        boolean mine = true;
        long token = now / 1_000;
        for (Hold hold : claim.holds()) {
            Row row = row(hold.name());
            Record own = row.records.get(claim.id());
            mine &= own != null && !own.kept;
            token = Math.max(token, row.token + 64);
            takeOver(row, claim.holder());
            for (Record other : row.records.values()) {
                if ((other != own || own.kept) && !hold.mode().isCompatibleWith(other.mode)) {
                    blockers.add(info(hold.name(), other, now));
                }
            }
            if (hold.mode() != LockMode.EXCLUSIVE && own == null && row.awaitedUntil > now) {
                blockers.add(awaited(hold.name(), row.awaitedUntil - now));
            }
        }
        if (mine) {
            for (Hold hold : claim.holds()) {
                Record own = row(hold.name()).records.get(claim.id());
                own.renewed = now;
                own.expires = now + claim.ttl().toNanos();
                token = own.token;
            }
            return new AcquireAnswer.Granted(token);
        }
        if (!blockers.isEmpty()) {
            mark(claim, now);
            return new AcquireAnswer.Contended(blockers);
        }
        for (Hold hold : claim.holds()) {
            Row row = row(hold.name());
            row.token = token;
            row.records.put(claim.id(), new Record(claim, hold.mode(), token, now));
        }
        return new AcquireAnswer.Granted(token);
    }

    private void takeOver(Row row, Holder by) {
        row.records.values().removeIf(record -> {
            Holder holder = record.claim.holder();
            boolean past = by.supersedes(holder.label(), holder.instance(), holder.started());
            return past && givenUp.add(record.claim.id());
        });
    }

    private void mark(Claim claim, long now) {
        for (Hold hold : claim.holds()) {
            Row row = row(hold.name());
            boolean shared = row.records.values().stream().anyMatch(r -> r.mode != LockMode.EXCLUSIVE);
            if (hold.mode() == LockMode.EXCLUSIVE && shared && !claim.waiting().isZero()) {
                row.awaitedUntil = now + claim.waiting().toNanos();
            }
        }
    }

    @Override
    public synchronized List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return renewals.stream().map(this::renew).toList();
    }

    private RenewAnswer renew(Renewal renewal) {
        long now = clock.getAsLong();
        List<Record> own = new ArrayList<>();
        for (Hold hold : renewal.holds()) {
            Record record = row(hold.name()).records.get(renewal.claimId());
            if (record == null || record.kept) {
                return new RenewAnswer.Lost(new LossReason(LossReason.Kind.GONE, "no longer on record."));
            }
            if (record.revoked) {
                return new RenewAnswer.Lost(new LossReason(LossReason.Kind.REVOKED, "revoked."));
            }
            own.add(record);
        }
        own.forEach(record -> {
            record.renewed = now;
            record.expires = now + renewal.ttl().toNanos();
        });
        return new RenewAnswer.Renewed();
    }

    @Override
    public synchronized List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return releases.stream().map(this::release).toList();
    }

    private ReleaseOutcome release(Release release) {
        long now = clock.getAsLong();
        boolean all = true;
        for (Hold hold : release.holds()) {
            Row row = row(hold.name());
            Record record = row.records.get(release.claimId());
            if (record == null || record.kept) {
                all = false;
                continue;
            }
            long until = record.since + release.holdAtLeast().toNanos();
            if (until > now) {
                record.kept = true;
                record.expires = until;
            } else {
                row.records.remove(release.claimId());
            }
        }
        return all ? ReleaseOutcome.RELEASED : ReleaseOutcome.LOST;
    }

    @Override
    public synchronized int revoke(Revocation order, Duration timeout) {
        Row row = row(order.name());
        List<Record> concerned = row.records.values().stream()
                .filter(record -> order.holder()
                        .map(record.claim.holder().label()::equals)
                        .orElse(true))
                .toList();
        for (Record record : concerned) {
            record.revoked = true;
            if (order.now()) {
                row.records.remove(record.claim.id());
                givenUp.add(record.claim.id());
            }
        }
        row.revoked = Optional.of(new LockStatus.Revoked(order.by(), order.reason(), instant(clock.getAsLong())));
        return concerned.size();
    }

    @Override
    public synchronized List<LockStatus> status(StatusQuery query, Duration timeout) {
        return rows.keySet().stream()
                .filter(name ->
                        query.name().map(name::equals).orElse(name.toString().startsWith(query.prefix())))
                .filter(name -> query.after()
                        .map(last -> LockName.compareByKey(name, last) > 0)
                        .orElse(true))
                .sorted(LockName::compareByKey)
                .map(this::status)
                .filter(found -> query.name().isPresent() || !found.holds().isEmpty())
                .filter(found -> query.holder()
                        .map(label ->
                                found.holds().stream().anyMatch(h -> h.holder().equals(label)))
                        .orElse(true))
                .limit(query.limit())
                .toList();
    }

    private LockStatus status(LockName name) {
        long now = clock.getAsLong();
        Row row = row(name);
        List<HoldInfo> holds =
                row.records.values().stream().map(r -> info(name, r, now)).toList();
        return new LockStatus(name, row.token, holds, row.revoked, instant(now));
    }

    private static HoldInfo info(LockName name, Record record, long now) {
        Holder holder = record.claim.holder();
        HoldState state = record.kept ? HoldState.KEPT : record.revoked ? HoldState.REVOKED : HoldState.HELD;
        return new HoldInfo(
                name,
                record.mode,
                state,
                holder.label(),
                record.claim.note(),
                record.token,
                instant(record.since),
                Duration.ofNanos(now - record.renewed),
                Duration.ofNanos(record.expires - now));
    }

    private static HoldInfo awaited(LockName name, long nanos) {
        Duration remaining = Duration.ofNanos(nanos);
        return new HoldInfo(
                name, LockMode.EXCLUSIVE, HoldState.AWAITED, "", "", 0, Instant.EPOCH, Duration.ZERO, remaining);
    }

    private static Instant instant(long epochNanos) {
        return Instant.EPOCH.plusNanos(epochNanos);
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        return 0;
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return new StoreCheck("in-test store", List.of());
    }

    @Override
    public Instant now(Duration timeout) {
        return instant(clock.getAsLong()).truncatedTo(ChronoUnit.MICROS);
    }
}
