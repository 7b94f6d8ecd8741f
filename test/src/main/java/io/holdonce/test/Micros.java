// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as a store keeps them: microseconds since the epoch. */
final class Micros {

    private Micros() {}

    static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Not negative: a clock that was set back makes nothing end before it began. */
    static Duration duration(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }

    static long after(long start, Duration duration) {
        return Math.addExact(start, duration.toNanos() / 1_000);
    }
}
