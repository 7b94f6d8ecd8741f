// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One request of a simulated client and what became of it; its note tells the port whose claim it carries. */
final class SimAsk {

    final SimProcess process;
    final LockRequest request;
    final String note;
    final long number;
    final boolean waits;
    CompletableFuture<?> future = new CompletableFuture<>();
    UUID claim;
    UUID inStore;
    HeldLease lease;
    LeaseHandle handle;
    boolean ended;
    boolean pastDeadline;
    boolean grantLanded;
    long tokenBefore;
    long token;

    SimAsk(SimProcess process, LockRequest request, long number) {
        this.process = process;
        this.request = request;
        this.note = request.note();
        this.number = number;
        this.waits = !request.waitTime().orElseThrow().isZero();
    }

    Set<LockName> names() {
        return request.holds().keySet();
    }

    @Override
    public String toString() {
        return note + " (" + request + ")";
    }
}
