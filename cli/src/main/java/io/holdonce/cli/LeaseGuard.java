// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.Lease;
import io.holdonce.LossReason;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a command inside its lease: SIGTERM when the lease is about to end or was revoked, SIGKILL to all of the command when
 * it has ended.
 *
 * <p><b>Threads:</b> one of its own, which does no I/O to the store.
 *
 * <p><b>Time:</b> this process's monotonic clock; the watcher in the command's session is told the same deadline by the clock
 * since boot.
 */
final class LeaseGuard implements Runnable {

    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(40).toNanos();

    /** A lease in doubt is renewed at once; one still in doubt after this is given up. */
    private static final long LONGEST_DOUBT_NANOS = Duration.ofSeconds(2).toNanos();

    private final Lease lease;
    private final LockedCommand command;
    private final long killAfterNanos;
    private final Consumer<String> say;
    private final Thread thread = new Thread(this, "lease-guard");

    private volatile @Nullable LossReason lost;
    private volatile @Nullable String verdict;
    private volatile boolean over;
    private long deadline = Ticker.nanos();
    private long termAt;
    private long doubtAt;
    private volatile boolean terminated;
    private boolean doubted;
    private volatile boolean killed;

    LeaseGuard(Lease lease, LockedCommand command, Duration killAfter, Consumer<String> say) {
        this.lease = lease;
        this.command = command;
        this.killAfterNanos = killAfter.toNanos();
        this.say = say;
        thread.setDaemon(true);
    }

    void start() {
        deadline = Ticker.nanos() + lease.remaining().toNanos();
        var unused = lease.lost().thenAccept(reason -> {
            lost = reason;
            LockSupport.unpark(thread);
        });
        thread.start();
    }

    /** Why the command had to end; null if it did not have to. */
    @Nullable
    String verdict() {
        LossReason reason = lost;
        return verdict == null && reason != null ? reason.detail() : verdict;
    }

    /** Whether the user was told of it when it happened. */
    boolean toldWhy() {
        return terminated || killed;
    }

    void stop() {
        over = true;
        LockSupport.unpark(thread);
        while (thread.isAlive()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    @Override
    public void run() {
        while (!over) {
            look();
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }

    private void look() {
        long now = Ticker.nanos();
        Duration remaining = lease.remaining();
        LossReason reason = lost;
        if (!remaining.isZero()) {
            deadline = now + remaining.toNanos();
            doubted = false;
            command.until(remaining);
        }
        if (reason != null && reason.kind() == LossReason.Kind.REVOKED) {
            terminate(now, reason.detail());
            long killAt = Math.min(deadline, termAt + killAfterNanos);
            command.until(Duration.ofNanos(Math.max(0, killAt - now)));
            killFrom(killAt, now, reason.detail());
        } else if (reason != null) {
            killFrom(now, now, reason.detail());
        } else if (now - deadline >= 0) {
            killFrom(now, now, "no renewal of the lease was confirmed before its deadline");
        } else if (remaining.isZero()) {
            doubt(now);
        } else if (remaining.toNanos() <= killAfterNanos) {
            terminate(
                    now,
                    "the store has not confirmed a renewal, and the lease ends in " + DurationText.format(remaining));
        }
    }

    /** The wall clock ran ahead: the machine may have slept, or somebody set the clock. A renewal tells. */
    private void doubt(long now) {
        if (!doubted) {
            doubted = true;
            doubtAt = now;
        } else if (now - doubtAt >= LONGEST_DOUBT_NANOS) {
            killFrom(
                    now,
                    now,
                    "this machine slept or its clock was set, and no renewal of the lease was confirmed since");
        }
    }

    private void terminate(long now, String why) {
        if (!terminated) {
            terminated = true;
            termAt = now;
            verdict = why;
            say.accept(Text.sentence(why) + " Sending SIGTERM to the command.");
            command.signal("TERM");
        }
    }

    private void killFrom(long killAt, long now, String why) {
        if (now - killAt >= 0) {
            if (verdict == null) {
                verdict = why;
            }
            if (!command.living().isEmpty()) {
                if (!killed) {
                    killed = true;
                    say.accept(Text.sentence(why) + " Sending SIGKILL to the command and all that it started.");
                }
                command.kill();
            }
        }
    }
}
