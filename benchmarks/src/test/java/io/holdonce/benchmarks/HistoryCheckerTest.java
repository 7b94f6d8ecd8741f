// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker accepts good histories, and each kind of bad one is a canary that it must reject. */
class HistoryCheckerTest {

    private static final long NEVER = Long.MAX_VALUE / 2;

    private static Grant grant(long called, long granted, long released, long validUntil, long token) {
        return new Grant("a", 1, called, granted, released, released + 1, validUntil, token);
    }

    private static Grant grant(long granted, long released, long token) {
        return grant(granted - 1, granted, released, NEVER, token);
    }

    @Test
    void goodHistoryIsAccepted() {
        assertThat(HistoryChecker.problems(List.of(grant(10, 20, 64), grant(21, 30, 128), grant(40, 50, 192))))
                .isEmpty();
    }

    @Test
    void orderOfWritingDoesNotMatter() {
        assertThat(HistoryChecker.problems(List.of(grant(40, 50, 192), grant(10, 20, 64), grant(21, 30, 128))))
                .isEmpty();
    }

    @Test
    void overlapIsRejected() {
        assertThat(HistoryChecker.problems(List.of(grant(10, 20, 64), grant(19, 30, 128))))
                .singleElement()
                .asString()
                .contains("'a' was granted 1 ns before");
    }

    @Test
    void overlapWithALongHoldBeforeTheLastOneIsRejected() {
        assertThat(HistoryChecker.problems(List.of(grant(10, 100, 64), grant(20, 30, 128), grant(40, 50, 192))))
                .hasSize(2);
    }

    @Test
    void whatHadExpiredDoesNotOverlap() {
        Grant paused = grant(9, 10, 100, 20, 64);

        assertThat(HistoryChecker.problems(List.of(paused, grant(30, 40, 128)))).isEmpty();
        assertThat(HistoryChecker.problems(List.of(paused, grant(19, 40, 128)))).isNotEmpty();
    }

    @Test
    void tokenThatDoesNotGrowIsRejected() {
        assertThat(HistoryChecker.problems(List.of(grant(10, 20, 64), grant(21, 30, 64))))
                .singleElement()
                .asString()
                .contains("got token 64 after 64");
        assertThat(HistoryChecker.problems(List.of(grant(10, 20, 64), grant(21, 30, 63))))
                .isNotEmpty();
    }

    @Test
    void locksWithoutTokensAreJudgedByTheirTimes() {
        long none = Contender.Held.NO_TOKEN;

        assertThat(HistoryChecker.problems(List.of(grant(10, 20, none), grant(21, 30, none))))
                .isEmpty();
        assertThat(HistoryChecker.problems(List.of(grant(10, 20, none), grant(15, 30, none))))
                .isNotEmpty();
    }

    @Test
    void othersNamesDoNotMatter() {
        Grant other = new Grant("b", 2, 14, 15, 25, 26, NEVER, 1);

        assertThat(HistoryChecker.problems(List.of(grant(10, 20, 64), other))).isEmpty();
    }

    @Test
    void timesInNoOrderAreRejected() {
        assertThat(HistoryChecker.problems(List.of(grant(12, 10, 20, NEVER, 1))))
                .isNotEmpty();
        assertThat(HistoryChecker.problems(List.of(grant(9, 10, 8, NEVER, 1)))).isNotEmpty();
    }

    @Test
    void handOversAreThoseThatSomebodyWaitedFor() {
        Grant first = new Grant("a", 1, 0, 1, 2_000_000, 2_100_000, NEVER, 1);
        Grant waited = new Grant("a", 2, 1_000_000, 5_000_000, 6_000_000, 6_100_000, NEVER, 2);
        Grant cameLater = new Grant("a", 1, 7_000_000, 8_000_000, 9_000_000, 9_100_000, NEVER, 3);

        assertThat(HandOvers.millis(List.of(first, cameLater, waited))).containsExactly(3.0);
    }
}
