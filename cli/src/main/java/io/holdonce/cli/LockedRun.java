// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.Lease;
import io.holdonce.ReleaseOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs the command inside its lease, and releases only when nothing of the command lives any more. */
final class LockedRun {

    /** How long a killed process may take to vanish before this says so; longer only in an uninterruptible call. */
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

    private final Lease lease;
    private final List<String> names;
    private final Duration killAfter;
    private final CommandSignals signals;

    LockedRun(Lease lease, List<String> names, Duration killAfter, CommandSignals signals) {
        this.lease = lease;
        this.names = names;
        this.killAfter = killAfter;
        this.signals = signals;
    }

    /** The exit code of the whole. */
    int run(String executable, List<String> command) {
        if (signals.received().isPresent()) {
            lease.release();
            return LockWait.exitCode(signals.received().orElseThrow());
        }
        List<String> line = new ArrayList<>(command);
        line.set(0, executable);
        LockedCommand started;
        try {
            started = LockedCommand.start(line, environment(), lease.remaining());
        } catch (IOException e) {
            lease.release();
            throw new CliException(
                    ExitCode.NOT_EXECUTABLE,
                    "cannot execute '" + Text.printable(command.get(0)) + "': " + e.getMessage() + ". Nothing was run.",
                    e);
        } catch (CliException e) {
            lease.release();
            throw e;
        }
        return attend(started);
    }

    private Map<String, String> environment() {
        return Map.of(
                "HOLDONCE_LOCK",
                String.join(" ", names),
                "HOLDONCE_FENCING_TOKEN",
                String.valueOf(lease.fencingToken()));
    }

    private int attend(LockedCommand command) {
        LeaseGuard guard = new LeaseGuard(lease, command, killAfter, Console::say);
        guard.start();
        signals.forwardTo(command);
        int code = waitFor(command);
        endTheRest(command, guard);
        guard.stop();
        command.finish();
        String verdict = guard.verdict();
        ReleaseOutcome outcome = lease.release();
        if (verdict != null) {
            String why = guard.toldWhy() ? "" : Text.sentence(verdict) + " ";
            Console.say(why + "The lease is lost, and the command has ended with " + code + ".");
            return ExitCode.LEASE_LOST;
        }
        return switch (outcome) {
            case RELEASED -> code;
            case LOST -> {
                Console.say("the command ended with " + code + ", but the store had ended its lease before: another may"
                        + " have held the lock meanwhile.");
                yield ExitCode.LEASE_LOST;
            }
            case UNKNOWN -> {
                Console.say(
                        "the command has ended, but the store did not answer the release; the lock frees when its ttl"
                                + " has passed.");
                yield code;
            }
        };
    }

    /** What the command left behind would go on without the lock, so it ends here, while the lock is still held. */
    private void endTheRest(LockedCommand command, LeaseGuard guard) {
        int left = command.living().size();
        if (left == 0) {
            return;
        }
        if (guard.verdict() == null) {
            Console.say("the command left " + left + (left == 1 ? " process" : " processes") + " behind; ending "
                    + (left == 1 ? "it" : "them")
                    + ", because the lock ends now. Start with setsid what shall outlive it.");
            command.signal("TERM");
        }
        if (!within(killAfter, () -> command.living().isEmpty())) {
            command.kill();
            if (!within(KILL_PATIENCE, () -> command.living().isEmpty())) {
                Console.say("killed processes that have not ended yet: " + command.living());
            }
        }
    }

    private static boolean within(Duration most, BooleanSupplier condition) {
        long start = Ticker.nanos();
        while (!condition.getAsBoolean()) {
            if (Ticker.nanos() - start >= most.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return true;
    }

    private static int waitFor(LockedCommand command) {
        while (true) {
            try {
                return command.waitFor();
            } catch (InterruptedException e) {
                // Nobody interrupts on purpose once the command runs.
            }
        }
    }
}
