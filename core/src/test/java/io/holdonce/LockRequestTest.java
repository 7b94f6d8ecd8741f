// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What may be asked for, and how the rest is refused. */
class LockRequestTest {

    private static final LockName A = LockName.of("a");
    private static final LockName B = LockName.of("b");
    private static final Duration NEGATIVE = Duration.ofSeconds(-1);
    private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);
    private final LockRequest request = Locks.exclusive(A);

    @Test
    void aRequestIsNeverChanged() {
        LockRequest more = request.shared(B).ttl(Duration.ofSeconds(5)).note("x");

        assertThat(request.holds()).containsOnlyKeys(A);
        assertThat(request.ttl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(more.holds()).hasSize(2).containsEntry(B, LockMode.SHARED);
        assertThatThrownBy(() -> more.holds().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void holdsAreInTheOrderOfTheirKeys() {
        LockName[] names = {LockName.of("1"), LockName.of("2"), LockName.of("3"), LockName.of("4"), LockName.of("5")};

        assertThat(java.util.List.copyOf(Locks.shared(names).holds().keySet()))
                .isSortedAccordingTo(LockName::compareByKey);
    }

    @Test
    void negativeAndHugeDurationsAreRefused() {
        refused(() -> request.ttl(Duration.ZERO), "ttl");
        refused(() -> request.ttl(NEGATIVE), "ttl");
        refused(() -> request.ttl(Duration.ofDays(1).plusNanos(1)), "ttl", "24 h");
        refused(() -> request.waitTime(NEGATIVE), "waitTime", "365 d");
        refused(() -> request.waitTime(HUGE), "waitTime");
        refused(() -> request.holdAtLeast(NEGATIVE), "holdAtLeast");
        refused(() -> request.holdAtLeast(HUGE), "holdAtLeast");
        refused(() -> request.maxHold(Duration.ZERO), "maxHold", "positive");
        refused(() -> request.maxHold(HUGE), "maxHold");
        refused(() -> request.warnAfter(NEGATIVE), "warnAfter");
        assertThat(request.waitForever().waitTime()).isPresent();
    }

    @Test
    void aNameIsAskedForOnceAndInOneMode() {
        refused(() -> Locks.exclusive(A, A), "'a' is in this request twice");
        refused(() -> request.shared(A), "'a' is in this request twice");
        refused(Locks::exclusive, "at least one name");
        refused(() -> request.shared(), "at least one name");
        refused(
                () -> Locks.shared(java.util.stream.IntStream.range(0, 1_001)
                        .mapToObj(i -> LockName.of("n" + i))
                        .toArray(LockName[]::new)),
                "up to 1000 names");
    }

    @Test
    void notesArePrintableAndBounded() {
        assertThat(request.note("a\nb\u0000\uD83D").note()).isEqualTo("a?b??");
        refused(() -> request.note("x".repeat(1_001)), "1000 characters");
    }

    private static void refused(ThrowingCallable call, String... saying) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(saying);
    }
}
