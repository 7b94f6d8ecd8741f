// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A thread that takes and lets go as often as it was told, asking again with the same claim until it gets in. */
final class Hammer implements Callable<Integer> {

    private final Caller process;
    private final Overlaps overlaps;
    private final Supplier<Claim> claims;
    private final int grants;

    Hammer(Caller process, Overlaps overlaps, Supplier<Claim> claims, int grants) {
        this.process = process;
        this.overlaps = overlaps;
        this.claims = claims;
        this.grants = grants;
    }

    @Override
    public Integer call() {
        for (int i = 0; i < grants; i++) {
            once();
        }
        return grants;
    }

    /** One grant; ends without one when the thread is interrupted. */
    void once() {
        Claim claim = claims.get();
        while (!Thread.currentThread().isInterrupted()) {
            if (process.ask(claim) instanceof Granted granted) {
                overlaps.enter(claim, granted.fencingToken());
                pause(200);
                overlaps.leave(claim);
                process.released(claim);
                return;
            }
            pause(400);
        }
    }

    /** Lets others in between; long enough that every thread meets every other. */
    static void pause(int micros) {
        LockSupport.parkNanos(1_000L * ThreadLocalRandom.current().nextInt(micros / 2, micros));
    }
}
