// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static io.holdonce.Locks.shared;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LocksListener;
import io.holdonce.LossReason;
import io.holdonce.spi.LeaseStore;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The API in small pieces, for docs/getting-started.md. */
final class Tour {

    private static final LockName ORDER = LockName.of("order", "42");
    private static final LockName STOCK = LockName.of("stock", "7");
    private static final LockName PRICES = LockName.of("prices");

    private final Locks locks;
    private final PrintStream out;

    Tour(Locks locks, PrintStream out) {
        this.locks = locks;
        this.out = out;
    }

    String waitAtMost() {
        // region wait-at-most
        try {
            return locks.call(exclusive(ORDER).waitTime(Duration.ofSeconds(5)), lease -> {
                return "shipped under token " + lease.fencingToken();
            });
        } catch (AcquireTimeoutException e) {
            return "not shipped: " + e.getMessage(); // who holds it, since when; nothing was acquired
        }
        // endregion
    }

    String tryIt() {
        // region try-acquire
        Acquisition answer = locks.tryAcquire(exclusive(ORDER));
        if (answer instanceof Acquisition.Granted granted) {
            try (Lease lease = granted.lease()) {
                return "held under token " + lease.fencingToken();
            }
        }
        Acquisition.Contended contended = (Acquisition.Contended) answer;
        return contended.blocker().map(hold -> "held by " + hold.holder()).orElse("held");
        // endregion
    }

    void severalNames() {
        // region several-names
        LockRequest move = exclusive(ORDER, STOCK)
                .shared(PRICES)
                .ttl(Duration.ofSeconds(20))
                .note("move order 42");
        locks.run(move, () -> out.println("moved")); // all three, or none
        // endregion
    }

    void readTogether() {
        // region shared
        locks.run(shared(PRICES), () -> out.println("many read at once, and no one writes"));
        // endregion
    }

    CompletableFuture<String> withoutBlocking() {
        // region async
        return locks.callAsync(
                exclusive(ORDER), lease -> CompletableFuture.supplyAsync(() -> "done under " + lease.fencingToken()));
        // endregion
    }

    void stopInTime() {
        // region stop-in-time
        locks.run(ORDER, lease -> {
            for (int page = 1; page <= 3 && lease.isValid(); page++) {
                out.println("page " + page);
            }
        });
        // endregion
    }

    static Locks withListener(LeaseStore store, PrintStream out) {
        // region builder
        return Locks.builder(store)
                .holder("orders/node-7")
                .listener(new LocksListener() {
                    @Override
                    public void lost(LockRequest request, long fencingToken, LossReason reason) {
                        out.println(request + " lost: " + reason.kind());
                    }
                })
                .build();
        // endregion
    }

    void endIt() {
        // region revoke
        int holds = locks.admin().revoke(ORDER, "alice", "stuck since the deployment");
        // endregion
        out.println(holds + " marked");
    }
}
