// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A link to an embedded store: performs the call and then throws its answer away, or does not perform it at all.
 *
 * <p><b>Threads:</b> as {@link FaultyLink}.
 */
public final class DroppingStore implements FaultyLink {

    private enum Mode {
        WHOLE,
        REFUSING,
        SWALLOWING
    }

    private final LeaseStore target;
    private final LeaseStore end = new End();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private volatile Mode mode = Mode.WHOLE;

    /**
     * A whole link.
     *
     * @param target the store behind it, closed with the link
     */
    public DroppingStore(LeaseStore target) {
        this.target = target;
    }

    @Override
    public LeaseStore store() {
        return end;
    }

    @Override
    public void loseAnswers(int calls) {
        answersToLose.set(calls);
    }

    @Override
    public void refuse() {
        mode = Mode.REFUSING;
    }

    @Override
    public void swallow() {
        mode = Mode.SWALLOWING;
    }

    @Override
    public void heal() {
        answersToLose.set(0);
        mode = Mode.WHOLE;
    }

    @Override
    public void close() {
        target.close();
    }

    private <T> T read(Supplier<T> call) {
        switch (mode) {
            case REFUSING -> throw new StoreUnavailableException("The link refuses connections.", false, null);
            case SWALLOWING -> throw new StoreUnavailableException("The link swallows what is sent.", true, null);
            case WHOLE -> {}
        }
        return call.get();
    }

    private <T> T change(Supplier<T> call) {
        T answer = read(call);
        if (answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new StoreUnavailableException("The link lost the answer.", true, null);
        }
        return answer;
    }

    /** The near end of the link. */
    private final class End implements LeaseStore {

        @Override
        public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
            return change(() -> target.acquire(claims, timeout));
        }

        @Override
        public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
            return change(() -> target.renew(renewals, timeout));
        }

        @Override
        public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
            return change(() -> target.release(releases, timeout));
        }

        @Override
        public List<LockStatus> status(StatusQuery query, Duration timeout) {
            return read(() -> target.status(query, timeout));
        }

        @Override
        public int revoke(Revocation revocation, Duration timeout) {
            return change(() -> target.revoke(revocation, timeout));
        }

        @Override
        public int purge(Duration untouched, int limit, Duration timeout) {
            return read(() -> target.purge(untouched, limit, timeout));
        }

        @Override
        public StoreCheck check(Duration timeout) {
            return read(() -> target.check(timeout));
        }

        @Override
        public Instant now(Duration timeout) {
            return read(() -> target.now(timeout));
        }

        @Override
        public void holding(boolean anyLease) {
            target.holding(anyLease);
        }
    }
}
