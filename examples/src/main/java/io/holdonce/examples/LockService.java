// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.LockName;
import io.holdonce.Locks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The lock service that workflow engines write for themselves, as a thin class over {@link Locks}: categories and ids, waiting
 * with a limit, and the clean-up after a dead server. What such a class usually lacks comes from below: a lock ends by itself
 * when its server dies, two ids never share a lock, and an outage is not mistaken for "locked".
 */
// region lock-service
public final class LockService {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    private final Locks locks;

    public LockService(Locks locks) {
        this.locks = locks;
    }

    public void doInLock(String category, String id, Runnable runnable) {
        doInLock(category, id, DEFAULT_TIMEOUT, runnable);
    }

    public void doInLock(String category, String id, Duration timeout, Runnable runnable) {
        locks.run(exclusive(LockName.of(category, id)).waitTime(timeout), runnable::run);
    }

    public <T> T callInLock(String category, String id, Duration timeout, Callable<T> callable) throws Exception {
        return locks.call(exclusive(LockName.of(category, id)).waitTime(timeout), callable::call);
    }

    /** Runs it unless another holds the lock; returns whether it ran. */
    public boolean tryLock(String category, String id, Runnable runnable) {
        return locks.tryRun(LockName.of(category, id), runnable::run);
    }

    public boolean isLocked(String category, String id) {
        return !locks.admin().show(LockName.of(category, id)).holds().isEmpty();
    }

    /** For a server that is gone: its locks end within their ttl by themselves, so this is rarely needed. */
    public List<LockName> releaseAllLocks(String server, String reason) {
        return locks.admin().revokeAll(server, "lock service", reason);
    }
}
// endregion
