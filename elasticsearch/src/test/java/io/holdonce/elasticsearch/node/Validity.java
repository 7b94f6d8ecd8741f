// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.LossReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks all the time at which leases say that they are valid, so that two of one name that do so together are seen. */
final class Validity implements AutoCloseable {

    private final Queue<Seen> all = new ConcurrentLinkedQueue<>();
    private final Thread watcher = new Thread(this::watch, "validity");
    private volatile boolean closed;

    Validity() {
        watcher.setDaemon(true);
        watcher.start();
    }

    /** The time in which a lease was certainly valid: after the first look that found it so, until before the last one. */
    static final class Seen {

        private final LockName name;
        private final long token;

        /** Asked for once, since each answer stays with the lease. */
        private final CompletableFuture<LossReason> lost;

        private @Nullable Lease lease;
        private boolean ever;
        private long from;
        private long to;

        Seen(Lease lease) {
            this.lease = lease;
            this.name = lease.names().get(0);
            this.token = lease.fencingToken();
            this.lost = lease.lost().toCompletableFuture();
        }

        synchronized void look() {
            if (lease == null) {
                return;
            }
            long before = System.nanoTime();
            boolean valid = lease.isValid();
            if (valid && !ever) {
                ever = true;
                from = System.nanoTime();
                to = from;
            } else if (valid) {
                to = before;
            } else if (lost.isDone()) {
                lease = null;
            }
        }

        /** To be said before the lease is released. */
        synchronized void end() {
            look();
            lease = null;
        }

        @Override
        public synchronized String toString() {
            return "%s, token %d, from %d to %d".formatted(name, token, from, to);
        }
    }

    /** Watches a lease from now on. */
    Seen watch(Lease lease) {
        Seen seen = new Seen(lease);
        seen.look();
        all.add(seen);
        return seen;
    }

    private void watch() {
        while (!closed) {
            all.forEach(Seen::look);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Of each name, who was valid later got a higher token, and nobody was valid before the one ahead had ended. */
    void assertInTurn() {
        Map<LockName, List<Seen>> names =
                all.stream().filter(seen -> seen.ever).collect(Collectors.groupingBy(seen -> seen.name));
        List<String> wrong = new ArrayList<>();
        names.values().forEach(list -> {
            list.sort(Comparator.comparingLong(seen -> seen.from));
            for (int i = 1; i < list.size(); i++) {
                Seen ahead = list.get(i - 1);
                Seen next = list.get(i);
                if (next.from <= ahead.to || next.token <= ahead.token) {
                    wrong.add(ahead + " and " + next);
                }
            }
        });
        assertThat(wrong).as("overlaps and tokens out of order").isEmpty();
    }

    int grants() {
        return all.size();
    }

    @Override
    public void close() {
        closed = true;
    }
}
