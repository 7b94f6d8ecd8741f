// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockRequest;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Who this instance is in the store's rows. With {@code takeOverPast} it has a start number, the store's clock at its first
 * statement, which tells it apart from an older instance that it may replace.
 */
final class Identity {

    private final StorePort port;
    private final Settings settings;
    private final UUID instance;
    private volatile long started;

    Identity(StorePort port, Settings settings, RandomGenerator random) {
        this.port = port;
        this.settings = settings;
        this.instance = new UUID(random.nextLong(), random.nextLong());
    }

    /** At once, but for the first time with {@code takeOverPast}; a failure is not kept, the next call asks again. */
    CompletableFuture<Holder> holder() {
        if (!settings.takeOverPast() || started > 0) {
            return CompletableFuture.completedFuture(known());
        }
        Duration timeout = settings.storeTimeout();
        return port.call("now", timeout, store -> store.now(timeout)).thenApply(now -> {
            synchronized (this) {
                if (started == 0) {
                    started = ChronoUnit.MICROS.between(Instant.EPOCH, now);
                }
            }
            return known();
        });
    }

    private Holder known() {
        return new Holder(settings.holder(), instance, started, settings.takeOverPast());
    }

    /** A claim that nobody has used before. */
    static Claim newClaim(Holder holder, LockRequest request, String note, RandomGenerator random) {
        List<Hold> holds = request.holds().entrySet().stream()
                .map(hold -> new Hold(hold.getKey(), hold.getValue()))
                .toList();
        UUID id = new UUID(random.nextLong(), random.nextLong());
        return new Claim(id, holds, holder, request.ttl(), Duration.ZERO, false, note);
    }
}
