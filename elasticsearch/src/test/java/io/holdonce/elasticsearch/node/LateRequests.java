// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.HoldonceException;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Claims of a holder that knows only one node, which is then stopped: what it asks waits in that node, while the others grant the
 * same names to successors, and is answered when the node goes on, by a node that does not know yet that it is no longer asked.
 */
final class LateRequests {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Many at once, since a node that was demoted acknowledges only a few of such writes falsely, but it does. */
    private static final int ASKED_AGAIN = 20;

    private static final Holder HOLDER = new Holder("late", UUID.randomUUID(), 0, false);

    private final LeaseStore stopped;
    private final LeaseStore others;
    private final List<Claim> old = new ArrayList<>();
    private final List<Claim> successors = new ArrayList<>();
    private final List<Long> tokens = new ArrayList<>();
    private final List<Long> successorTokens = new ArrayList<>();
    private final List<CompletableFuture<Object>> answers = new ArrayList<>();

    /** The holder gets its grants here, each for the ttl. */
    LateRequests(LeaseStore stopped, LeaseStore others, Duration ttl) {
        this.stopped = stopped;
        this.others = others;
        for (int i = 0; i < 2 + ASKED_AGAIN; i++) {
            String name = i == 0 ? "renewed" : i == 1 ? "released" : "asked-again-" + i;
            Claim claim = claim(LockName.of("late-" + name), ttl);
            old.add(claim);
            tokens.add(granted(stopped, claim));
        }
    }

    static Claim claim(LockName name, Duration ttl) {
        return new Claim(
                UUID.randomUUID(), List.of(new Hold(name, LockMode.EXCLUSIVE)), HOLDER, ttl, Duration.ZERO, false, "");
    }

    /** Waits for its turn. */
    static long granted(LeaseStore store, Claim claim) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        boolean unclear = false;
        Object last = "nothing";
        while (System.nanoTime() < end) {
            try {
                AcquireAnswer answer = store.acquire(
                                List.of(claim.again(Duration.ZERO, unclear)), Duration.ofSeconds(3))
                        .get(0);
                if (answer instanceof Granted granted) {
                    return granted.fencingToken();
                }
                unclear |= answer instanceof AcquireAnswer.Unanswered;
                last = answer;
            } catch (HoldonceException e) {
                unclear = true;
                last = e;
            }
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("Not granted in time; at last: " + last);
    }

    static RenewAnswer renew(LeaseStore store, Claim claim, Duration timeout) {
        return store.renew(List.of(new Renewal(claim.id(), claim.holds(), claim.ttl())), timeout)
                .get(0);
    }

    /** Asks the stopped node, before anybody has succeeded. */
    void sendRenewals() {
        send(() -> renew(stopped, old.get(0), TIMEOUT));
        send(() -> renew(stopped, old.get(0), TIMEOUT));
    }

    /** The others grant every name to somebody else, with a higher token. */
    void succeed() {
        for (int i = 0; i < old.size(); i++) {
            Claim successor = claim(old.get(i).holds().get(0).name(), Duration.ofMinutes(5));
            successors.add(successor);
            successorTokens.add(granted(others, successor));
            assertThat(successorTokens.get(i)).isGreaterThan(tokens.get(i));
        }
    }

    /** Asks the stopped node, after that. */
    void sendTheRest() {
        send(() -> renew(stopped, old.get(0), TIMEOUT));
        for (Claim claim : old.subList(2, old.size())) {
            send(() -> stopped.acquire(List.of(claim.again(Duration.ZERO, true)), TIMEOUT)
                    .get(0));
        }
        Claim released = old.get(1);
        send(() -> stopped.release(List.of(new Release(released.id(), released.holds(), Duration.ZERO)), TIMEOUT)
                .get(0));
    }

    private void send(Callable<Object> request) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        answers.add(answer);
        Thread thread = new Thread(() -> {
            try {
                answer.complete(request.call());
            } catch (HoldonceException e) {
                answer.complete(e);
            } catch (Exception | Error e) {
                answer.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** No answer says that the old holder holds, and none of its requests has harmed its successors. */
    List<Object> assertNothingIsBelieved(Supplier<String> circumstances) throws Exception {
        List<Object> said = new ArrayList<>();
        for (CompletableFuture<Object> answer : answers) {
            said.add(answer.get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS));
        }
        assertThat(said)
                .as(() -> "granted " + tokens + ", then " + successorTokens + "; " + circumstances.get())
                .noneMatch(answer -> answer instanceof RenewAnswer.Renewed
                        || answer instanceof AcquireAnswer.Granted
                        || answer == ReleaseOutcome.RELEASED);
        for (Claim successor : successors) {
            await().atMost(TIMEOUT)
                    .ignoreExceptionsInstanceOf(HoldonceException.class)
                    .untilAsserted(() -> assertThat(renew(others, successor, Duration.ofSeconds(5)))
                            .isInstanceOf(RenewAnswer.Renewed.class));
            others.release(List.of(new Release(successor.id(), successor.holds(), Duration.ZERO)), TIMEOUT);
        }
        return said;
    }
}
