// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The in-test store in real time, with hooks that may block or throw before a call, and a clock that can be shifted. */
final class HookedStore implements LeaseStore {

    /** What happens before a call reaches the store. */
    interface Hook {
        void before() throws InterruptedException;
    }

    private final AtomicLong shift = new AtomicLong();
    final SimStore store = new SimStore(() -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + shift.get());
    private final Map<String, Hook> hooks = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    /** Whether calls may run on the threads of callers. */
    volatile boolean callerRuns;

    void before(String call, Hook hook) {
        hooks.put(call, hook);
    }

    void asUsual() {
        hooks.clear();
    }

    int calls(String call) {
        return counts.computeIfAbsent(call, c -> new AtomicInteger()).get();
    }

    /** Lets time pass in the store alone. */
    void elapse(Duration time) {
        shift.addAndGet(time.toNanos());
    }

    private SimStore to(String call) {
        counts.computeIfAbsent(call, c -> new AtomicInteger()).incrementAndGet();
        try {
            hooks.getOrDefault(call, () -> {}).before();
        } catch (InterruptedException e) {
            throw new IllegalStateException("A store call was interrupted", e);
        }
        return store;
    }

    @Override
    public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
        return to("acquire").acquire(claims, timeout);
    }

    @Override
    public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
        return to("renew").renew(renewals, timeout);
    }

    @Override
    public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
        return to("release").release(releases, timeout);
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        return to("status").status(query, timeout);
    }

    @Override
    public int revoke(Revocation revocation, Duration timeout) {
        return to("revoke").revoke(revocation, timeout);
    }

    @Override
    public int purge(Duration untouched, int limit, Duration timeout) {
        return to("purge").purge(untouched, limit, timeout);
    }

    @Override
    public StoreCheck check(Duration timeout) {
        return to("check").check(timeout);
    }

    @Override
    public Instant now(Duration timeout) {
        return to("now").now(timeout);
    }

    @Override
    public boolean callerRuns() {
        return callerRuns;
    }

    @Override
    public void holding(boolean anyLease) {
        to("holding " + anyLease).holding(anyLease);
    }
}
