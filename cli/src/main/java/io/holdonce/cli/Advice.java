// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.HoldInfo;
import io.holdonce.LockStatus;
import java.time.Duration;
import java.util.Optional;

/** What an operator can do about a lock, with the commands to type. */
final class Advice {

    private Advice() {}

    static String of(LockStatus status, Optional<String> store) {
        if (status.holds().isEmpty()) {
            return "It is free: the next 'holdonce run' gets it at once.\n";
        }
        StringBuilder out = new StringBuilder();
        status.holds().forEach(hold -> out.append(line(hold)));
        boolean revocable =
                status.holds().stream().anyMatch(hold -> !hold.holder().isEmpty());
        if (revocable) {
            String command = "holdonce revoke"
                    + store.map(url -> " --store " + quoted(url)).orElse("") + " "
                    + quoted(status.name().toString()) + " --reason 'WHY'";
            out.append("To take it away:  ").append(command).append('\n');
            out.append(
                    "                  The holder stops renewing and is told; the lock frees when it lets go, at the latest"
                            + " when its ttl ends.\n");
            out.append(
                    "                  With --now it frees at once, and two may run until the old holder notices.\n");
        }
        return out.toString();
    }

    private static String line(HoldInfo hold) {
        return switch (hold.state()) {
            case AWAITED -> "An exclusive request waits, so new sharers are held back. Nothing to do.\n";
            case KEPT ->
                "Released already; it stays taken for another " + DurationText.format(hold.remaining())
                        + " by --at-least. Nothing to do but wait.\n";
            case REVOKED ->
                "Revoked already; it frees in " + DurationText.format(hold.remaining()) + " at the latest.\n"
                        + holder(hold);
            case HELD -> holder(hold);
        };
    }

    private static String holder(HoldInfo hold) {
        boolean silent = hold.renewedAgo().compareTo(hold.remaining().plus(Duration.ofSeconds(1))) > 0;
        String renewals = silent
                ? "It has missed renewals, so it may be dead or paused; then the lock frees by itself in "
                        + DurationText.format(hold.remaining()) + ".\n"
                : "It is alive: it renewed " + DurationText.format(hold.renewedAgo()) + " ago.\n";
        return renewals + HolderText.parse(hold.holder()).map(Advice::process).orElse("");
    }

    private static String process(HolderText holder) {
        if (!holder.isHere()) {
            return "To stop it:       kill " + holder.pid() + "   on host " + holder.host() + "\n";
        }
        return holder.isAlive()
                ? "To stop it:       kill " + holder.pid() + "   (a process of this host)\n"
                : "Its process " + holder.pid() + " no longer runs on this host, so nothing needs stopping.\n";
    }

    /** As a POSIX shell reads it. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:/@%+=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
