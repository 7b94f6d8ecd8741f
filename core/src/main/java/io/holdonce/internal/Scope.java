// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.Lease;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.OnLoss;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One scoped body on one thread: what it holds, and the handshake by which the deadline thread may interrupt it only while it
 * runs.
 */
public final class Scope {

    private static final ThreadLocal<@Nullable Scope> CURRENT = new ThreadLocal<>();

    private final @Nullable Scope outer;
    private final LeaseHandle lease;
    private final Object store;
    private final Thread thread = Thread.currentThread();
    private final boolean interrupts;
    private boolean running = true;
    private boolean interrupted;

    private Scope(LeaseHandle lease, Object store) {
        this.outer = CURRENT.get();
        this.lease = lease;
        this.store = store;
        this.interrupts = lease.held().request.onLoss() == OnLoss.INTERRUPT;
    }

    /** The lease of the innermost scope of this thread. */
    public static Optional<Lease> current() {
        Scope scope = CURRENT.get();
        return scope == null ? Optional.empty() : Optional.of(scope.lease);
    }

    /** Fails when this thread holds one of the names in a scope over the same store: waiting for it would never end. */
    static void refuseNested(LockRequest request, Object store) {
        for (Scope scope = CURRENT.get(); scope != null; scope = scope.outer) {
            if (scope.store != store || !scope.lease.held().isHeld()) {
                continue;
            }
            LockRequest held = scope.lease.held().request;
            for (LockName name : held.holds().keySet()) {
                if (request.holds().containsKey(name)) {
                    throw new IllegalStateException(Texts.alreadyHeld(name));
                }
            }
            refuseAround(held.holds(), Intents.above(request.holds()));
            refuseAround(request.holds(), Intents.above(held.holds()));
        }
    }

    private static void refuseAround(Map<LockName, LockMode> holds, Map<LockName, LockMode> above) {
        holds.forEach((name, mode) -> {
            LockMode intent = above.get(name);
            if (intent != null && !mode.isCompatibleWith(intent)) {
                throw new IllegalStateException(Texts.alreadyHeldBelow(name));
            }
        });
    }

    static Scope enter(LeaseHandle lease, Object store) {
        Scope scope = new Scope(lease, store);
        CURRENT.set(scope);
        lease.held().enter(scope);
        return scope;
    }

    synchronized void interrupt() {
        if (running && interrupts) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Ends the scope; an interrupt of ours that the body did not take is cleared, it must not escape. */
    void exit() {
        lease.held().leaveScope();
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        synchronized (this) {
            running = false;
            if (interrupted) {
                Thread.interrupted();
            }
        }
    }
}
