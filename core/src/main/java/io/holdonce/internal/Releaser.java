// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Release;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Sends releases until they are clearly answered or the claim has ended by its ttl. */
final class Releaser {

    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

    private final StorePort port;
    private final Timeline timeline;
    private final Settings settings;
    private final Keeper keeper;
    private final Gate gate;
    private final Events events;
    private final RandomGenerator random;
    private final Set<Sending> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Releaser(
            StorePort port,
            Timeline timeline,
            Settings settings,
            Keeper keeper,
            Gate gate,
            Events events,
            RandomGenerator random) {
        this.port = port;
        this.timeline = timeline;
        this.settings = settings;
        this.keeper = keeper;
        this.gate = gate;
        this.events = events;
        this.random = random;
    }

    /** Releases and waits for the outcome, for at most the store time-out; an interrupt does not end the wait. */
    ReleaseOutcome release(HeldLease lease) {
        Caller caller = port.caller();
        CompletableFuture<ReleaseOutcome> outcome = begin(lease, caller);
        if (caller == null) {
            Calls.awaitQuietly(timeline, outcome);
        } else {
            caller.awaitQuietly(outcome);
        }
        return outcome.join();
    }

    /** Begins the release, once; the future ends within the store time-out. */
    CompletableFuture<ReleaseOutcome> begin(HeldLease lease) {
        return begin(lease, null);
    }

    private CompletableFuture<ReleaseOutcome> begin(HeldLease lease, @Nullable Caller caller) {
        long validUntil = lease.deadline();
        if (timeline.nanos() - validUntil >= 0 || lease.footing.isPast(timeline.nanos())) {
            // A paused process may come here before its deadline thread does.
            keeper.lose(lease, lease.reasonAtDeadline());
        }
        HeldLease.ReleaseStart start = lease.beginRelease();
        if (start == HeldLease.ReleaseStart.AGAIN) {
            return lease.released;
        }
        if (closed) {
            keeper.remove(lease);
            end(lease, start == HeldLease.ReleaseStart.AFTER_LOSS ? ReleaseOutcome.LOST : ReleaseOutcome.UNKNOWN);
            return lease.released;
        }
        long giveUpAt = validUntil + 2 * lease.marginNanos;
        Sending sending = new Sending(lease.claim, lease.holdAtLeast(), validUntil, giveUpAt);
        // Known as under way before it is no longer known as held, so that close() sees the one or the other.
        underWay.add(sending);
        keeper.remove(lease);
        if (start == HeldLease.ReleaseStart.AFTER_LOSS) {
            // The store may still have it: freeing it early helps the next holder, waiting for that helps nobody.
            end(lease, ReleaseOutcome.LOST);
        }
        Timeline.Cancel limit = timeline.after(
                settings.storeTimeout().toNanos(), () -> end(lease, sending.outcome.getNow(ReleaseOutcome.UNKNOWN)));
        // What it stood on goes last, and the caller waits for it: else its next try above would be refused by nobody's
        // lock.
        Calls.whenDone(
                sending.start(caller)
                        .thenCompose(outcome -> lease.footing.leave().thenApply(nothing -> outcome)),
                (outcome, failure) -> {
                    limit.cancel();
                    end(lease, outcome == null ? ReleaseOutcome.UNKNOWN : outcome);
                    gate.wake(lease.claim.holds());
                });
        return lease.released;
    }

    int underWay() {
        return underWay.size();
    }

    /** Completes when none of the releases that are under way now is so any more. */
    CompletableFuture<@Nullable Void> whenQuiet() {
        return CompletableFuture.allOf(
                        underWay.stream().map(sending -> sending.outcome).toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> null);
    }

    /** Ends what is still under way as unknown, and sends nothing again. */
    void close() {
        closed = true;
        underWay.forEach(sending -> sending.outcome.complete(ReleaseOutcome.UNKNOWN));
    }

    private void end(HeldLease lease, ReleaseOutcome outcome) {
        if (lease.released.complete(outcome) && lease.intent == null) {
            Duration held = Duration.ofNanos(timeline.nanos() - lease.grantedNanos);
            events.tell(listener -> listener.released(lease.request, lease.token, outcome, held));
        }
    }

    /** Frees what an attempt that nobody waits for any more may have been granted. */
    void settle(Claim claim, long lastSentNanos) {
        long endsAt = lastSentNanos + claim.ttl().toNanos();
        Calls.whenDone(
                new Sending(claim, Duration.ZERO, endsAt, endsAt).start(null),
                (outcome, failure) -> Events.LOG.log(
                        Level.DEBUG, "An abandoned attempt at {0} was settled: {1}", claim.holds(), outcome));
    }

    /** One release, sent again and again. */
    private final class Sending {
        final CompletableFuture<ReleaseOutcome> outcome = new CompletableFuture<>();
        private final Claim claim;
        private final Release release;
        private final long validUntil;
        private final long giveUpAt;
        private boolean unclear;
        private long pause = FIRST_PAUSE;

        Sending(Claim claim, Duration holdAtLeast, long validUntil, long giveUpAt) {
            this.claim = claim;
            this.release = new Release(claim.id(), claim.holds(), holdAtLeast);
            this.validUntil = validUntil;
            this.giveUpAt = giveUpAt;
        }

        /** The same in every run of the same events, so that a simulated one repeats. */
        @Override
        public int hashCode() {
            return claim.id().hashCode();
        }

        CompletableFuture<ReleaseOutcome> start(@Nullable Caller caller) {
            underWay.add(this);
            Calls.whenDone(outcome, (answer, failure) -> underWay.remove(this));
            send(caller);
            return outcome;
        }

        private void send(@Nullable Caller caller) {
            Calls.whenDone(port.release(release, settings.storeTimeout(), caller), this::answered);
        }

        private void answered(ReleaseOutcome answer, Throwable failure) {
            if (answer == ReleaseOutcome.RELEASED) {
                outcome.complete(answer);
            } else if (answer == ReleaseOutcome.LOST) {
                // After an unclear send nothing to release may mean that the first one did it. While the lease was
                // valid
                // nobody else can have ended it, so then it must have.
                boolean ourFirst = unclear && timeline.nanos() - validUntil < 0;
                outcome.complete(ourFirst ? ReleaseOutcome.RELEASED : unclear ? ReleaseOutcome.UNKNOWN : answer);
            } else {
                unclear |= !(failure instanceof StoreUnavailableException e) || e.sent();
                again(failure);
            }
        }

        private void again(Throwable failure) {
            if (closed || timeline.nanos() + pause - giveUpAt >= 0) {
                Events.LOG.log(
                        Level.WARNING,
                        "A release of " + claim.holds()
                                + " was never clearly answered; the lease has ended by its ttl.",
                        failure);
                outcome.complete(ReleaseOutcome.UNKNOWN);
                return;
            }
            timeline.after(pause / 2 + random.nextLong(pause / 2), () -> send(null));
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }
}
