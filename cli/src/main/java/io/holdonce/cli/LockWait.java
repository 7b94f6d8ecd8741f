// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.AcquireInterruptedException;
import io.holdonce.Acquisition;
import io.holdonce.HoldInfo;
import io.holdonce.Lease;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for the locks and tells the user, after a second, who has them. */
final class LockWait {

    private static final Duration SILENT = Duration.ofSeconds(1);

    /** After so long without an answer an outage is told. */
    private static final Duration TURN = Duration.ofSeconds(10);

    /** After so long without an answer a file is given up: nothing but a stopped process can be in the way. */
    private static final Duration FILE_TURN = Duration.ofSeconds(3);

    private final Locks locks;
    private final LockRequest request;
    private final CommandSignals signals;
    private boolean outageTold;

    LockWait(Locks locks, LockRequest request, CommandSignals signals) {
        this.locks = locks;
        this.request = request;
        this.signals = signals;
    }

    /**
     * Waits.
     *
     * @param patience how long, null for ever
     * @return the lease; empty if others held it all along, or a signal came
     */
    Optional<Lease> acquire(@Nullable Duration patience) {
        long start = Ticker.nanos();
        try {
            Acquisition first = locks.tryAcquire(request.waitTime(least(SILENT, patience)));
            if (first instanceof Acquisition.Contended contended) {
                if (patience != null && patience.compareTo(SILENT) <= 0) {
                    return refused(patience, contended);
                }
                Console.say("waiting for " + names() + ", " + blocker(contended) + ".");
            }
            Acquisition last = first;
            while (last instanceof Acquisition.Contended contended) {
                Duration waited = Duration.ofNanos(Ticker.nanos() - start);
                if (patience != null && waited.compareTo(patience) >= 0) {
                    return refused(patience, contended);
                }
                last = turn(
                        least(OpenStore.isFile() ? FILE_TURN : TURN, patience == null ? null : patience.minus(waited)),
                        contended);
            }
            return Optional.of(((Acquisition.Granted) last).lease());
        } catch (AcquireInterruptedException e) {
            return Optional.empty();
        } finally {
            signals.waited();
        }
    }

    /** An outage during the wait is waited out, since the lock will still be wanted after it; not so for a local file. */
    private Acquisition turn(Duration most, Acquisition before) {
        try {
            Acquisition result = locks.tryAcquire(request.waitTime(most));
            outageTold = false;
            return result;
        } catch (StoreUnavailableException e) {
            if (OpenStore.isFile()) {
                throw e;
            }
            if (!outageTold) {
                outageTold = true;
                Console.say("the store does not answer; still waiting. " + e.getMessage());
            }
            return before;
        }
    }

    private Optional<Lease> refused(Duration patience, Acquisition.Contended contended) {
        String when = patience.isZero() ? "" : " in " + DurationText.format(patience);
        Console.say(names() + " not acquired" + when + ": " + blocker(contended) + ". Nothing was run.");
        return Optional.empty();
    }

    private String names() {
        StringBuilder out = new StringBuilder();
        request.holds().keySet().forEach(name -> out.append(out.isEmpty() ? "" : ", ")
                .append('\'')
                .append(name)
                .append('\''));
        return (request.holds().size() == 1 ? "lock " : "locks ") + out;
    }

    private String blocker(Acquisition.Contended contended) {
        Optional<HoldInfo> hold = contended.blocker();
        String name = request.holds().size() == 1
                ? ""
                : hold.map(info -> "'" + info.name() + "' ").orElse("");
        String others = contended.others() == 0 ? "" : " and " + contended.others() + " more in the way";
        return name + hold.map(Text::blocker).orElse("held by another, who has just left") + others;
    }

    static int exitCode(String signal) {
        return ExitCode.SIGNAL_BASE + Signals.number(signal);
    }

    private static Duration least(Duration a, @Nullable Duration b) {
        return b == null || a.compareTo(b) < 0 ? a : b;
    }
}
