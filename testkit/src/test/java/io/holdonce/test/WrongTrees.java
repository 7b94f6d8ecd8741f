// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores that keep flat names rightly and the intents of trees wrongly; each differs from the right one in one method.
 */
public final class WrongTrees {

    private WrongTrees() {}

    /** Overlooks the intents on one ancestor, neither the first nor the last. */
    public static final class IntentIsMissingOnOneAncestor extends InMemoryStore {
        public IntentIsMissingOnOneAncestor(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            List<HoldInfo> blockers = new ArrayList<>(super.blockers(row, mode, claim, now));
            blockers.removeIf(
                    blocker -> blocker.mode().isIntent() && row.name.parts().size() == 4);
            return blockers;
        }
    }

    /** Lets an exclusive hold in although something below is held. */
    public static final class ExclusiveBesideIntents extends InMemoryStore {
        public ExclusiveBesideIntents(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean areCompatible(LockMode wanted, LockMode held) {
            return held.isIntent() || super.areCompatible(wanted, held);
        }
    }

    /** Lets intents in below an exclusive hold. */
    public static final class IntentBesideExclusive extends InMemoryStore {
        public IntentBesideExclusive(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean areCompatible(LockMode wanted, LockMode held) {
            return wanted.isIntent() || super.areCompatible(wanted, held);
        }
    }

    /** Knows readers and writers only, and takes every intent for a reader. */
    public static final class IntentIsTakenForASharer extends InMemoryStore {
        public IntentIsTakenForASharer(InstantSource clock) {
            super(clock);
        }

        @Override
        boolean areCompatible(LockMode wanted, LockMode held) {
            return wanted != LockMode.EXCLUSIVE && held != LockMode.EXCLUSIVE;
        }
    }

    /** Counts sharers and intents and waits for each to be released, of those that died too. */
    public static final class ReaderCountLeaks extends InMemoryStore {
        public ReaderCountLeaks(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            List<HoldInfo> blockers = new ArrayList<>(super.blockers(row, mode, claim, now));
            row.holds.stream()
                    .filter(held -> !held.lasts(now) && held.mode != LockMode.EXCLUSIVE && !held.kept)
                    .filter(held -> !areCompatible(mode, held.mode))
                    .forEach(held -> blockers.add(held.describe(row.name, now)));
            return blockers;
        }
    }

    /** Frees a directory when one of several below it is released, as a store does that deletes the record. */
    public static final class ReleaseEvictsOtherIntents extends InMemoryStore {
        public ReleaseEvictsOtherIntents(InstantSource clock) {
            super(clock);
        }

        @Override
        void letGo(Row row, Held held, Duration holdAtLeast, long now) {
            super.letGo(row, held, holdAtLeast, now);
            row.holds.removeIf(other -> held.mode.isIntent() && other.mode.isIntent() && !other.kept);
        }
    }

    /** Lets new intents past an exclusive request that waits. */
    public static final class WaitingMarkIgnoresIntents extends InMemoryStore {
        public WaitingMarkIgnoresIntents(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            List<HoldInfo> blockers = new ArrayList<>(super.blockers(row, mode, claim, now));
            blockers.removeIf(blocker -> mode.isIntent() && blocker.state() == HoldState.AWAITED);
            return blockers;
        }
    }

    /** Marks a name as awaited for sharers only, not when an exclusive request waits for what is held below. */
    public static final class WaitingForIntentsLeavesNoMark extends InMemoryStore {
        public WaitingForIntentsLeavesNoMark(InstantSource clock) {
            super(clock);
        }

        @Override
        void refuse(Claim claim, long now) {
            boolean intents = claim.holds().stream()
                    .flatMap(hold -> row(hold.name()).holds.stream())
                    .anyMatch(held -> held.mode.isIntent());
            super.refuse(intents ? claim.again(Duration.ZERO, claim.unclear()) : claim, now);
        }
    }

    /** Decides a try by the first that shares the name, as if all that share it were alike. */
    public static final class TryLooksAtTheFirstSharerOnly extends InMemoryStore {
        public TryLooksAtTheFirstSharerOnly(InstantSource clock) {
            super(clock);
        }

        @Override
        List<HoldInfo> blockers(Row row, LockMode mode, Claim claim, long now) {
            List<HoldInfo> blockers = new ArrayList<>(super.blockers(row, mode, claim, now));
            row.holds.stream()
                    .filter(held -> held.lasts(now) && held.mode != LockMode.EXCLUSIVE)
                    .findFirst()
                    .filter(first -> claim.waiting().isZero() && areCompatible(mode, first.mode))
                    .ifPresent(first -> blockers.removeIf(
                            blocker -> blocker.state() != HoldState.AWAITED && blocker.mode() != first.mode));
            return blockers;
        }
    }
}
