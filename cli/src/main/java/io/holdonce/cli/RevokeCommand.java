// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdonce revoke}: takes a lock away from its holder. */
@Command(
        name = "revoke",
        header = "Take a lock away from its holder, or all locks of one holder.",
        customSynopsis = {
            "holdonce revoke NAME --reason TEXT [--now] [OPTIONS]",
            "       holdonce revoke --holder LABEL --reason TEXT [--yes] [OPTIONS]"
        },
        description =
                "The holder is refused its next renewal and told by whom and why. The lock frees when the holder lets go,"
                        + " at the latest when its ttl ends.")
final class RevokeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The lock's name.")
    private @Nullable String name;

    @Option(names = "--holder", paramLabel = "LABEL", description = "Every lock of this holder, by its whole label.")
    private @Nullable String holder;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the holder is told.")
    private String reason = "";

    @Option(names = "--by", paramLabel = "WHO", description = "Who does it. Default: user@host.")
    private @Nullable String by;

    @Option(names = "--now", description = "Free it at once; two may overlap until the old holder notices.")
    private boolean now;

    @Option(names = "--yes", description = "Do not ask before revoking all locks of a holder.")
    private boolean yes;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        if ((name == null) == (holder == null)) {
            throw CliException.usage("give either a NAME or --holder LABEL.");
        }
        if (reason.isBlank()) {
            throw CliException.usage("--reason must say why; it is shown to whoever loses the lock.");
        }
        if (holder != null && now) {
            throw CliException.usage("--now works on one NAME at a time, because it lets two holders overlap.");
        }
        String operator = by == null || by.isBlank() ? HolderText.operator() : by;
        LockName parsed = name == null ? null : LockName.parse(name);
        try (Administration admin = Administration.open(store.location())) {
            return parsed == null ? ofHolder(admin, String.valueOf(holder), operator) : ofName(admin, parsed, operator);
        }
    }

    private int ofName(Administration admin, LockName lock, String operator) {
        LockStatus before = admin.locks().show(lock);
        int ended = now
                ? admin.locks().revokeNow(lock, operator, reason)
                : admin.locks().revoke(lock, operator, reason);
        if (ended == 0) {
            Console.say("'" + lock + "' is held by nobody; nothing was revoked.");
        } else if (now) {
            Console.OUT.println("'" + lock + "' is free. Its old holder (" + holders(before)
                    + ") may run on until it is refused its next renewal.");
        } else {
            Duration longest = before.holds().stream()
                    .map(HoldInfo::remaining)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            Console.OUT.println("'" + lock + "' is revoked. It frees when its holder (" + holders(before)
                    + ") lets go, at the latest in " + DurationText.format(longest) + ".");
        }
        return ExitCode.OK;
    }

    private static String holders(LockStatus status) {
        List<String> labels = status.holds().stream()
                .map(HoldInfo::holder)
                .filter(label -> !label.isEmpty())
                .toList();
        return labels.isEmpty() ? "just gone" : String.join(", ", labels);
    }

    private int ofHolder(Administration admin, String label, String operator) {
        List<LockName> held = admin.locks().list("").stream()
                .filter(status ->
                        status.holds().stream().anyMatch(hold -> hold.holder().equals(label)))
                .map(LockStatus::name)
                .toList();
        if (held.isEmpty()) {
            Console.say(
                    "'" + Text.printable(label) + "' holds nothing; give the whole label as 'holdonce ls' shows it.");
            return ExitCode.OK;
        }
        if (!yes) {
            if (!Console.isTerminal()) {
                throw CliException.usage("this would revoke " + count(held) + " of '" + Text.printable(label)
                        + "'; say --yes, since there is no terminal to ask on.");
            }
            held.forEach(Console.ERR::println);
            if (!Console.confirm("Revoke " + count(held) + " of '" + Text.printable(label) + "'?")) {
                Console.say("nothing was revoked.");
                return ExitCode.OK;
            }
        }
        List<LockName> revoked = admin.locks().revokeAll(label, operator, reason);
        revoked.forEach(Console.OUT::println);
        Console.say("revoked " + count(revoked) + " of '" + Text.printable(label) + "'.");
        return ExitCode.OK;
    }

    private static String count(List<LockName> names) {
        return names.size() + (names.size() == 1 ? " lock" : " locks");
    }
}
