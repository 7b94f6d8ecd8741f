// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** The sentences people read: who, since when, what to do. */
public final class Texts {

    private Texts() {}

    static String notAcquired(LockRequest request, Duration waited, List<HoldInfo> blockers) {
        return names(request) + " not acquired in " + duration(waited) + ": "
                + (blockers.isEmpty() ? "it was held, but free again when asked by whom" : blocker(blockers.get(0)))
                + (blockers.size() > 1 ? " and by " + (blockers.size() - 1) + " more" : "") + ". Nothing was acquired.";
    }

    /** A hold in the way, as {@code held EXCLUSIVE by … since …, renewed … ago}. */
    public static String blocker(HoldInfo hold) {
        if (hold.state() == HoldState.AWAITED) {
            return "'" + hold.name() + "' is awaited by an exclusive request, new sharers are held back";
        }
        String note = hold.note().isEmpty() ? "" : " (" + hold.note() + ")";
        String what =
                switch (hold.mode()) {
                    case INTENT_EXCLUSIVE -> "something below '" + hold.name() + "' held EXCLUSIVE by ";
                    case INTENT_SHARED -> "something below '" + hold.name() + "' held SHARED by ";
                    default -> "held " + hold.mode() + " by ";
                };
        String text = what + hold.holder() + note + " since " + hold.since().truncatedTo(ChronoUnit.SECONDS)
                + ", renewed " + duration(hold.renewedAgo()) + " ago";
        return switch (hold.state()) {
            case REVOKED -> text + ", revoked, ends in " + duration(hold.remaining()) + " at the latest";
            case KEPT ->
                "released, but kept by holdAtLeast for another " + duration(hold.remaining()) + " by " + hold.holder()
                        + note;
            default -> text;
        };
    }

    static String alreadyHeld(LockName name) {
        return "This thread already holds '" + name + "'; leases are not reentrant, pass the Lease on.";
    }

    static String alreadyHeldBelow(LockName name) {
        return "This thread would wait for itself: it holds or wants '" + name
                + "' and something below it; hold the upper one alone, or release the other first.";
    }

    static String lost(LockRequest request, long token, String detail) {
        return names(request) + " (fencing token " + token + ") was lost before its holder was done: " + detail
                + (detail.endsWith(".") ? "" : ".") + " Another may have held it since.";
    }

    static String names(LockRequest request) {
        List<String> names =
                request.holds().keySet().stream().map(name -> "'" + name + "'").collect(Collectors.toList());
        String shown = String.join(", ", names.subList(0, Math.min(5, names.size())));
        String more = names.size() > 5 ? " and " + (names.size() - 5) + " more" : "";
        return (names.size() == 1 ? "Lock " : "Locks ") + shown + more;
    }

    /** A duration for people: {@code 250 ms}, {@code 4 s}, {@code 1.5 s}, {@code 10 min}, {@code 2 h}, {@code 7 d}. */
    public static String duration(Duration duration) {
        if (duration.toDays() >= 2 || duration.isNegative()) {
            return duration.toDays() == 0 ? duration.toMillis() + " ms" : duration.toDays() + " d";
        }
        long millis = duration.toMillis();
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 120_000) {
            long tenths = millis / 100;
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
        }
        return millis < 7_200_000 ? millis / 60_000 + " min" : millis / 3_600_000 + " h";
    }
}
