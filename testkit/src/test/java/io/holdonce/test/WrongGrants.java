// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * Stores that grant wrongly on purpose; each differs from the right one in one method. In its package, to reach its rules.
 */
public final class WrongGrants {

    private WrongGrants() {}

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
