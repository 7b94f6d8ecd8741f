// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Threads of one process that hold random paths of one tree, exclusive and shared, and write their history.
 *
 * @param process tells the processes apart that write one history
 * @param top the tree's root; the tree below it is the same in every process
 * @param nodes how many paths the tree has
 * @param threads how many hold at the same time
 * @param operations how many holds altogether
 * @param file the history
 */
record TreeWorkers(String process, LockName top, int nodes, int threads, int operations, Path file) {

    private static final int DEEPEST = 6;

    /** Above all waiting that others' holds can cause. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int MEETING = 2;

    /** One line for another process; {@link #parse} inverts it. */
    String format() {
        return String.join(" ", process, top.toString(), "" + nodes, "" + threads, "" + operations, file.toString());
    }

    static TreeWorkers parse(String line) {
        String[] words = line.split(" ", 6);
        return new TreeWorkers(
                words[0],
                LockName.parse(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Path.of(words[5]));
    }

    /** Ends when all operations are done; a refusal, a loss or a failure of any ends it with that. */
    void run(Locks locks, IntConsumer progress) throws Exception {
        List<LockName> tree = tree();
        AtomicInteger done = new AtomicInteger();
        try (TreeHistory history = new TreeHistory(file)) {
            meet(locks, history, "siblings", LockMode.EXCLUSIVE, Topic.below(top, process));
            meet(locks, history, "sharers", LockMode.SHARED, Topic.below(top, "shared"));
            List<Throwable> failures = new ArrayList<>();
            List<Thread> workers = IntStream.range(0, threads)
                    .mapToObj(i -> new Thread(() -> work(locks, history, process + '/' + i, tree, done, progress)))
                    .toList();
            workers.forEach(worker -> worker.setUncaughtExceptionHandler((thread, failure) -> {
                synchronized (failures) {
                    failures.add(failure);
                }
            }));
            workers.forEach(Thread::start);
            for (Thread worker : workers) {
                worker.join();
            }
            if (!failures.isEmpty()) {
                throw new IllegalStateException("A worker failed.", failures.get(0));
            }
        }
    }

    /** Stays inside until another process is inside too, however busy the machine: chance alone may never bring it about. */
    private void meet(Locks locks, TreeHistory history, String where, LockMode mode, LockName name) {
        LockRequest request = mode == LockMode.EXCLUSIVE ? Locks.exclusive(name) : Locks.shared(name);
        locks.run(request.waitTime(PATIENCE), lease -> {
            history.enter(process + "/" + where, mode, name, lease.fencingToken());
            Eventually.within(
                    PATIENCE, "another process at the " + where, () -> history.hasEntered("/" + where, MEETING));
            history.leave(process + "/" + where);
        });
    }

    private void work(
            Locks locks,
            TreeHistory history,
            String worker,
            List<LockName> tree,
            AtomicInteger done,
            IntConsumer progress) {
        int number = done.incrementAndGet();
        while (number <= operations && !Thread.currentThread().isInterrupted()) {
            LockMode mode = ThreadLocalRandom.current().nextBoolean() ? LockMode.EXCLUSIVE : LockMode.SHARED;
            LockName name = anyOf(tree);
            LockRequest request = mode == LockMode.EXCLUSIVE ? Locks.exclusive(name) : Locks.shared(name);
            locks.run(request.waitTime(PATIENCE), lease -> {
                history.enter(worker, mode, name, lease.fencingToken());
                Hammer.pause(2_000);
                history.leave(worker);
            });
            progress.accept(number);
            number = done.incrementAndGet();
        }
    }

    /** Mostly any of them; now and then one of those that many are below of. */
    private LockName anyOf(List<LockName> tree) {
        LockName name = tree.get(ThreadLocalRandom.current().nextInt(tree.size()));
        int up = ThreadLocalRandom.current().nextInt(10) == 0
                ? ThreadLocalRandom.current().nextInt(DEEPEST)
                : 0;
        for (; up > 0 && !name.equals(top); up--) {
            name = name.parent().orElse(top);
        }
        return name;
    }

    private List<LockName> tree() {
        Random random = new Random(nodes);
        List<LockName> tree = new ArrayList<>(List.of(top));
        while (tree.size() < nodes) {
            LockName parent = tree.get(random.nextInt(tree.size()));
            if (parent.parts().size() < top.parts().size() + DEEPEST - 1) {
                tree.add(Topic.below(parent, "n" + tree.size()));
            }
        }
        return tree;
    }
}
