// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of calls to a store that blocks. */
class BlockingStorePortTest {

    private final SystemTimeline timeline = new SystemTimeline();
    private final HookedStore store = new HookedStore();
    private final BlockingStorePort port = new BlockingStorePort(store, timeline);
    private final CountDownLatch stuck = new CountDownLatch(1);

    @AfterEach
    void close() {
        stuck.countDown();
        port.close();
        timeline.close();
    }

    private static StoreUnavailableException failure(CompletableFuture<?> call) {
        return (StoreUnavailableException)
                org.assertj.core.api.Assertions.catchThrowable(() -> call.get(30, TimeUnit.SECONDS))
                        .getCause();
    }

    @Test
    void aStuckCallMayHaveHappenedAndOneQueuedBehindItCertainlyHasNot() {
        store.before("now", stuck::await);
        List<CompletableFuture<Object>> begun = IntStream.range(0, 32)
                .mapToObj(i -> port.call("now", Duration.ofSeconds(3), s -> (Object) s.now(Duration.ZERO)))
                .toList();
        CompletableFuture<Object> queued = port.call("now", Duration.ofSeconds(3), s -> s.now(Duration.ZERO));

        assertThat(failure(begun.get(0)).sent()).isTrue();
        assertThat(failure(queued).sent()).isFalse();
        assertThat(failure(queued)).hasMessageContaining("it was not sent");
    }

    @Test
    void aRenewalQueuedBehindAStuckOneGoesOnAnotherThread() throws Exception {
        store.before("renew", stuck::await);
        CompletableFuture<?> first = port.renew(List.of(), Duration.ofSeconds(3));
        await().until(() -> store.calls("renew") == 1);
        CompletableFuture<?> second = port.renew(List.of(), Duration.ofSeconds(30));
        store.asUsual();

        assertThat(failure(first).sent()).isTrue();
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(List.of());
    }

    @Test
    void closeEndsWhatIsUnanswered() {
        store.before("now", stuck::await);
        CompletableFuture<Object> call = port.call("now", Duration.ofMinutes(10), s -> s.now(Duration.ZERO));
        port.close();

        assertThat(failure(call)).hasMessageContaining("closed");
        assertThat(failure(port.call("now", Duration.ofMinutes(10), s -> 1)).sent())
                .isFalse();
    }

    @Test
    void whatAStoreThrowsBesideItsContractIsUnknown() {
        store.before("now", () -> {
            throw new IllegalArgumentException("bug in a driver");
        });

        StoreUnavailableException failure =
                failure(port.call("now", Duration.ofSeconds(30), s -> s.now(Duration.ZERO)));
        assertThat(failure.sent()).isTrue();
        assertThat(failure).hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStoreThatGivesTheWrongNumberOfAnswersIsNotBelieved() {
        assertThatThrownBy(() -> port.call("x", Duration.ofSeconds(30), s -> {
                            throw new IllegalStateException("two answers");
                        })
                        .get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }
}
