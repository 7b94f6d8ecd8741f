// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that increment one number which only the leases protect. */
final class Counter {

    private int value;

    private Counter() {}

    /** Returns what was counted; threads × times if nothing was lost. */
    static int contend(JdbcStore store, int threads, int times, String... names) throws Exception {
        Counter counter = new Counter();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            ends.add(executor.submit(() -> counter.count(store, times, names)));
        }
        executor.shutdown();
        for (Future<?> end : ends) {
            end.get(120, TimeUnit.SECONDS);
        }
        return counter.value;
    }

    private void count(JdbcStore store, int times, String... names) {
        for (int i = 0; i < times; i++) {
            Claim claim = Claims.exclusive(names);
            while (!(Claims.acquire(store, claim) instanceof AcquireAnswer.Granted)) {
                LockSupport.parkNanos(1_000_000);
            }
            int read = value;
            LockSupport.parkNanos(100_000);
            value = read + 1;
            Claims.release(store, claim);
        }
    }
}
