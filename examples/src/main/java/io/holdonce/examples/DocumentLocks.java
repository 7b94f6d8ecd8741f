// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The document locks of one process: it locks the documents that a query found, works on them for as long as it takes, and lets
 * go of all at once. A run that stopped half-way is simply started again.
 */
// region document-locks
final class DocumentLocks implements AutoCloseable {

    private final String process;
    private final Locks locks;
    private final List<Lease> leases = new ArrayList<>();

    /** A process of which one lives at a time: what it left behind when it was killed is its own again, at once. */
    DocumentLocks(LeaseStore store, String process) {
        this.process = process;
        this.locks = Locks.builder(store).holder(process).takeOverPast().build();
    }

    /** Locks all of them or, if another has one, none. What this process has locked before is no obstacle. */
    synchronized boolean tryLock(Collection<String> ids) {
        leases.removeIf(lease -> !lease.isValid());
        List<LockName> held = held();
        LockName[] missing = ids.stream()
                .distinct()
                .map(id -> LockName.of("doc", id))
                .filter(name -> !held.contains(name))
                .toArray(LockName[]::new);
        if (missing.length == 0) {
            return true;
        }
        if (locks.tryAcquire(exclusive(missing)) instanceof Acquisition.Granted granted) {
            leases.add(granted.lease());
            return true;
        }
        return false;
    }

    /** What this process may work on right now. */
    synchronized List<LockName> held() {
        return leases.stream()
                .filter(Lease::isValid)
                .flatMap(lease -> lease.names().stream())
                .toList();
    }

    /** The same as the store has it on record, for people. */
    List<LockName> onRecord() {
        return locks.admin().list("doc:").stream()
                .filter(status ->
                        status.holds().stream().anyMatch(hold -> hold.holder().equals(process)))
                .map(status -> status.name())
                .toList();
    }

    synchronized void unlockAll() {
        leases.forEach(Lease::close);
        leases.clear();
    }

    @Override
    public void close() {
        unlockAll();
        locks.close();
    }
}
// endregion
