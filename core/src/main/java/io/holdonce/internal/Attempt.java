// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to acquire: queues locally, asks the store with one claim until it is granted, refused for good or given up, and
 * has the claim settled when nobody can say whether it holds.
 *
 * <p><b>Threads:</b> answers, timers, wake-ups and the caller's cancel meet in this object's monitor, which only decides whose
 * turn it is; nothing that may call back is called from inside it.
 */
final class Attempt {

    private enum Phase {
        QUEUED,
        ASKING,
        PAUSED,
        ENDED
    }

    final CompletableFuture<Ending> result = new CompletableFuture<>();

    private final Engine engine;
    private final LockRequest request;
    private final int number;
    private final Duration margin;
    private final String note;
    private final boolean waits;
    private final long startNanos;
    private final long endNanos;
    private final SortedMap<LockName, LockMode> above;
    private final Gate.Ticket ticket;
    private final Pace pace;
    private final @Nullable Caller caller;

    private Phase phase = Phase.QUEUED;
    private @Nullable Claim claim;
    private Timeline.@Nullable Cancel timer;
    private long lastSent;
    private int outstanding;
    private boolean unclear;

    Attempt(Engine engine, LockRequest request, Duration waitTime, String note, int number, @Nullable Caller caller) {
        this.engine = engine;
        this.request = request;
        this.number = number;
        this.caller = caller;
        this.margin = engine.settings.marginFor(request.ttl());
        this.note = note;
        this.waits = !waitTime.isZero();
        this.startNanos = engine.timeline.nanos();
        Duration most = waits ? waitTime : engine.settings.storeTimeout();
        this.endNanos = most.compareTo(Duration.ofDays(366)) > 0
                ? startNanos + Long.MAX_VALUE / 2
                : startNanos + most.toNanos();
        this.above = Intents.above(request.holds());
        this.ticket = new Gate.Ticket(request.holds().keySet(), this::first, this::wake);
        this.pace = new Pace(engine.random);
    }

    /** The same in every run of the same events, so that a simulated one repeats. */
    @Override
    public int hashCode() {
        return number;
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
        boolean endedBefore;
        synchronized (this) {
            endedBefore = phase == Phase.ENDED;
        }
        if (endedBefore && waits) {
            // The locks were closed between: the ticket must not stay in front of nobody.
            engine.gate.leave(ticket);
        }
    }

    /** Gives up; nothing stays behind. Returns false if the attempt had ended, so that the result says how. */
    boolean cancel(RuntimeException why) {
        return end(Ending.of(why));
    }

    private long remaining() {
        return Math.max(0, endNanos - engine.timeline.nanos());
    }

    private void first() {
        askFrom(Phase.QUEUED);
    }

    private void wake() {
        synchronized (this) {
            pace.hurry();
        }
        askFrom(Phase.PAUSED);
    }

    private void pauseOver() {
        // Also when the wait time is over: the last look comes at its end, not one pause before it.
        askFrom(Phase.PAUSED);
    }

    private void timeOver() {
        end(refusal());
    }

    private void askFrom(Phase before) {
        synchronized (this) {
            if (phase != before || engine.isClosing()) {
                return;
            }
            stopTimer();
            phase = Phase.ASKING;
            outstanding++;
        }
        Calls.whenDone(engine.identity.holder(), (holder, failure) -> {
            if (holder == null) {
                answered(null, Problems.neverSent(failure));
            } else if (above.isEmpty()) {
                send(holder, Footing.NONE);
            } else {
                standAndSend(holder);
            }
        });
    }

    private void standAndSend(Holder holder) {
        Calls.whenDone(engine.intents.take(above, request, holder), (taken, failure) -> {
            if (taken == null) {
                answered(null, Problems.neverSent(failure));
            } else if (taken.footing() == null) {
                answered(new AcquireAnswer.Contended(taken.blockers()), null);
            } else if (isOver()) {
                leave(taken.footing());
                answered(new AcquireAnswer.Contended(List.of()), null);
            } else {
                send(holder, taken.footing());
            }
        });
    }

    private synchronized boolean isOver() {
        return phase == Phase.ENDED;
    }

    private void send(Holder holder, Footing footing) {
        HeldLease.Sent sent;
        Claim sending;
        synchronized (this) {
            Claim last = claim == null ? Identity.newClaim(holder, request, note, engine.random) : claim;
            sending = last.again(waits ? Pace.WAITING_MARK : Duration.ZERO, unclear);
            claim = sending;
            sent = HeldLease.Sent.now(engine.timeline);
            lastSent = sent.nanos();
        }
        Calls.whenDone(
                engine.port.acquire(sending, engine.settings.acquireTimeout(request.ttl()), caller),
                (answer, failure) -> {
                    if (answer instanceof AcquireAnswer.Granted granted) {
                        granted(sent, sending, granted.fencingToken(), footing);
                    } else if (answer instanceof AcquireAnswer.Contended) {
                        // Before the caller hears of it, who may ask for a name above this one next.
                        Calls.whenDone(footing.leave(), (nothing, problem) -> answered(answer, null));
                    } else {
                        leave(footing);
                        answered(answer, failure);
                    }
                });
    }

    /** Between two questions nothing is held, not even an intent: who waits for one lock must not keep another from others. */
    private static void leave(Footing footing) {
        CompletableFuture<@Nullable Void> unused = footing.leave();
    }

    private void granted(HeldLease.Sent sent, Claim granted, long token, Footing footing) {
        HeldLease lease = new HeldLease(request, granted, token, sent, margin, engine.timeline, footing, null);
        boolean late;
        synchronized (this) {
            outstanding--;
            late = lease.alarmAt() - engine.timeline.nanos() <= 0 || !lease.isValid();
            // Ours in the store, but too late to be relied on: ask again with the same claim, or settle it.
            unclear = true;
        }
        if (late) {
            leave(footing);
            retry(new StoreUnavailableException("the store's grant came too late to be relied on.", true, null));
        } else if (!end(Ending.of(lease))) {
            leave(footing);
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
            RuntimeException problem =
                    Problems.of(answer instanceof AcquireAnswer.Unanswered unanswered ? unanswered.cause() : failure);
            synchronized (this) {
                unclear |= Problems.maybeDone(problem);
            }
            if (problem instanceof StoreUnavailableException) {
                retry(problem);
            } else {
                end(Ending.of(Problems.forCaller(problem)));
            }
        }
        settleIfEnded();
    }

    private void contended(List<HoldInfo> by) {
        engine.gate.saw(ticket, new Gate.Seen(by, null));
        synchronized (this) {
            if (phase != Phase.ASKING) {
                return;
            }
            long left = remaining();
            if (waits && left > 0) {
                pauseFor(Math.min(pace.next(by), left));
                return;
            }
        }
        end(refusal());
    }

    private void retry(RuntimeException problem) {
        engine.gate.saw(ticket, new Gate.Seen(List.of(), problem));
        synchronized (this) {
            if (phase != Phase.ASKING) {
                return;
            }
            long next = pace.next();
            if (remaining() > next) {
                pauseFor(next);
                return;
            }
        }
        end(refusal());
    }

    private void pauseFor(long nanos) {
        phase = Phase.PAUSED;
        timer = engine.timeline.after(nanos, this::pauseOver);
    }

    private Ending refusal() {
        Gate.Seen seen = engine.gate.seen(ticket);
        RuntimeException failure = seen == null ? Problems.notYetAnswered() : seen.storeFailure();
        if (seen != null && failure == null) {
            return Ending.contended(seen.blockers());
        }
        boolean maybe;
        synchronized (this) {
            maybe = unclear || outstanding > 0;
        }
        return Ending.of(Problems.notAcquired(request, waited(), Problems.of(failure), maybe));
    }

    AcquireTimeoutException timedOut(List<HoldInfo> blockers) {
        return Problems.timedOut(request, waited(), blockers);
    }

    private Duration waited() {
        return Duration.ofNanos(engine.timeline.nanos() - startNanos);
    }

    private boolean end(Ending how) {
        synchronized (this) {
            if (phase == Phase.ENDED) {
                return false;
            }
            phase = Phase.ENDED;
            stopTimer();
            unclear = unclear && how.lease() == null;
        }
        HeldLease lease = how.lease();
        if (lease != null) {
            engine.keeper.add(lease);
            if (!above.isEmpty()) {
                engine.intents.bind(lease);
            }
            engine.gate.saw(ticket, new Gate.Seen(List.of(), null));
        }
        if (waits) {
            engine.gate.leave(ticket);
        }
        engine.ended(request, how, waited());
        result.complete(how);
        settleIfEnded();
        return true;
    }

    /** Releases what may be held once the attempt has ended without a lease and no send is under way any more. */
    private void settleIfEnded() {
        Claim abandoned;
        long sent;
        synchronized (this) {
            if (phase != Phase.ENDED || outstanding > 0 || !result.isDone()) {
                return;
            }
            abandoned = unclear ? claim : null;
            unclear = false;
            sent = lastSent;
        }
        if (abandoned != null) {
            engine.releaser.settle(abandoned, sent);
        }
        engine.over(this);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
