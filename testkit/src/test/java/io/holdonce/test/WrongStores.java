// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stores that are wrong on purpose; each differs from the right one in one method. In its package, to reach its rules. */
public final class WrongStores {

    private WrongStores() {}

    /** Frees whatever holds the name: the lock that a late holder takes from its successor. */
    public static final class ReleaseIgnoresTheClaim extends InMemoryStore {
        public ReleaseIgnoresTheClaim(InstantSource clock) {
            super(clock);
        }

        @Override
        ReleaseOutcome release(Release release, long now) {
            boolean released = false;
            for (Hold hold : release.holds()) {
                for (Held held : List.copyOf(row(hold.name()).holds)) {
                    letGo(row(hold.name()), held, release.holdAtLeast(), now);
                    released = true;
                }
            }
            return released ? ReleaseOutcome.RELEASED : ReleaseOutcome.LOST;
        }
    }

    /** Says RELEASED whether or not it released anything. */
    public static final class ReleaseAlwaysSaysReleased extends InMemoryStore {
        public ReleaseAlwaysSaysReleased(InstantSource clock) {
            super(clock);
        }

        @Override
        ReleaseOutcome release(Release release, long now) {
            super.release(release, now);
            return ReleaseOutcome.RELEASED;
        }
    }

    /** Lets a sharer's release free the name for all sharers. */
    public static final class LastSharerIsForgotten extends InMemoryStore {
        public LastSharerIsForgotten(InstantSource clock) {
            super(clock);
        }

        @Override
        void letGo(Row row, Held held, Duration holdAtLeast, long now) {
            super.letGo(row, held, holdAtLeast, now);
            row.holds.removeIf(other -> held.mode == LockMode.SHARED && !other.kept);
        }
    }

    /** Judges expiry by the clock of the process that renews. */
    public static final class RenewsByTheClientsClock extends InMemoryStore {
        public RenewsByTheClientsClock(InstantSource clock) {
            super(clock);
        }

        @Override
        void extend(UUID claim, List<Hold> holds, Duration ttl, long now) {
            holds.forEach(hold -> row(hold.name()).own(claim, now).orElseThrow().renew(ttl, Micros.of(Instant.now())));
        }
    }

    /** Counts from the beginning once nobody holds the name. */
    public static final class TokenRestartsAfterRelease extends InMemoryStore {
        public TokenRestartsAfterRelease(InstantSource clock) {
            super(clock);
        }

        @Override
        long nextToken(Row row, long now) {
            return row.token > 0 && row.holds.stream().noneMatch(held -> held.lasts(now))
                    ? TOKEN_STEP
                    : super.nextToken(row, now);
        }
    }

    /** Counts by one, so that a token handed out inside a JVM may be another's. */
    public static final class TokenStepsByOne extends InMemoryStore {
        public TokenStepsByOne(InstantSource clock) {
            super(clock);
        }

        @Override
        long nextToken(Row row, long now) {
            return row.token == 0 ? super.nextToken(row, now) : row.token + 1;
        }
    }

    /** Forgets a name although the clock has not passed its token. */
    public static final class TokenRestartsAfterPurge extends InMemoryStore {
        public TokenRestartsAfterPurge(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayForget(Row row, Duration untouched, long now) {
            return row.isFree(now) && Micros.after(row.touched, untouched) <= now;
        }
    }

    /** Forgets names by their last touch alone, held or not. */
    public static final class PurgeForgetsHeldNames extends InMemoryStore {
        public PurgeForgetsHeldNames(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean mayForget(Row row, Duration untouched, long now) {
            return Micros.after(row.touched, untouched) <= now && row.token + TOKEN_STEP <= now;
        }
    }

    /** Renews whatever is on record for the name, expired and taken by another or not. */
    public static final class RenewsWhatAnotherTook extends InMemoryStore {
        public RenewsWhatAnotherTook(InstantSource clock) {
            super(clock);
        }

        @Override
        RenewAnswer renew(Renewal renewal, long now) {
            renewal.holds().forEach(hold -> row(hold.name()).holds.forEach(held -> held.renew(renewal.ttl(), now)));
            return new RenewAnswer.Renewed();
        }
    }

    /** Renews an expired hold as long as nobody else took the name. */
    public static final class RenewalRevives extends InMemoryStore {
        public RenewalRevives(InstantSource clock) {
            super(clock);
        }

        @Override
        RenewAnswer renew(Renewal renewal, long now) {
            for (Hold hold : renewal.holds()) {
                row(hold.name()).holds.stream()
                        .filter(held -> held.claimId.equals(renewal.claimId()) && !held.kept)
                        .forEach(held -> held.renew(renewal.ttl(), now));
            }
            return super.renew(renewal, now);
        }
    }

    /** Renews what was revoked. */
    public static final class RenewalIgnoresRevocation extends InMemoryStore {
        public RenewalIgnoresRevocation(InstantSource clock) {
            super(clock);
        }

        @Override
        RenewAnswer renew(Renewal renewal, long now) {
            renewal.holds().forEach(hold -> row(hold.name()).holds.forEach(held -> held.revoked = null));
            return super.renew(renewal, now);
        }
    }

    /** Lets sharers in beside an exclusive hold. */
    public static final class SharedBesideExclusive extends InMemoryStore {
        public SharedBesideExclusive(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean areCompatible(LockMode wanted, LockMode held) {
            return wanted == LockMode.SHARED;
        }
    }

    /** Lets new sharers past a writer that waits. */
    public static final class WaitingWriterIsIgnored extends InMemoryStore {
        public WaitingWriterIsIgnored(InstantSource clock) {
            super(clock);
        }

        @Override
        void refuse(Claim claim, long now) {}
    }

    /** Takes every refused writer for one that waits. */
    public static final class TryLeavesAStamp extends InMemoryStore {
        public TryLeavesAStamp(InstantSource clock) {
            super(clock);
        }

        @Override
        void refuse(Claim claim, long now) {
            super.refuse(claim.again(Duration.ofSeconds(30), claim.unclear()), now);
        }
    }

    /** Takes names for the same that differ in case. */
    public static final class CaseFoldedNames extends InMemoryStore {
        public CaseFoldedNames(InstantSource clock) {
            super(clock);
        }

        @Override
        Row row(LockName name) {
            return rows.values().stream()
                    .filter(row -> row.name.toString().equalsIgnoreCase(name.toString()))
                    .findFirst()
                    .orElseGet(() -> super.row(name));
        }
    }

    /** Cuts names off at the length of its column. */
    public static final class LongNamesAreCut extends InMemoryStore {
        public LongNamesAreCut(InstantSource clock) {
            super(clock);
        }

        @Override
        Row row(LockName name) {
            return rows.values().stream()
                    .filter(row -> cut(row.name).equals(cut(name)))
                    .findFirst()
                    .orElseGet(() -> super.row(name));
        }

        private static String cut(LockName name) {
            String text = name.toString();
            return text.substring(0, Math.min(255, text.length()));
        }
    }

    /** Finds names by a pattern in which the user's own signs count. */
    public static final class PrefixIsAPattern extends InMemoryStore {
        public PrefixIsAPattern(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean matches(StatusQuery query, LockStatus status) {
            String pattern = query.prefix()
                    .replaceAll("[^%_]+", "\\\\Q$0\\\\E")
                    .replace("%", ".*")
                    .replace('_', '.');
            StatusQuery rest = new StatusQuery(query.name(), "", query.holder(), query.after(), query.limit());
            return status.name().toString().matches("(?s)" + pattern + ".*") && super.matches(rest, status);
        }
    }

    /** Keeps those of several names that were free, although the claim was refused. */
    public static final class HalfOfSeveralIsKept extends InMemoryStore {
        public HalfOfSeveralIsKept(InstantSource clock) {
            super(clock);
        }

        @Override
        void refuse(Claim claim, long now) {
            super.refuse(claim, now);
            // Not of four: threads that all keep half and wait for the rest would wait for their ttl.
            for (Hold hold : claim.holds().size() < 4 ? claim.holds() : List.<Hold>of()) {
                if (blockers(row(hold.name()), hold.mode(), claim, now).isEmpty()) {
                    grant(only(claim, hold), now);
                }
            }
        }
    }

    /** Looks at the last token of one of several names only. */
    public static final class TokenOfTheFirstNameOnly extends InMemoryStore {
        public TokenOfTheFirstNameOnly(InstantSource clock) {
            super(clock);
        }

        @Override
        long nextToken(Claim claim, long now) {
            return nextToken(row(claim.holds().get(0).name()), now);
        }
    }

    /** Takes a claim that is sent again for a new one, as stores do that make the id themselves. */
    public static final class OwnClaimIsAStranger extends InMemoryStore {
        public OwnClaimIsAStranger(InstantSource clock) {
            super(clock);
        }

        @Override
        AcquireAnswer acquire(Claim claim, long now) {
            boolean known = claim.holds().stream()
                    .flatMap(hold -> row(hold.name()).own(claim.id(), now).stream())
                    .findAny()
                    .isPresent();
            Claim stranger = new Claim(
                    UUID.randomUUID(),
                    claim.holds(),
                    claim.holder(),
                    claim.ttl(),
                    claim.waiting(),
                    claim.unclear(),
                    claim.note());
            return super.acquire(known ? stranger : claim, now);
        }
    }

    /** Frees names at their release whatever was asked. */
    public static final class HoldAtLeastIsIgnored extends InMemoryStore {
        public HoldAtLeastIsIgnored(InstantSource clock) {
            super(clock);
        }

        @Override
        void letGo(Row row, Held held, Duration holdAtLeast, long now) {
            super.letGo(row, held, Duration.ZERO, now);
        }
    }

    /** Keeps a name that was let go until its start plus nothing has passed, which a clock set back has before it. */
    public static final class ReleaseTrustsTheClock extends InMemoryStore {
        public ReleaseTrustsTheClock(InstantSource clock) {
            super(clock);
        }

        @Override
        void letGo(Row row, Held held, Duration holdAtLeast, long now) {
            held.kept = true;
            held.expires = Micros.after(held.since, holdAtLeast);
            row.holds.removeIf(it -> it == held && !it.lasts(now));
            row.touched = now;
        }
    }

    /** Compares holders' labels without regard to case. */
    public static final class HoldersAreCaseFolded extends InMemoryStore {
        public HoldersAreCaseFolded(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isSuperseded(Held held, Claim claim) {
            Holder other = held.holder;
            Holder holder = claim.holder();
            String label = holder.label().equalsIgnoreCase(other.label()) ? holder.label() : other.label();
            return holder.supersedes(label, other.instance(), other.started());
        }
    }

    /** Revokes holds of everybody. */
    public static final class RevokeIgnoresTheHolder extends InMemoryStore {
        public RevokeIgnoresTheHolder(InstantSource clock) {
            super(clock);
        }

        @Override
        public int revoke(Revocation order, Duration timeout) {
            return super.revoke(
                    new Revocation(order.name(), Optional.empty(), order.by(), order.reason(), order.now()), timeout);
        }
    }

    /** Only marks what should be freed at once. */
    public static final class RevokeNowOnlyMarks extends InMemoryStore {
        public RevokeNowOnlyMarks(InstantSource clock) {
            super(clock);
        }

        @Override
        public int revoke(Revocation order, Duration timeout) {
            return super.revoke(
                    new Revocation(order.name(), order.holder(), order.by(), order.reason(), false), timeout);
        }
    }

    /** Grants whatever is asked for. */
    public static final class NobodyIsRefused extends InMemoryStore {
        public NobodyIsRefused(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            return List.of();
        }
    }

    /** Waits for a release that a dead holder never sends. */
    public static final class NothingExpires extends InMemoryStore {
        public NothingExpires(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            return row.holds.stream().allMatch(held -> held.lasts(now) || areCompatible(mode, held.mode))
                    ? super.blockers(row, mode, claim, now)
                    : row.holds.stream()
                            .map(held -> held.describe(row.name, now))
                            .toList();
        }
    }

    /** Lets any instance of a holder take over from any other, an older from a younger too. */
    public static final class TakesOverFromTheYounger extends InMemoryStore {
        public TakesOverFromTheYounger(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean isSuperseded(Held held, Claim claim) {
            return claim.holder().takesOver()
                    && held.holder.started() > 0
                    && held.holder.label().equals(claim.holder().label())
                    && !held.holder.instance().equals(claim.holder().instance());
        }
    }

    /** Takes the same holder for the same claim. */
    public static final class HolderProvesOwnership extends InMemoryStore {
        public HolderProvesOwnership(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            boolean same = row.holds.stream()
                    .anyMatch(
                            held -> held.holder.instance().equals(claim.holder().instance()));
            return same ? List.of() : super.blockers(row, mode, claim, now);
        }
    }

    private static Claim only(Claim claim, Hold hold) {
        return new Claim(
                claim.id(), List.of(hold), claim.holder(), claim.ttl(), claim.waiting(), claim.unclear(), claim.note());
    }
}
