// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Threads that acquire, hold and release until the time is over, and write down what they saw. */
final class Load {

    /** What one run gave: all grants, pairs a second, and what threads died of. */
    record Outcome(List<Grant> grants, double pairsPerSecond, List<String> failures) {}

    private final IntFunction<Contender> client;
    private final IntFunction<String> lock;
    private final Duration hold;
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private volatile long end;

    /** The client and the lock of each thread, by its number, and how long it holds. */
    Load(IntFunction<Contender> client, IntFunction<String> lock, Duration hold) {
        this.client = client;
        this.lock = lock;
        this.hold = hold;
    }

    Outcome run(int threads, Duration time) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = new Worker(i, ready, go);
            workers.add(worker);
            worker.start();
        }
        ready.await();
        long start = System.nanoTime();
        end = start + time.toNanos();
        go.countDown();
        List<Grant> grants = new ArrayList<>();
        double rate = 0;
        for (Worker worker : workers) {
            worker.join(TimeUnit.SECONDS.toMillis(40));
            if (worker.isAlive()) {
                worker.interrupt();
                failures.add("a thread did not end");
                continue;
            }
            grants.addAll(worker.grants);
            rate += worker.grants.size() * 1e9 / (worker.ended - start);
        }
        return new Outcome(grants, rate, List.copyOf(failures));
    }

    private final class Worker extends Thread {
        private final int number;
        private final CountDownLatch ready;
        private final CountDownLatch go;
        final List<Grant> grants = new ArrayList<>();
        long ended;

        Worker(int number, CountDownLatch ready, CountDownLatch go) {
            super("load-" + number);
            this.number = number;
            this.ready = ready;
            this.go = go;
            setDaemon(true);
        }

        @Override
        public void run() {
            Contender mine = client.apply(number);
            String name = lock.apply(number);
            ready.countDown();
            try {
                go.await();
                do {
                    grants.add(pair(mine, name));
                } while (System.nanoTime() - end < 0);
            } catch (Exception e) {
                failures.add(e.toString());
            }
            ended = System.nanoTime();
        }

        private Grant pair(Contender mine, String name) throws Exception {
            long called = System.nanoTime();
            Contender.Held held = mine.acquire(name);
            long granted = System.nanoTime();
            if (!hold.isZero()) {
                // Spread, so that it is no multiple of anybody's poll.
                long nanos = hold.toNanos();
                TimeUnit.NANOSECONDS.sleep(
                        nanos / 2 + ThreadLocalRandom.current().nextLong(nanos));
            }
            long releaseCalled = System.nanoTime();
            held.release();
            long released = System.nanoTime();
            return new Grant(name, number, called, granted, releaseCalled, released, held.validUntil(), held.token());
        }
    }
}
