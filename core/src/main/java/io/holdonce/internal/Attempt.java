// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.HoldInfo;
import io.holdonce.LockRequest;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to acquire: queues locally, asks the store with one claim until it is granted, refused for good or given up, and
 * has the claim settled when nobody can say whether it holds.
 *
 * <p><b>Threads:</b> answers, timers, wake-ups and the caller's cancel meet in this object's monitor; nothing else is called
 * from inside it but the port and the timeline, which do not call back on the same thread before they return.
 */
final class Attempt {

    private static final long FIRST_PAUSE = Duration.ofMillis(10).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(500).toNanos();

    /** How long an exclusive waiter holds back new sharers after each refusal: it must outlast the longest pause and a call. */
    private static final Duration WAITING_MARK = Duration.ofNanos(3 * LONGEST_PAUSE);

    private enum Phase {
        QUEUED,
        ASKING,
        PAUSED,
        ENDED
    }

    /** How an attempt ended: with a lease, with a failure, or with neither because others held a name all along. */
    record Result(@Nullable HeldLease lease, @Nullable RuntimeException failure, List<HoldInfo> blockers) {
        static Result of(HeldLease lease) {
            return new Result(lease, null, List.of());
        }

        static Result of(RuntimeException failure) {
            return new Result(null, failure, List.of());
        }
    }

    final CompletableFuture<Result> result = new CompletableFuture<>();

    private final Engine engine;
    private final LockRequest request;
    private final Duration margin;
    private final String note;
    private final boolean waits;
    private final long startNanos;
    private final long endNanos;
    private final Gate.Ticket ticket;

    private Phase phase = Phase.QUEUED;
    private @Nullable Claim claim;
    private Timeline.@Nullable Cancel timer;
    private long lastSent;
    private int outstanding;
    private boolean unclear;
    private long pause = FIRST_PAUSE;

    Attempt(Engine engine, LockRequest request, Duration waitTime, String note) {
        this.engine = engine;
        this.request = request;
        this.margin = engine.settings.marginFor(request.ttl());
        this.note = note;
        this.waits = !waitTime.isZero();
        this.startNanos = engine.timeline.nanos();
        Duration most = waits ? waitTime : engine.settings.storeTimeout();
        this.endNanos = most.compareTo(Duration.ofDays(366)) > 0
                ? startNanos + Long.MAX_VALUE / 2
                : startNanos + most.toNanos();
        this.ticket = new Gate.Ticket(request.holds().keySet(), this::first, this::wake);
    }

    void start() {
        if (!waits || engine.gate.enter(ticket)) {
            first();
        } else {
            synchronized (this) {
                if (phase == Phase.QUEUED) {
                    timer = engine.timeline.after(remaining(), this::timeOver);
                }
            }
        }
    }

    /** Gives up; nothing stays behind. Returns false if the attempt had ended, so that the result says how. */
    boolean cancel(RuntimeException why) {
        return end(Result.of(why));
    }

    private long remaining() {
        return Math.max(0, endNanos - engine.timeline.nanos());
    }

    private synchronized void first() {
        if (phase == Phase.QUEUED) {
            ask();
        }
    }

    private synchronized void wake() {
        if (phase == Phase.PAUSED) {
            pause = FIRST_PAUSE;
            ask();
        }
    }

    private void timeOver() {
        end(refusal());
    }

    private void ask() {
        stopTimer();
        phase = Phase.ASKING;
        outstanding++;
        Calls.whenDone(engine.identity.holder(), (holder, failure) -> {
            if (holder == null) {
                answered(null, neverSent(failure));
            } else {
                send(holder);
            }
        });
    }

    private void send(Holder holder) {
        HeldLease.Sent sent;
        Claim sending;
        synchronized (this) {
            Claim last = claim == null ? newClaim(holder) : claim;
            sending = last.again(waits ? WAITING_MARK : Duration.ZERO, unclear);
            claim = sending;
            sent = HeldLease.Sent.now(engine.timeline);
            lastSent = sent.nanos();
        }
        Calls.whenDone(engine.port.acquire(sending, callTimeout()), (answer, failure) -> {
            if (answer instanceof AcquireAnswer.Granted granted) {
                granted(sent, sending, granted.fencingToken());
            } else {
                answered(answer, failure);
            }
        });
    }

    private Claim newClaim(Holder holder) {
        List<Hold> holds = request.holds().entrySet().stream()
                .map(hold -> new Hold(hold.getKey(), hold.getValue()))
                .toList();
        UUID id = new UUID(engine.random.nextLong(), engine.random.nextLong());
        return new Claim(id, holds, holder, request.ttl(), Duration.ZERO, false, note);
    }

    private Duration callTimeout() {
        Duration useful = request.ttl().minus(margin);
        Duration most = engine.settings.storeTimeout();
        return most.compareTo(useful) < 0 ? most : useful;
    }

    private void granted(HeldLease.Sent sent, Claim granted, long token) {
        HeldLease lease = new HeldLease(request, granted, token, sent, margin, engine.timeline);
        boolean late;
        synchronized (this) {
            outstanding--;
            late = lease.alarmAt() - engine.timeline.nanos() <= 0;
            // Ours in the store, but too late to be relied on: ask again with the same claim, or settle it.
            unclear = true;
        }
        if (late) {
            retry(new StoreUnavailableException("The store granted too late to be relied on.", true, null));
        } else if (end(Result.of(lease))) {
            return;
        }
        settleIfEnded();
    }

    private void answered(@Nullable AcquireAnswer answer, @Nullable Throwable failure) {
        synchronized (this) {
            outstanding--;
        }
        if (answer instanceof AcquireAnswer.Contended contended) {
            contended(contended.blockers());
        } else {
            Throwable cause = answer instanceof AcquireAnswer.Unanswered unanswered ? unanswered.cause() : failure;
            RuntimeException problem = asProblem(cause);
            synchronized (this) {
                unclear |= !(problem instanceof StoreMisconfiguredException)
                        && (!(problem instanceof StoreUnavailableException e) || e.sent());
            }
            if (problem instanceof StoreUnavailableException) {
                retry(problem);
            } else {
                end(Result.of(problem));
            }
        }
        settleIfEnded();
    }

    private void contended(List<HoldInfo> by) {
        synchronized (this) {
            if (phase != Phase.ASKING) {
                return;
            }
            engine.gate.saw(ticket, new Gate.Seen(by, null));
            long left = remaining();
            if (waits && left > 0) {
                pauseFor(Math.min(untilFree(by), left));
                return;
            }
        }
        end(refusal());
    }

    /** Not past the moment at which the first blocker ends by itself. */
    private long untilFree(List<HoldInfo> by) {
        long ends =
                by.stream().mapToLong(hold -> hold.remaining().toNanos()).min().orElse(0);
        return Math.min(nextPause(), Math.max(ends, FIRST_PAUSE / 10));
    }

    private void retry(RuntimeException problem) {
        synchronized (this) {
            if (phase != Phase.ASKING) {
                return;
            }
            engine.gate.saw(ticket, new Gate.Seen(List.of(), problem));
            long next = nextPause();
            if (remaining() > next) {
                pauseFor(next);
                return;
            }
        }
        end(refusal());
    }

    private long nextPause() {
        long next = pause / 2 + engine.random.nextLong(pause / 2);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return next;
    }

    private void pauseFor(long nanos) {
        phase = Phase.PAUSED;
        timer = engine.timeline.after(nanos, this::pauseOver);
    }

    private synchronized void pauseOver() {
        if (phase == Phase.PAUSED) {
            // Also when the wait time is over: the last look comes at its end, not one pause before it.
            ask();
        }
    }

    private Result refusal() {
        Gate.Seen seen = engine.gate.seen(ticket);
        RuntimeException failure = seen.storeFailure();
        if (failure == null) {
            return new Result(null, null, seen.blockers());
        }
        boolean maybe;
        synchronized (this) {
            maybe = unclear;
        }
        Duration waited = Duration.ofNanos(engine.timeline.nanos() - startNanos);
        return Result.of(new StoreUnavailableException(
                Texts.names(request) + " not acquired in " + Texts.duration(waited) + ": " + failure.getMessage()
                        + (maybe
                                ? " What may have been granted is being released; it ends by its ttl at the latest."
                                : ""),
                maybe,
                failure));
    }

    AcquireTimeoutException timedOut(List<HoldInfo> blockers) {
        Duration waited = Duration.ofNanos(engine.timeline.nanos() - startNanos);
        return new AcquireTimeoutException(
                Texts.notAcquired(request, waited, blockers), blockers.stream().findFirst());
    }

    private boolean end(Result how) {
        synchronized (this) {
            if (phase == Phase.ENDED) {
                return false;
            }
            phase = Phase.ENDED;
            stopTimer();
            unclear = unclear && how.lease == null;
        }
        if (how.lease != null) {
            engine.keeper.add(how.lease);
        }
        if (waits) {
            engine.gate.leave(ticket);
        }
        Duration waited = Duration.ofNanos(engine.timeline.nanos() - startNanos);
        engine.ended(this, request, how, waited);
        result.complete(how);
        settleIfEnded();
        return true;
    }

    /** Releases what may be held once the attempt has ended without a lease and no send is under way any more. */
    private void settleIfEnded() {
        Claim abandoned;
        long sent;
        synchronized (this) {
            if (phase != Phase.ENDED || outstanding > 0 || !unclear || claim == null) {
                return;
            }
            unclear = false;
            abandoned = claim;
            sent = lastSent;
        }
        engine.releaser.settle(abandoned, sent);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private static RuntimeException asProblem(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RuntimeException e
                ? e
                : new StoreUnavailableException("The store failed: " + cause, true, cause);
    }

    /** Learning this instance's start number failed: the claim itself was not sent. */
    private static RuntimeException neverSent(@Nullable Throwable failure) {
        RuntimeException problem = asProblem(failure);
        return problem instanceof StoreUnavailableException
                ? new StoreUnavailableException(String.valueOf(problem.getMessage()), false, problem)
                : problem;
    }
}
