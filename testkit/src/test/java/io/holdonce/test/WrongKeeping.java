// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.LockMode;
import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Hold;
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

/**
 * Stores that grant rightly and renew, release, revoke, purge or report wrongly; each differs from the right one in one method.
 */
public final class WrongKeeping {

    private WrongKeeping() {}

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
}
