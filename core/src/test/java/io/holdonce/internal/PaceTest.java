// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How soon a waiter asks again. */
class PaceTest {

    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();
    private static final Duration LONG = Duration.ofHours(1);

    private final Pace pace = new Pace(new Random(1));

    private static List<HoldInfo> by(long token, Duration remaining) {
        return List.of(new HoldInfo(
                LockName.of("a"),
                LockMode.EXCLUSIVE,
                HoldState.HELD,
                "other",
                "",
                token,
                Instant.EPOCH,
                Duration.ZERO,
                remaining));
    }

    @Test
    void pauseIsAboutAnEighthOfTheWaitUntilItIsHalfASecond() {
        long waited = 0;
        for (long next = 0; waited < 2_000 * MILLISECOND; waited += next) {
            next = pace.next(by(1, LONG));
            if (waited > 100 * MILLISECOND) {
                assertThat(next).isBetween(waited / 20, waited / 4);
            }
        }
        for (int i = 0; i < 100; i++) {
            waited = pace.next(by(1, LONG));
        }
        assertThat(waited).isBetween(250 * MILLISECOND, 500 * MILLISECOND);
    }

    @Test
    void nameThatChangesHandsIsAskedForMoreOften() {
        for (int i = 0; i < 50; i++) {
            pace.next(by(1, LONG));
        }
        assertThat(pace.next(by(1, LONG))).isGreaterThanOrEqualTo(250 * MILLISECOND);
        assertThat(pace.next(by(2, LONG))).isBetween(25 * MILLISECOND, 50 * MILLISECOND);
        assertThat(pace.next(List.of())).isBetween(25 * MILLISECOND, 65 * MILLISECOND);
    }

    @Test
    void pauseEndsWithTheBlocker() {
        for (int i = 0; i < 50; i++) {
            pace.next(by(1, LONG));
        }
        assertThat(pace.next(by(1, Duration.ofMillis(30)))).isEqualTo(30 * MILLISECOND);
        assertThat(pace.next(by(1, Duration.ZERO))).isEqualTo(10 * MILLISECOND);
    }

    @Test
    void pauseAfterFailuresDoubles() {
        long sum = 0;
        for (int i = 0; i < 6; i++) {
            sum += pace.next();
        }
        assertThat(sum).isBetween(315 * MILLISECOND, 630 * MILLISECOND);
        pace.hurry();
        assertThat(pace.next()).isLessThanOrEqualTo(10 * MILLISECOND);
    }
}
