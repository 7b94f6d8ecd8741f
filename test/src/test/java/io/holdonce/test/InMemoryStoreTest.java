// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer.Contended;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.Release;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The few rules that the contracts leave open; all others are in the contracts, which this store passes in testkit. */
class InMemoryStoreTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private final LockName name = LockName.of("job");
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InMemoryStore store = InMemoryStore.create(() -> now);

    @Test
    void tokenIsTheStoresClockOrSixtyFourMoreThanTheLast() {
        Claim first = claim();
        assertThat(store.acquire(List.of(first), TIMEOUT)).containsExactly(new Granted(1_767_225_600_000_000L));
        assertThat(store.release(List.of(release(first)), TIMEOUT)).containsExactly(ReleaseOutcome.RELEASED);
        assertThat(store.acquire(List.of(claim()), TIMEOUT)).containsExactly(new Granted(1_767_225_600_000_064L));
    }

    @Test
    void holdEndsAtTheVeryMicrosecondOfItsTtl() {
        store.acquire(List.of(claim()), TIMEOUT);
        now = now.plusSeconds(30).minusNanos(1_000);
        assertThat(store.acquire(List.of(claim()), TIMEOUT)).first().isInstanceOf(Contended.class);
        now = now.plusNanos(1_000);
        assertThat(store.acquire(List.of(claim()), TIMEOUT)).first().isInstanceOf(Granted.class);
    }

    @Test
    void askingLeavesNothingBehind() {
        assertThat(store.status(StatusQuery.of(name), TIMEOUT)).singleElement().satisfies(status -> {
            assertThat(status.holds()).isEmpty();
            assertThat(status.fencingToken()).isZero();
        });
        assertThat(store.rows).isEmpty();
    }

    private Claim claim() {
        return new Claim(
                UUID.randomUUID(),
                List.of(new Hold(name, LockMode.EXCLUSIVE)),
                new Holder("test", UUID.randomUUID(), 0, false),
                Duration.ofSeconds(30),
                Duration.ZERO,
                false,
                "");
    }

    private static Release release(Claim claim) {
        return new Release(claim.id(), claim.holds(), Duration.ZERO);
    }
}
