// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.Lease;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The handle that the user holds. The engine keeps no reference to it, so that a forgotten one is noticed. */
final class LeaseHandle implements Lease {

    private static final Cleaner CLEANER = Cleaner.create();

    private final HeldLease held;
    private final Releaser releaser;
    private final Cleaner.Cleanable cleanable;
    private volatile @Nullable CompletionStage<LossReason> lost;

    LeaseHandle(HeldLease held, Releaser releaser) {
        this.held = held;
        this.releaser = releaser;
        this.cleanable = CLEANER.register(this, new Forgotten(held, releaser));
    }

    /** Must not refer to the handle. */
    private record Forgotten(HeldLease held, Releaser releaser) implements Runnable {
        @Override
        public void run() {
            if (held.isHeld()) {
                held.renewNoMore(
                        new LossReason(LossReason.Kind.DEADLINE, "its handle became unreachable without a release."));
                Events.LOG.log(
                        Level.ERROR,
                        Texts.names(held.request)
                                + ": the lease became unreachable without a release and is no longer renewed;"
                                + " use try-with-resources or a scoped call.");
            }
            if (!held.footing.isNone() && !held.isReleasing()) {
                // Nobody else will give up the intents it stands on, which are renewed for as long as somebody does.
                Calls.whenDone(held.lost.thenCompose(reason -> releaser.begin(held)), (outcome, failure) -> {});
            }
        }
    }

    HeldLease held() {
        return held;
    }

    @Override
    public List<LockName> names() {
        return List.copyOf(held.request.holds().keySet());
    }

    @Override
    public long fencingToken() {
        return held.token;
    }

    @Override
    public long fencingToken(LockName name) {
        requireHeld(name);
        return held.token;
    }

    @Override
    public LockMode mode(LockName name) {
        return requireHeld(name);
    }

    private LockMode requireHeld(LockName name) {
        LockMode mode = held.request.holds().get(name);
        if (mode == null) {
            throw new IllegalArgumentException(
                    "This lease does not hold '" + name + "'; it holds " + Texts.names(held.request) + ".");
        }
        return mode;
    }

    @Override
    public boolean isValid() {
        return held.isValid();
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(held.remainingNanos());
    }

    @Override
    public CompletionStage<LossReason> lost() {
        // One for all who ask: each stage would stay with the lease until it ends.
        CompletionStage<LossReason> known = lost;
        if (known == null) {
            known = held.lost.minimalCompletionStage();
            lost = known;
        }
        return known;
    }

    @Override
    public ReleaseOutcome release() {
        ReleaseOutcome outcome = releaser.release(held);
        cleanable.clean();
        return outcome;
    }

    @Override
    public void close() {
        ReleaseOutcome outcome = release();
        if (outcome != ReleaseOutcome.RELEASED) {
            Events.LOG.log(
                    Level.WARNING,
                    Texts.names(held.request) + " (fencing token " + held.token + ") closed: " + outcome
                            + (outcome == ReleaseOutcome.LOST
                                    ? ". The lease had ended before; another may have held it meanwhile."
                                    : ". The store did not answer; the lease ends by its ttl at the latest."));
        }
    }

    @Override
    public String toString() {
        return "Lease[" + held.request + ", fencing token " + held.token + (isValid() ? "]" : ", not valid]");
    }
}
