// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.test.InMemoryStore;

/** The specification passes its own contracts. */
class InMemoryContractTest extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new InMemoryHarness(InMemoryStore::create);
    }
}
