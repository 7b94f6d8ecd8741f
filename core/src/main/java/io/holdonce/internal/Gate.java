// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.spi.Hold;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
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
        private final Collection<LockName> names;
        private final Runnable onFirst;
        private final Runnable onWake;
        private boolean queued;
        private boolean first;
        private volatile @Nullable Seen seen;

        /** @param names never changes, has each name once */
        Ticket(Collection<LockName> names, Runnable onFirst, Runnable onWake) {
            this.names = names;
            this.onFirst = onFirst;
            this.onWake = onWake;
        }
    }

    /** What a question to the store brought: who was in the way, as far as known, or that the store failed. */
    record Seen(List<HoldInfo> blockers, @Nullable RuntimeException storeFailure) {}

    private static final class Line {
        final ArrayDeque<Ticket> tickets = new ArrayDeque<>(2);

        @Nullable
        Seen last;
    }

    /** In the order of entry, so that a simulated run repeats. */
    private final Map<LockName, Line> lines = new LinkedHashMap<>();

    private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turnsLeft = new AtomicInteger();

    /** Queues a ticket. Returns whether it is first already; its {@code onFirst} is not run then. */
    synchronized boolean enter(Ticket ticket) {
        for (LockName name : ticket.names) {
            lines.computeIfAbsent(name, n -> new Line()).tickets.addLast(ticket);
        }
        ticket.queued = true;
        ticket.first = isFirst(ticket);
        return ticket.first;
    }

    /** Takes a ticket out of its queues and lets those ask that are first now. Does nothing for one that is not queued. */
    void leave(Ticket ticket) {
        List<Runnable> next = new ArrayList<>(1);
        synchronized (this) {
            if (!ticket.queued) {
                return;
            }
            ticket.queued = false;
            for (LockName name : ticket.names) {
                Line line = lines.get(name);
                if (line == null || !line.tickets.remove(ticket)) {
                    continue;
                }
                Ticket head = line.tickets.peekFirst();
                if (head == null) {
                    lines.remove(name);
                } else if (!head.first && isFirst(head)) {
                    head.first = true;
                    next.add(head.onFirst);
                }
            }
        }
        take(next);
    }

    /** Lets those who wait first for these names, or for one below them, ask at once: something was released here. */
    void wake(List<Hold> released) {
        List<Runnable> heads = new ArrayList<>(1);
        synchronized (this) {
            for (Hold hold : released) {
                Line line = lines.get(hold.name());
                if (line != null) {
                    addHead(line, heads);
                }
                if (hold.name().isPath() && !hold.mode().isIntent()) {
                    lines.forEach((name, below) -> {
                        if (isBelow(name, hold.name())) {
                            addHead(below, heads);
                        }
                    });
                }
            }
        }
        take(heads);
    }

    private static void addHead(Line line, List<Runnable> heads) {
        Ticket head = line.tickets.getFirst();
        if (head.first) {
            heads.add(head.onWake);
        }
    }

    private static boolean isBelow(LockName name, LockName above) {
        List<String> parts = above.parts();
        return name.isPath()
                && name.parts().size() > parts.size()
                && name.parts().subList(0, parts.size()).equals(parts);
    }

    /**
     * Runs turns outside the monitor, and one after another even where a turn ends at once and so makes the next one's: a
     * thousand waiters that fail together must not nest a thousand calls.
     */
    private void take(List<Runnable> more) {
        turns.addAll(more);
        if (more.isEmpty() || turnsLeft.getAndAdd(more.size()) != 0) {
            return;
        }
        do {
            Runnable turn = turns.remove();
            try {
                turn.run();
            } catch (RuntimeException | Error e) {
                Events.LOG.log(System.Logger.Level.ERROR, "Holdonce failed to let a waiter ask.", e);
            }
        } while (turnsLeft.decrementAndGet() != 0);
    }

    synchronized void saw(Ticket ticket, Seen seen) {
        ticket.seen = seen;
        for (LockName name : ticket.names) {
            Line line = lines.get(name);
            if (line != null && line.tickets.peekFirst() == ticket) {
                line.last = seen;
            }
        }
    }

    /** What is known about the store to a ticket: what it saw itself, or what the last one saw that asked in its stead. */
    synchronized @Nullable Seen seen(Ticket ticket) {
        Seen known = ticket.seen;
        for (LockName name : ticket.names) {
            Line line = lines.get(name);
            if (known == null && line != null && ticket.queued) {
                known = line.last;
            }
        }
        return known;
    }

    synchronized int size() {
        return lines.size();
    }

    private boolean isFirst(Ticket ticket) {
        for (LockName name : ticket.names) {
            Line line = lines.get(name);
            if (line == null || line.tickets.peekFirst() != ticket) {
                return false;
            }
        }
        return true;
    }
}
