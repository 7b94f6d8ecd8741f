// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Local queues, one per name that is waited for: first come, first asked. Only the first of every queue it stands in asks the
 * store, however many wait behind it.
 *
 * <p>A ticket enters all its queues at once, so the oldest ticket is never behind another in any of them: no cycle can form.
 * A queue without tickets is gone.
 */
final class Gate {

    /** One waiting request. */
    static final class Ticket {
        private final List<LockName> names;
        private final Runnable onFirst;
        private final Runnable onWake;
        private boolean first;
        private volatile Seen seen = Seen.NOTHING;

        Ticket(Collection<LockName> names, Runnable onFirst, Runnable onWake) {
            this.names = List.copyOf(names);
            this.onFirst = onFirst;
            this.onWake = onWake;
        }
    }

    /** What a ticket's last question to the store brought: who was in the way, or that the store failed. */
    record Seen(List<HoldInfo> blockers, @Nullable RuntimeException storeFailure) {
        static final Seen NOTHING = new Seen(List.of(), null);
    }

    private final Map<LockName, ArrayDeque<Ticket>> queues = new HashMap<>();

    /** Queues a ticket. Returns whether it is first already; its {@code onFirst} is not run then. */
    synchronized boolean enter(Ticket ticket) {
        for (LockName name : ticket.names) {
            queues.computeIfAbsent(name, n -> new ArrayDeque<>(2)).addLast(ticket);
        }
        ticket.first = isFirst(ticket);
        return ticket.first;
    }

    /** Takes a ticket out of its queues and lets those ask that are first now. */
    void leave(Ticket ticket) {
        List<Ticket> next = new ArrayList<>();
        synchronized (this) {
            for (LockName name : ticket.names) {
                ArrayDeque<Ticket> queue = queues.get(name);
                if (queue == null || !queue.remove(ticket)) {
                    continue;
                }
                Ticket head = queue.peekFirst();
                if (head == null) {
                    queues.remove(name);
                } else if (!head.first && isFirst(head)) {
                    head.first = true;
                    next.add(head);
                }
            }
        }
        next.forEach(head -> head.onFirst.run());
    }

    /** Lets those who wait first for these names ask at once: something was released here. */
    void wake(Collection<LockName> names) {
        List<Ticket> heads = new ArrayList<>();
        synchronized (this) {
            for (LockName name : names) {
                ArrayDeque<Ticket> queue = queues.get(name);
                if (queue != null && queue.getFirst().first) {
                    heads.add(queue.getFirst());
                }
            }
        }
        heads.forEach(head -> head.onWake.run());
    }

    void saw(Ticket ticket, Seen seen) {
        ticket.seen = seen;
    }

    /** What is known about the store to a ticket: what it saw itself, or what the one saw that asks in its stead. */
    synchronized Seen seen(Ticket ticket) {
        for (LockName name : ticket.names) {
            ArrayDeque<Ticket> queue = queues.get(name);
            if (ticket.seen.equals(Seen.NOTHING)
                    && queue != null
                    && !queue.getFirst().seen.equals(Seen.NOTHING)) {
                return queue.getFirst().seen;
            }
        }
        return ticket.seen;
    }

    synchronized int size() {
        return queues.size();
    }

    private boolean isFirst(Ticket ticket) {
        for (LockName name : ticket.names) {
            ArrayDeque<Ticket> queue = queues.get(name);
            if (queue == null || queue.peekFirst() != ticket) {
                return false;
            }
        }
        return true;
    }
}
