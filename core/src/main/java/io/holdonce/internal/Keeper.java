// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LossReason;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases alive and tells their holders when that fails: renewals in batches on one thread, deadlines watched by another
 * that does no I/O, so that a renewal stuck in a socket cannot silence the alarm.
 */
final class Keeper {

    private static final int BATCH = 500;
    private static final long IDLE = Duration.ofSeconds(5).toNanos();
    private static final long LONGEST_RETRY = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_DOUBT_CHECK = Duration.ofMillis(500).toNanos();

    private final StorePort port;
    private final Timeline timeline;
    private final Settings settings;
    private final Events events;
    private final RandomGenerator random;
    private final DueQueue<HeldLease> renewals;
    private final DueQueue<HeldLease> alarms;
    private final Set<HeldLease> live = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private long shortestTtl = Long.MAX_VALUE;
    private boolean holding;
    private boolean watching;
    private boolean idling;
    private @Nullable CompletableFuture<@Nullable Void> empty;

    Keeper(StorePort port, Timeline timeline, Settings settings, Events events, RandomGenerator random) {
        this.port = port;
        this.timeline = timeline;
        this.settings = settings;
        this.events = events;
        this.random = random;
        this.renewals = new DueQueue<>(timeline, timeline::after, this::renew);
        this.alarms = new DueQueue<>(timeline, timeline::alarm, this::alarm);
    }

    void add(HeldLease lease) {
        boolean watch;
        synchronized (lock) {
            live.add(lease);
            shortestTtl = Math.min(shortestTtl, lease.ttlNanos);
            renewals.slack(shortestTtl / 12);
            if (!holding) {
                holding = true;
                port.holding(true);
            }
            watch = !watching;
            watching = true;
        }
        place(lease, lease.renewalAt());
        if (watch) {
            watchClocks();
        }
    }

    void remove(HeldLease lease) {
        synchronized (lease) {
            takeOut(lease);
        }
        synchronized (lock) {
            live.remove(lease);
            if (live.isEmpty()) {
                shortestTtl = Long.MAX_VALUE;
                if (empty != null) {
                    empty.complete(null);
                }
                if (!idling) {
                    idling = true;
                    timeline.after(IDLE, this::idle);
                }
            }
        }
    }

    Set<HeldLease> live() {
        return live;
    }

    /** How many places the queues of renewals and alarms have taken. */
    int queued() {
        return renewals.size() + alarms.size();
    }

    /** Completes when no lease is held. */
    CompletableFuture<@Nullable Void> whenEmpty() {
        synchronized (lock) {
            empty = new CompletableFuture<>();
            if (live.isEmpty()) {
                empty.complete(null);
            }
            return empty;
        }
    }

    void lose(HeldLease lease, LossReason reason) {
        if (lease.lose(reason)) {
            remove(lease);
            if (lease.intent != null) {
                lease.intent.lose(reason).forEach(user -> lose(user, reason));
                return;
            }
            // Not on this thread, which may be the deadline's: a log can block.
            timeline.callback(() -> Events.LOG.log(
                    reason.kind() == LossReason.Kind.TAKEN_OVER ? Level.ERROR : Level.WARNING,
                    Texts.lost(lease.request, lease.token, reason.detail())));
            events.tell(listener -> listener.lost(lease.request, lease.token, reason));
        }
    }

    private void place(HeldLease lease, long renewalAt) {
        synchronized (lease) {
            takeOut(lease);
            if (lease.isHeld()) {
                lease.renewalSlot = renewals.add(renewalAt, lease);
                lease.alarmSlot = alarms.add(lease.alarmAt(), lease);
            }
        }
    }

    private void takeOut(HeldLease lease) {
        if (lease.renewalSlot != null) {
            renewals.remove(lease.renewalSlot);
            lease.renewalSlot = null;
        }
        if (lease.alarmSlot != null) {
            alarms.remove(lease.alarmSlot);
            lease.alarmSlot = null;
        }
    }

    private void idle() {
        synchronized (lock) {
            idling = false;
            if (live.isEmpty()) {
                holding = false;
                port.holding(false);
            }
        }
    }

    private void renew(List<HeldLease> due) {
        List<HeldLease> turn = new ArrayList<>(due.size());
        for (HeldLease lease : due) {
            checkLongHold(lease);
            if (lease.beginRenewal()) {
                turn.add(lease);
            }
        }
        turn.sort(Comparator.comparingLong(lease -> lease.deadline() - timeline.nanos()));
        for (int from = 0; from < turn.size(); from += BATCH) {
            send(List.copyOf(turn.subList(from, Math.min(from + BATCH, turn.size()))));
        }
    }

    private void checkLongHold(HeldLease lease) {
        if (lease.intent != null) {
            return;
        }
        Duration held = Duration.ofNanos(timeline.nanos() - lease.grantedNanos);
        if (!lease.warned && held.compareTo(lease.request.warnAfter()) >= 0) {
            lease.warned = true;
            Events.LOG.log(
                    Level.WARNING, Texts.names(lease.request) + " has been held for " + Texts.duration(held) + ".");
        }
        lease.request
                .maxHold()
                .filter(most -> held.compareTo(most) >= 0)
                .ifPresent(most -> lease.renewNoMore(new LossReason(
                        LossReason.Kind.MAX_HOLD,
                        "it was held for its maxHold of " + Texts.duration(most) + ", so renewal ended.")));
    }

    private void send(List<HeldLease> batch) {
        HeldLease.Sent sent = HeldLease.Sent.now(timeline);
        List<Renewal> question = batch.stream()
                .map(lease -> new Renewal(lease.claim.id(), lease.claim.holds(), lease.claim.ttl()))
                .toList();
        Calls.whenDone(port.renew(question, renewalTimeout()), (answers, failure) -> {
            for (int i = 0; i < batch.size(); i++) {
                boolean answered = answers != null && answers.size() == batch.size();
                answered(batch.get(i), sent, answered ? answers.get(i) : new RenewAnswer.Unknown());
            }
        });
    }

    /** Short enough that a stuck renewal leaves room for others before the shortest lease's deadline. */
    private Duration renewalTimeout() {
        synchronized (lock) {
            long most = settings.storeTimeout().toNanos();
            return Duration.ofNanos(shortestTtl == Long.MAX_VALUE ? most : Math.min(most, shortestTtl / 6));
        }
    }

    private void answered(HeldLease lease, HeldLease.Sent sent, RenewAnswer answer) {
        lease.endRenewal();
        if (answer instanceof RenewAnswer.Lost gone) {
            lose(lease, gone.reason());
        } else if (answer instanceof RenewAnswer.Renewed && lease.confirm(sent)) {
            place(lease, lease.renewalAt());
        } else if (lease.isHeld()) {
            long pause = Math.max(1, Math.min(lease.ttlNanos / 12, LONGEST_RETRY));
            place(lease, timeline.nanos() + pause / 2 + random.nextLong(pause));
            Duration remaining = Duration.ofNanos(Math.max(0, lease.deadline() - timeline.nanos()));
            Events.LOG.log(Level.DEBUG, "A renewal of {0} was not clearly answered.", lease.request);
            if (lease.intent == null) {
                events.tell(listener -> listener.renewalUnknown(lease.request, lease.token, remaining));
            }
        }
    }

    private void alarm(List<HeldLease> due) {
        for (HeldLease lease : due) {
            if (timeline.nanos() - lease.alarmAt() >= 0) {
                lose(lease, lease.reasonAtDeadline());
            } else {
                synchronized (lease) {
                    if (lease.isHeld()) {
                        if (lease.alarmSlot != null) {
                            alarms.remove(lease.alarmSlot);
                        }
                        lease.alarmSlot = alarms.add(lease.alarmAt(), lease);
                    }
                }
            }
        }
    }

    /** Renews at once what is in doubt since the wall clock ran ahead of the monotonic one. */
    private void watchClocks() {
        long pause;
        synchronized (lock) {
            if (live.isEmpty()) {
                watching = false;
                return;
            }
            pause = Math.min(LONGEST_DOUBT_CHECK, shortestTtl / 16);
        }
        for (HeldLease lease : live) {
            LossReason beyondProof = lease.beyondProof();
            if (beyondProof != null) {
                lose(lease, beyondProof);
            } else if (lease.inDoubt()) {
                place(lease, timeline.nanos());
            }
        }
        timeline.alarm(pause, this::watchClocks);
    }
}
