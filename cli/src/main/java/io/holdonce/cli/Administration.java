// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LockAdmin;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;

/**
 * The operator's view of an existing store, opened for one command.
 *
 * @param store the store
 * @param opened what is over it
 */
record Administration(JdbcStore store, Locks opened) implements AutoCloseable {

    static Administration open(StoreLocation location) {
        JdbcStore store = OpenStore.existing(location);
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
