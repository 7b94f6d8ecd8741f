// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Several threads that start at the same moment. */
final class Crowd {

    /** Only a store that stands still comes near it. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Crowd() {}

    /** Runs one task a thread; returns their results in order. A thread's failure fails the case. */
    static <T> List<T> run(int threads, IntFunction<Callable<T>> tasks) throws Exception {
        return run(threads, LIMIT, tasks);
    }

    static <T> List<T> run(int threads, Duration limit, IntFunction<Callable<T>> tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<T>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<T> task = tasks.apply(i);
                all.add(() -> {
                    start.await();
                    return task.call();
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : pool.invokeAll(all, limit.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(future.isCancelled())
                        .as("a thread was still at it after " + limit)
                        .isFalse();
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } finally {
            pool.shutdownNow();
        }
    }
}
