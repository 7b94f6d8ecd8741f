// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockRequest;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the engine knows of one granted claim: until when its holder may rely on it, and how it ended.
 *
 * <p><b>Time:</b> every deadline counts from the monotonic clock before the request that was confirmed was sent.
 */
final class HeldLease {

    private static final LossReason UNCONFIRMED = new LossReason(
            LossReason.Kind.DEADLINE,
            "no renewal was confirmed before its deadline; the store did not answer, or this process was paused.");

    private static final LossReason UNPROVABLE = new LossReason(
            LossReason.Kind.DEADLINE,
            "the wall clock ran ahead as after a suspended machine, and since its acquisition had been sent more than once, a"
                    + " renewal could not prove that nobody else had it meanwhile.");

    private enum State {
        HELD,
        RELEASING,
        LOST
    }

    /** What the last confirmed request proves; both clocks were read before it was sent. */
    private record Confirmed(long sentNanos, long sentWallNanos) {}

    final LockRequest request;
    final Claim claim;
    final long token;
    final Footing footing;

    /** Of which this is the claim; null for what a user holds. */
    final Intents.@Nullable Intent intent;

    final CompletableFuture<LossReason> lost = new CompletableFuture<>();
    final CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();
    final long grantedNanos;
    final long ttlNanos;
    final long marginNanos;

    private final Timeline timeline;
    private State state = State.HELD;
    private volatile boolean held = true;
    private volatile Duration holdAtLeast;
    private volatile Confirmed confirmed;
    private @Nullable Scope scope;
    private boolean renewing;
    private boolean unrenewed;
    private LossReason atDeadline = UNCONFIRMED;
    private @Nullable LossReason lossReason;

    // The keeper's places for this lease; touched only under the keeper's lock on it.
    DueQueue.@Nullable Slot renewalSlot;
    DueQueue.@Nullable Slot alarmSlot;
    boolean warned;

    HeldLease(LockRequest request, Claim claim, long token, Sent sent, Duration margin, Timeline timeline) {
        this(request, claim, token, sent, margin, timeline, Footing.NONE, null);
    }

    HeldLease(
            LockRequest request,
            Claim claim,
            long token,
            Sent sent,
            Duration margin,
            Timeline timeline,
            Footing footing,
            Intents.@Nullable Intent intent) {
        this.request = request;
        this.claim = claim;
        this.token = token;
        this.footing = footing;
        this.intent = intent;
        this.holdAtLeast = intent == null ? request.holdAtLeast() : Duration.ZERO;
        this.timeline = timeline;
        this.ttlNanos = claim.ttl().toNanos();
        this.marginNanos = margin.toNanos();
        this.confirmed = new Confirmed(sent.nanos(), sent.wallNanos());
        this.grantedNanos = timeline.nanos();
    }

    /** The same in every run of the same events, so that a simulated one repeats. */
    @Override
    public int hashCode() {
        return claim.id().hashCode();
    }

    /** Both clocks, read right before a request was sent. */
    record Sent(long nanos, long wallNanos) {
        static Sent now(Timeline timeline) {
            return new Sent(timeline.nanos(), timeline.wallNanos());
        }
    }

    long deadline() {
        return confirmed.sentNanos + ttlNanos - marginNanos;
    }

    /** When the holder is told at the latest: a quarter of the margin before the deadline, so that it is told before it. */
    long alarmAt() {
        return deadline() - marginNanos / 4;
    }

    long renewalAt() {
        return confirmed.sentNanos + ttlNanos / 3;
    }

    boolean isHeld() {
        return held;
    }

    boolean isValid() {
        return remainingNanos() > 0;
    }

    long remainingNanos() {
        if (!held) {
            return 0;
        }
        long remaining = deadline() - timeline.nanos();
        return remaining <= 0 || inDoubt() ? 0 : footing.remainingNanos(remaining);
    }

    Duration holdAtLeast() {
        return holdAtLeast;
    }

    void holdAtLeast(Duration least) {
        holdAtLeast = least;
    }

    /** Whether the wall clock ran ahead of the monotonic one since the last confirmed request: the machine may have slept. */
    boolean inDoubt() {
        Confirmed last = confirmed;
        long ahead = (timeline.wallNanos() - last.sentWallNanos) - (timeline.nanos() - last.sentNanos);
        return ahead > marginNanos / 2;
    }

    /**
     * Why a lease in doubt is beyond proof: a stray send of its claim may have been granted anew after another's turn, and a
     * renewal would confirm that. Null if it is not so.
     */
    @Nullable
    LossReason beyondProof() {
        return claim.unclear() && inDoubt() ? UNPROVABLE : null;
    }

    /** Takes the turn to send a renewal; false when one is under way, or none is wanted any more. */
    synchronized boolean beginRenewal() {
        if (state != State.HELD || renewing || unrenewed) {
            return false;
        }
        renewing = true;
        return true;
    }

    synchronized void endRenewal() {
        renewing = false;
    }

    /** Renews no more; the lease lasts to its deadline. */
    synchronized void renewNoMore(LossReason why) {
        unrenewed = true;
        atDeadline = why;
    }

    synchronized LossReason reasonAtDeadline() {
        return atDeadline;
    }

    /**
     * Extends the deadline; says whether it did. Not once the deadline has passed: the store may have granted the name to
     * another since, and then again to a stray send of this claim.
     */
    synchronized boolean confirm(Sent sent) {
        boolean inTime = timeline.nanos() - deadline() < 0;
        if (state != State.HELD || !inTime || beyondProof() != null) {
            return false;
        }
        confirmed = new Confirmed(sent.nanos(), sent.wallNanos());
        return true;
    }

    /** Ends the lease as lost; false if it had ended. The scoped thread is interrupted before this returns. */
    synchronized boolean lose(LossReason reason) {
        if (state != State.HELD) {
            return false;
        }
        state = State.LOST;
        held = false;
        if (scope != null) {
            scope.interrupt();
        }
        lossReason = reason;
        timeline.callback(() -> lost.complete(reason));
        return true;
    }

    synchronized Optional<LossReason> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /** Begins the release and says what had happened before. */
    synchronized ReleaseStart beginRelease() {
        ReleaseStart start =
                switch (state) {
                    case HELD -> ReleaseStart.FIRST;
                    case LOST -> ReleaseStart.AFTER_LOSS;
                    case RELEASING -> ReleaseStart.AGAIN;
                };
        state = State.RELEASING;
        held = false;
        return start;
    }

    synchronized boolean isReleasing() {
        return state == State.RELEASING;
    }

    enum ReleaseStart {
        FIRST,
        AFTER_LOSS,
        AGAIN
    }

    synchronized void enter(Scope newScope) {
        scope = newScope;
        if (state == State.LOST) {
            newScope.interrupt();
        }
    }

    synchronized void leaveScope() {
        scope = null;
    }
}
