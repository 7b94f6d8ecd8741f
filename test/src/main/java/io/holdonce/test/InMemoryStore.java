// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A store in this process's memory: for unit tests, and as the specification of {@link LeaseStore} in code. It is right
 * because it is slow: one lock around everything, and every rule in the plainest words.
 *
 * <p><b>Threads:</b> safe; one call at a time.
 *
 * <p><b>Time:</b> the clock it was made with. Setting that clock is how tests let leases expire.
 */
public abstract class InMemoryStore implements LeaseStore {

    /** Numbers between two tokens of a name, for hand-overs inside one process. */
    static final int TOKEN_STEP = 64;

    /** By key, the order in which status reports. */
    final Map<LockName, Row> rows = new TreeMap<>(LockName::compareByKey);

    private final InstantSource clock;

    /** Open to this package only: the kit's wrong stores change one rule each. */
    InMemoryStore(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * An empty store that lives by a clock of the caller's.
     *
     * @param clock the store's clock, to the microsecond; {@link InstantSource#system()} for this machine's
     * @return a new store
     */
    public static InMemoryStore create(InstantSource clock) {
        return new InMemoryStore(clock) {};
    }

    @Override
    public synchronized List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return claims.stream().map(claim -> acquire(claim, now())).toList();
    }

    AcquireAnswer acquire(Claim claim, long now) {
        Optional<Held> again = ownEverywhere(claim.id(), claim.holds(), now);
        if (again.isPresent()) {
            extend(claim.id(), claim.holds(), claim.ttl(), now);
            return new AcquireAnswer.Granted(again.get().token);
        }
        List<HoldInfo> blockers = new ArrayList<>();
        claim.holds().forEach(hold -> blockers.addAll(blockers(row(hold.name()), hold.mode(), claim, now)));
        if (blockers.isEmpty()) {
            return new AcquireAnswer.Granted(grant(claim, now));
        }
        refuse(claim, now);
        return new AcquireAnswer.Contended(blockers);
    }

    List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
        List<HoldInfo> blockers = new ArrayList<>();
        for (Held held : row.holds) {
            boolean ended = !held.lasts(now) || held.isOwn(claim.id(), now) || isSuperseded(held, claim);
            boolean revokedOwn = held.claimId.equals(claim.id());
            if (!ended && (revokedOwn || !areCompatible(mode, held.mode))) {
                blockers.add(held.describe(row.name, now));
            }
        }
        if (mode != LockMode.EXCLUSIVE && row.awaitedUntil > now) {
            blockers.add(row.awaited(now));
        }
        return blockers;
    }

    boolean areCompatible(LockMode wanted, LockMode held) {
        return wanted.isCompatibleWith(held);
    }

    boolean isSuperseded(Held held, Claim claim) {
        Holder other = held.holder;
        return claim.holder().supersedes(other.label(), other.instance(), other.started());
    }

    long grant(Claim claim, long now) {
        long token = nextToken(claim, now);
        for (Hold hold : claim.holds()) {
            rowToChange(hold.name()).grant(claim, hold.mode(), token, held -> isSuperseded(held, claim), now);
        }
        return token;
    }

    /** One number for all names, higher than the last of each. */
    long nextToken(Claim claim, long now) {
        return claim.holds().stream()
                .mapToLong(hold -> nextToken(row(hold.name()), now))
                .max()
                .orElseThrow();
    }

    long nextToken(Row row, long now) {
        return Math.max(row.token + TOKEN_STEP, now);
    }

    /** Leaves no trace of a try; of an exclusive claim that waits for sharers, that it waits. */
    void refuse(Claim claim, long now) {
        if (claim.waiting().isZero()) {
            return;
        }
        for (Hold hold : claim.holds()) {
            Row row = row(hold.name());
            boolean sharers = row.holds.stream().anyMatch(held -> held.lasts(now) && held.mode != LockMode.EXCLUSIVE);
            if (hold.mode() == LockMode.EXCLUSIVE && sharers) {
                row.awaitedUntil = Math.max(row.awaitedUntil, Micros.after(now, claim.waiting()));
            }
        }
    }

    @Override
    public synchronized List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return renewals.stream().map(renewal -> renew(renewal, now())).toList();
    }

    RenewAnswer renew(Renewal renewal, long now) {
        if (ownEverywhere(renewal.claimId(), renewal.holds(), now).isEmpty()) {
            return new RenewAnswer.Lost(whyLost(renewal, now));
        }
        extend(renewal.claimId(), renewal.holds(), renewal.ttl(), now);
        return new RenewAnswer.Renewed();
    }

    private LossReason whyLost(Renewal renewal, long now) {
        return renewal.holds().stream()
                .flatMap(hold -> row(hold.name()).whyLost(renewal.claimId(), now).stream())
                .findFirst()
                .orElse(new LossReason(Kind.GONE, "It had expired, been released or been granted to another."));
    }

    @Override
    public synchronized List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return releases.stream().map(release -> release(release, now())).toList();
    }

    ReleaseOutcome release(Release release, long now) {
        boolean released = false;
        for (Hold hold : release.holds()) {
            Row row = row(hold.name());
            row.ended.remove(release.claimId());
            for (Held held : List.copyOf(row.holds)) {
                if (held.claimId.equals(release.claimId()) && !held.kept && held.lasts(now)) {
                    letGo(row, held, release.holdAtLeast(), now);
                    released = true;
                }
            }
        }
        return released ? ReleaseOutcome.RELEASED : ReleaseOutcome.LOST;
    }

    void letGo(Row row, Held held, Duration holdAtLeast, long now) {
        // Asked for nothing, the start is not looked at: it may lie ahead of a clock that was set back.
        held.kept = !holdAtLeast.isZero();
        held.expires = held.kept ? Micros.after(held.since, holdAtLeast) : now;
        row.holds.removeIf(it -> it == held && !it.lasts(now));
        row.touched = now;
    }

    @Override
    public synchronized List<LockStatus> status(StatusQuery query, Duration timeout) {
        long now = now();
        if (query.name().isPresent()) {
            return List.of(row(query.name().get()).status(now));
        }
        return rows.values().stream()
                .filter(row -> query.after().isEmpty()
                        || LockName.compareByKey(row.name, query.after().get()) > 0)
                .map(row -> row.status(now))
                .filter(status -> !status.holds().isEmpty() && matches(query, status))
                .limit(query.limit())
                .toList();
    }

    boolean matches(StatusQuery query, LockStatus status) {
        return status.name().toString().startsWith(query.prefix())
                && (query.holder().isEmpty()
                        || status.holds().stream().anyMatch(hold -> hold.holder()
                                .equals(query.holder().get())));
    }

    @Override
    public synchronized int revoke(Revocation revocation, Duration timeout) {
        return row(revocation.name()).revoke(revocation, now());
    }

    @Override
    public synchronized int purge(Duration untouched, int limit, Duration timeout) {
        long now = now();
        List<LockName> forgotten = rows.values().stream()
                .filter(row -> mayForget(row, untouched, now))
                .limit(limit)
                .map(row -> row.name)
                .toList();
        forgotten.forEach(rows::remove);
        return forgotten.size();
    }

    /** The clock term must have passed the token, or the next one could be lower. */
    boolean mayForget(Row row, Duration untouched, long now) {
        return row.isFree(now) && Micros.after(row.touched, untouched) <= now && row.token + TOKEN_STEP <= now;
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return new StoreCheck(
                "in memory",
                List.of(new StoreCheck.Finding(
                        StoreCheck.Level.WARN,
                        "durability",
                        "Everything ends with this process, and no other process sees it.",
                        "Use it in tests only.")));
    }

    @Override
    public Instant now(Duration timeout) {
        return Micros.instant(now());
    }

    long now() {
        return Micros.of(clock.instant());
    }

    /** What is on record of a name; of one never granted, an empty record that is not kept. */
    Row row(LockName name) {
        return rows.getOrDefault(name, new Row(name));
    }

    private Row rowToChange(LockName name) {
        Row row = row(name);
        rows.putIfAbsent(row.name, row);
        return row;
    }

    /** One of the claim's holds if it owns all of them. */
    Optional<Held> ownEverywhere(UUID claim, List<Hold> holds, long now) {
        Optional<Held> one = Optional.empty();
        for (Hold hold : holds) {
            one = row(hold.name()).own(claim, now);
            if (one.isEmpty()) {
                return one;
            }
        }
        return one;
    }

    void extend(UUID claim, List<Hold> holds, Duration ttl, long now) {
        for (Hold hold : holds) {
            Row row = row(hold.name());
            row.own(claim, now).orElseThrow().renew(ttl, now);
            row.touched = now;
        }
    }
}
