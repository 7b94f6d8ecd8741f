// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.LockStatus.Revoked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands in a lock's document, as users read it. Times there are microseconds since 1970. */
final class Documents {

    private Documents() {}

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Not negative: a clock that was set back makes nothing end before it began. */
    static Duration duration(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }

    static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
    }

    static String mode(LockMode mode) {
        return switch (mode) {
            case EXCLUSIVE -> "X";
            case SHARED -> "S";
            case INTENT_EXCLUSIVE -> "IX";
            case INTENT_SHARED -> "IS";
        };
    }

    private static LockMode mode(String text) {
        return Arrays.stream(LockMode.values())
                .filter(mode -> mode(mode).equals(text))
                .findFirst()
                .orElse(LockMode.EXCLUSIVE);
    }

    /** The holds that stand in the way, as the script found them. */
    static List<HoldInfo> blockers(LockName name, Map<String, Object> document) {
        Map<String, Object> answer = Json.object(document, "answer");
        Map<String, Object> holds = Json.object(document, "holds");
        long now = Json.number(answer, "now");
        List<HoldInfo> blockers = new ArrayList<>();
        for (Object claim : Json.list(answer, "by")) {
            Map<String, Object> hold = Json.object(holds, claim.toString());
            if (!hold.isEmpty()) {
                blockers.add(describe(name, hold, now));
            }
        }
        if (Json.flag(answer, "awaited")) {
            blockers.add(new HoldInfo(
                    name,
                    LockMode.EXCLUSIVE,
                    HoldState.AWAITED,
                    "",
                    "",
                    0,
                    instant(now),
                    Duration.ZERO,
                    duration(Json.number(document, "waited_until") - now)));
        }
        return blockers;
    }

    static LockStatus status(LockName name, Map<String, Object> document, long now) {
        List<HoldInfo> holds = new ArrayList<>();
        for (String claim : Json.object(document, "holds").keySet()) {
            Map<String, Object> hold = Json.object(Json.object(document, "holds"), claim);
            if (Json.number(hold, "expires_at") > now) {
                holds.add(describe(name, hold, now));
            }
        }
        Map<String, Object> revoked = Json.object(document, "revoked");
        return new LockStatus(
                name,
                Json.number(document, "token"),
                holds,
                revoked.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Revoked(
                                Json.text(revoked, "by"),
                                Json.text(revoked, "reason"),
                                instant(Json.number(revoked, "at")))),
                instant(now));
    }

    private static HoldInfo describe(LockName name, Map<String, Object> hold, long now) {
        HoldState state = Json.flag(hold, "kept")
                ? HoldState.KEPT
                : hold.containsKey("revoked") ? HoldState.REVOKED : HoldState.HELD;
        return new HoldInfo(
                name,
                mode(Json.text(hold, "mode")),
                state,
                Json.text(hold, "holder"),
                Json.text(hold, "note"),
                Json.number(hold, "token"),
                instant(Json.number(hold, "acquired_at")),
                duration(now - Json.number(hold, "renewed_at")),
                duration(Json.number(hold, "expires_at") - now));
    }
}
