// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.internal.StorePort;
import io.holdonce.internal.Timeline;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The way to the store in memory: every call is a task that is due at once, and fails at once while the store is down. */
final class TestPort implements StorePort {

    private final LeaseStore store;
    private final Timeline timeline;
    private volatile boolean down;

    TestPort(LeaseStore store, Timeline timeline) {
        this.store = store;
        this.timeline = timeline;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    @Override
    public CompletableFuture<AcquireAnswer> acquire(Claim claim, Duration timeout) {
        return call("acquire", timeout, s -> s.acquire(List.of(claim), timeout).get(0));
    }

    @Override
    public CompletableFuture<List<RenewAnswer>> renew(List<Renewal> renewals, Duration timeout) {
        return call("renew", timeout, s -> s.renew(renewals, timeout));
    }

    @Override
    public CompletableFuture<ReleaseOutcome> release(Release release, Duration timeout) {
        return call(
                "release", timeout, s -> s.release(List.of(release), timeout).get(0));
    }

    @Override
    public <T> CompletableFuture<T> call(String what, Duration timeout, Function<LeaseStore, T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        timeline.after(0, () -> {
            if (down) {
                answer.completeExceptionally(new StoreUnavailableException(
                        "The store is down, as TestLocks was told; '" + what + "' was not sent.", false, null));
                return;
            }
            try {
                answer.complete(call.apply(store));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    @Override
    public void holding(boolean anyLease) {}

    @Override
    public Object identity() {
        return store;
    }

    @Override
    public void close() {}
}
