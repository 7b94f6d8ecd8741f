// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LockAdmin;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;

/**
 * The operator's view of an existing store, opened for one command.
 *
 * @param store the store
 * @param opened what is over it
 */
record Administration(LeaseStore store, Locks opened) implements AutoCloseable {

    static Administration open(StoreLocation location) {
        LeaseStore store = OpenStore.existing(location);
        Locks locks = OpenStore.locks(store, HolderText.of("holdonce")).build();
        StderrLoggerFinder.errorsOnly();
        return new Administration(store, locks);
    }

    LockAdmin locks() {
        return opened.admin();
    }

    @Override
    public void close() {
        opened.close();
        store.close();
    }
}
