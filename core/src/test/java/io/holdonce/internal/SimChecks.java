// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What must hold after every step of a simulated run, and at its end. */
final class SimChecks {

    private static final long LATEST_HAND_OVER = 100 * SimWorld.MILLI;

    private final SimWorld world;
    private final SimStore store;
    private final SimNetwork network;
    private final SimMutant mutant;
    private final Map<String, SimAsk> asks = new HashMap<>();
    private final Map<UUID, SimAsk> claims = new HashMap<>();
    private final Map<LockName, Long> lastToken = new HashMap<>();
    private final Map<LockName, Long> lastHanded = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<UUID> releasesSent = new HashSet<>();
    private final Set<UUID> releasesLanded = new HashSet<>();
    private final Set<UUID> released = new HashSet<>();
    private final Set<UUID> unledgered = new HashSet<>();
    final List<SimAsk> holding = new ArrayList<>();
    int sends;
    int grants;

    SimChecks(SimWorld world, SimStore store, SimNetwork network, SimMutant mutant) {
        this.mutant = mutant;
        this.world = world;
        this.store = store;
        this.network = network;
    }

    void begins(SimAsk ask) {
        asks.put(ask.note, ask);
        ask.names().forEach(name -> ask.tokenBefore = Math.max(ask.tokenBefore, lastHanded.getOrDefault(name, 0L)));
    }

    void sendsAcquire(SimProcess process, Claim claim) {
        sends++;
        SimAsk ask = asks.get(claim.note());
        if (ask.claim != null && !ask.claim.equals(claim.id())) {
            world.violated("I14: " + ask + " is sent again with another claim");
        }
        ask.claim = claim.id();
        ask.inStore = claim.id();
        claims.put(claim.id(), ask);
        if (releasesSent.contains(claim.id())) {
            world.violated("I14: the claim of " + ask + " is used after its release was sent");
        }
        if (ask.waits) {
            asks.values().stream()
                    .filter(earlier -> earlier.process == process && earlier.waits && earlier.number < ask.number)
                    .filter(earlier ->
                            !earlier.ended && earlier.names().stream().anyMatch(ask.names()::contains))
                    .forEach(earlier -> overtaken(earlier, ask));
        }
    }

    /** An attempt's end is known here only after a callback, so it is given a moment to show. */
    private void overtaken(SimAsk earlier, SimAsk later) {
        later.process.post(SimProcess.Lane.CLIENT, LATEST_HAND_OVER, () -> {
            if (!later.process.runsSteadily()) {
                overtaken(earlier, later);
            } else if (!earlier.ended) {
                world.violated("FIFO: " + later + " was asked for before " + earlier);
            }
        });
    }

    /** A mutant's port uses another claim in the store than its engine knows of. */
    void swapped(Claim known, UUID inStore) {
        asks.get(known.note()).inStore = inStore;
    }

    void landedIntent(SimProcess process, LockName name) {
        answered.add(process.name + name);
    }

    void landedAcquire(SimProcess process, Claim claim, AcquireAnswer answer) {
        SimAsk ask = asks.get(claim.note());
        ask.names().forEach(name -> answered.add(process.name + name));
        if (answer instanceof AcquireAnswer.Contended contended) {
            if (contended.blockers().stream().anyMatch(b -> b.note().equals(claim.note()))
                    && !releasesSent.contains(claim.id())) {
                world.violated("I14: " + ask + " is kept out by its own earlier request");
            }
        } else if (answer instanceof AcquireAnswer.Granted granted) {
            grants++;
            ask.grantLanded = true;
            for (Hold hold : claim.holds()) {
                Long before = lastToken.merge(hold.name(), granted.fencingToken(), Math::max);
                if (before > granted.fencingToken() && granted.fencingToken() != ask.token) {
                    world.violated("I2: the token of " + hold.name() + " fell");
                }
            }
            ask.token = granted.fencingToken();
        }
    }

    /** Says whether the release is that of a lease, not of an abandoned attempt. */
    boolean sendsRelease(SimProcess process, UUID claim, boolean open) {
        releasesSent.add(claim);
        for (HeldLease lease : process.engine.keeper.live()) {
            if (lease.claim.id().equals(claim) && lease.isHeld()) {
                world.violated("a release is sent under a running body: " + lease.request.note());
            }
            if (lease.isHeld()
                    && lease.footing.steps().stream()
                            .anyMatch(step -> step.lease().claim.id().equals(claim))) {
                world.violated("an intent is released under what stands on it: " + lease.request.note());
            }
        }
        SimAsk ask = claims.get(claim);
        boolean ofLease = ask != null && ask.lease != null;
        if (!ofLease && network.delivers() && open) {
            unledgered.add(claim);
        }
        return ofLease;
    }

    void landedRelease(UUID claim, ReleaseOutcome outcome) {
        releasesLanded.add(claim);
        if (outcome == ReleaseOutcome.RELEASED) {
            released.add(claim);
        }
    }

    void granted(SimAsk ask, HeldLease lease) {
        ask.lease = lease;
        holding.add(ask);
        for (LockName name : ask.names()) {
            if (lease.token <= ask.tokenBefore && !store.givenUp.contains(lease.claim.id())) {
                world.violated("I2: " + ask + " got token " + lease.token + " after " + ask.tokenBefore);
            }
            lastHanded.merge(name, lease.token, Math::max);
        }
    }

    void refused(SimAsk ask) {
        Stream<LockName> all =
                Stream.concat(ask.names().stream(), Intents.above(ask.request.holds()).keySet().stream());
        if (all.noneMatch(name -> answered.contains(ask.process.name + name))) {
            world.violated("an outage looks like contention: " + ask + " is refused, but the store never answered");
        }
    }

    void released(SimAsk ask) {
        holding.remove(ask);
        if (!released.contains(ask.inStore) && !store.givenUp.contains(ask.inStore)) {
            world.violated("I4: " + ask + " counts as released, but no release has had an effect in the store");
        }
    }

    void afterEach() {
        for (int i = 0; i < holding.size(); i++) {
            SimAsk ask = holding.get(i);
            SimProcess process = ask.process;
            if (process.crashed() || process.machineStopped()) {
                continue;
            }
            HeldLease lease = ask.lease;
            boolean givenUp = givenUp(lease);
            boolean watched = mutant != SimMutant.NO_MARGIN;
            boolean past = process.nanos() - lease.deadline() >= 0 || lease.footing.isPast(process.nanos());
            if (watched && lease.isHeld() && process.runsSteadily() && past) {
                world.violated("I13: " + ask + " has passed its deadline and its holder was not told");
            }
            if (ask.pastDeadline && lease.isValid()) {
                world.violated("I12: " + ask + " is valid again after its deadline had passed");
            }
            ask.pastDeadline |= past;
            if (!lease.isValid() || givenUp) {
                continue;
            }
            for (LockName name : ask.names()) {
                if (!store.backs(name, ask.inStore, lease.token)) {
                    world.violated("I1, I12: " + ask + " relies on " + name + ", which the store does not grant it");
                }
            }
            for (Intents.Intent step : lease.footing.steps()) {
                HeldLease intent = step.lease();
                LockName name = intent.claim.holds().get(0).name();
                if (!store.backs(name, intent.claim.id(), intent.token)) {
                    world.violated("I8: " + ask + " stands on " + name + ", which the store does not grant it");
                }
            }
            for (int j = 0; j < i; j++) {
                SimAsk other = holding.get(j);
                if (!other.process.crashed()
                        && !other.process.machineStopped()
                        && other.lease.isValid()
                        && !givenUp(other.lease)
                        && conflict(ask, other)) {
                    world.violated("I1: " + ask + " and " + other + " both rely on their leases");
                }
            }
        }
    }

    private boolean givenUp(HeldLease lease) {
        return store.givenUp.contains(lease.claim.id())
                || lease.footing.steps().stream()
                        .anyMatch(step ->
                                store.givenUp.contains(step.lease().claim.id()));
    }

    /** The matrix of the modes, on the names asked for and on those above them. */
    private static boolean conflict(SimAsk one, SimAsk other) {
        Map<LockName, LockMode> others = new HashMap<>(Intents.above(other.request.holds()));
        others.putAll(other.request.holds());
        Map<LockName, LockMode> ones = new HashMap<>(Intents.above(one.request.holds()));
        ones.putAll(one.request.holds());
        return ones.entrySet().stream().anyMatch(hold -> {
            LockMode mode = others.get(hold.getKey());
            return mode != null && !mode.isCompatibleWith(hold.getValue());
        });
    }

    /** Lets go of the handles: the engine's cleaner would keep the whole run for the sake of one that it can reach. */
    void forget() {
        holding.clear();
        asks.values().forEach(ask -> {
            ask.handle = null;
            if (ask.lease != null) {
                ask.lease.lost.cancel(false);
            }
            ask.future = new CompletableFuture<>();
        });
    }

    /** After everything had time to end. */
    void atTheEnd(Iterable<LockName> names, Iterable<SimProcess> processes) {
        for (SimAsk ask : asks.values()) {
            if (ask.process.crashed()) {
                continue;
            }
            if (!ask.future.isDone()) {
                world.violated("I14: " + ask + " never ended");
            }
            if (ask.lease != null && !ask.lease.lost.isDone() && !ask.lease.released.isDone()) {
                world.violated("I13: the lease of " + ask + " neither ended nor was reported as lost");
            }
            boolean abandoned = ask.grantLanded && ask.lease == null && !ask.process.closed();
            if (abandoned && ask.claim != null && !releasesSent.contains(ask.claim)) {
                world.violated("I14: what " + ask + " was granted was never settled");
            }
        }
        unledgered.removeAll(releasesLanded);
        if (!unledgered.isEmpty()) {
            world.violated("I14: the release of an abandoned attempt never reached the store");
        }
        for (LockName name : names) {
            if (!store.holds(name).isEmpty()) {
                world.violated("I14: " + name + " is still held after everything ended");
            }
        }
        for (SimProcess process : processes) {
            if (!process.crashed()) {
                String left = process.engine.localState();
                if (!left.isEmpty() || process.pendingTimers() != 0) {
                    world.violated(
                            "I19: " + process.name + " keeps " + left + " and " + process.pendingTimers() + " timers");
                }
            }
        }
    }
}
