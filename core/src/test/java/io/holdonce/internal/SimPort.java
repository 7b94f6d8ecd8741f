// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockMode;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** One process's way to the store: what it sends may be refused, lost, late or doubled, and its answers lost. */
final class SimPort implements StorePort {

    private final SimProcess process;
    private final SimWorld world;
    private final SimNetwork network;
    private final SimStore store;
    private final SimChecks checks;
    private final SimMutant mutant;
    private final Map<UUID, UUID> swapped = new HashMap<>();
    private final Set<CompletableFuture<?>> unanswered = new LinkedHashSet<>();
    private boolean closed;

    SimPort(SimProcess process, SimNetwork network, SimStore store, SimChecks checks, SimMutant mutant) {
        this.process = process;
        this.world = process.world;
        this.network = network;
        this.store = store;
        this.checks = checks;
        this.mutant = mutant;
    }

    @Override
    public CompletableFuture<AcquireAnswer> acquire(Claim asked, Duration timeout) {
        if (asked.holds().get(0).mode().isIntent()) {
            return acquireIntent(asked, timeout);
        }
        checks.sendsAcquire(process, asked);
        Claim claim = outward(asked);
        CompletableFuture<AcquireAnswer> answer = exchange(
                "acquire " + claim.note(),
                timeout,
                // The contract of a store: at most one effect per send. Once a send is unclear, two may be under way.
                claim.unclear(),
                () -> {
                    AcquireAnswer given = store.acquire(List.of(claim), timeout).get(0);
                    checks.landedAcquire(process, claim, given);
                    return network.isUnclear() ? new AcquireAnswer.Unanswered(unknown("acquire", true)) : given;
                });
        if (mutant == SimMutant.ERROR_IS_CONTENDED) {
            return answer.exceptionally(e -> new AcquireAnswer.Contended(List.of()));
        }
        return answer;
    }

    private CompletableFuture<AcquireAnswer> acquireIntent(Claim asked, Duration timeout) {
        Hold hold = asked.holds().get(0);
        LockMode mode = mutant == SimMutant.WEAK_INTENT ? LockMode.INTENT_SHARED : hold.mode();
        Claim claim = new Claim(
                asked.id(),
                List.of(new Hold(hold.name(), mode)),
                asked.holder(),
                asked.ttl(),
                asked.waiting(),
                asked.unclear(),
                asked.note());
        return exchange("intent on " + hold.name(), timeout, false, () -> {
            AcquireAnswer given = store.acquire(List.of(claim), timeout).get(0);
            checks.landedIntent(process, hold.name());
            return network.isUnclear() ? new AcquireAnswer.Unanswered(unknown("acquire", true)) : given;
        });
    }

    private Claim outward(Claim claim) {
        if (mutant != SimMutant.RETRY_WITH_NEW_CLAIM || !claim.unclear()) {
            return claim;
        }
        UUID other = new UUID(world.random.nextLong(), world.random.nextLong());
        swapped.put(claim.id(), other);
        checks.swapped(claim, other);
        return new Claim(
                other, claim.holds(), claim.holder(), claim.ttl(), claim.waiting(), claim.unclear(), claim.note());
    }

    private UUID outward(UUID id) {
        return swapped.getOrDefault(id, id);
    }

    @Override
    public CompletableFuture<List<RenewAnswer>> renew(List<Renewal> asked, Duration timeout) {
        List<Renewal> renewals = asked.stream()
                .map(r -> new Renewal(outward(r.claimId()), r.holds(), r.ttl()))
                .toList();
        CompletableFuture<List<RenewAnswer>> answers =
                exchange("renew " + renewals.size(), timeout, true, () -> store.renew(renewals, timeout).stream()
                        .map(given -> network.isUnclear() ? new RenewAnswer.Unknown() : given)
                        .toList());
        return mutant == SimMutant.UNKNOWN_IS_RENEWED ? believing(answers, renewals.size()) : answers;
    }

    private static CompletableFuture<List<RenewAnswer>> believing(
            CompletableFuture<List<RenewAnswer>> answers, int size) {
        RenewAnswer renewed = new RenewAnswer.Renewed();
        return answers.exceptionally(e -> java.util.Collections.nCopies(size, new RenewAnswer.Unknown()))
                .thenApply(given -> given.stream()
                        .map(one -> one instanceof RenewAnswer.Unknown ? renewed : one)
                        .toList());
    }

    @Override
    public CompletableFuture<ReleaseOutcome> release(Release asked, Duration timeout) {
        boolean ofLease = checks.sendsRelease(process, asked.claimId(), !closed);
        if (mutant == SimMutant.NO_SETTLE && !ofLease || mutant == SimMutant.NO_RELEASE && ofLease) {
            return CompletableFuture.completedFuture(ReleaseOutcome.RELEASED);
        }
        Release release = new Release(outward(asked.claimId()), asked.holds(), asked.holdAtLeast());
        return exchange("release", timeout, true, () -> {
            ReleaseOutcome outcome = store.release(List.of(release), timeout).get(0);
            checks.landedRelease(release.claimId(), outcome);
            return outcome;
        });
    }

    @Override
    public <T> CompletableFuture<T> call(String what, Duration timeout, Function<LeaseStore, T> call) {
        return exchange(what, timeout, true, () -> call.apply(store));
    }

    private <T> CompletableFuture<T> exchange(String what, Duration timeout, boolean repeatable, Supplier<T> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        long toStore = network.delay();
        long back = process.nextAnswerDelay(network.delay());
        if (closed) {
            answer.completeExceptionally(unknown("closed: " + what, false));
        } else if (network.refuses()) {
            process.post(SimProcess.Lane.STORE, toStore, () -> fail(answer, what, false));
        } else {
            unanswered.add(answer);
            Calls.whenDone(answer, (given, failure) -> unanswered.remove(answer));
            process.after(timeout.toNanos(), () -> fail(answer, what, true));
            if (network.losesRequest()) {
                world.trace(() -> process.name + " " + what + " (request lost)");
            } else {
                long lateness = network.isLate() ? timeout.toNanos() + network.lateness() : 0;
                world.in(toStore + lateness, () -> land(answer, what, request, back));
                if (repeatable && network.arrivesTwice()) {
                    world.in(toStore + world.random.nextLong(SimWorld.SECOND), () -> again(request));
                }
            }
        }
        return answer;
    }

    /** The network delivers a request a second time; nobody waits for that answer. */
    private <T> void again(Supplier<T> request) {
        T unheard = request.get();
        world.trace(() -> process.name + " doubled: " + unheard);
    }

    private <T> void land(CompletableFuture<T> answer, String what, Supplier<T> request, long back) {
        T given = request.get();
        world.trace(() -> process.name + " " + what + ": " + given);
        if (network.losesAnswer()) {
            world.trace(() -> process.name + " " + what + " (answer lost)");
        } else {
            process.post(SimProcess.Lane.STORE, back, () -> answer.complete(given));
        }
    }

    private <T> void fail(CompletableFuture<T> answer, String what, boolean sent) {
        if (answer.completeExceptionally(unknown(what, sent))) {
            world.trace(() -> process.name + " " + what + (sent ? " timed out" : " refused"));
        }
    }

    private static StoreUnavailableException unknown(String what, boolean sent) {
        return new StoreUnavailableException("No answer to " + what, sent, null);
    }

    @Override
    public void holding(boolean anyLease) {}

    @Override
    public Object identity() {
        return store;
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(unanswered).forEach(answer -> answer.completeExceptionally(unknown("close", true)));
    }
}
