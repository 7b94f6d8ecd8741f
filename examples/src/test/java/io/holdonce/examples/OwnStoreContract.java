// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.spi.LeaseStore;
import io.holdonce.test.InMemoryStore;
import io.holdonce.testkit.LeaseStoreContract;
import io.holdonce.testkit.StoreHarness;
import java.time.Duration;
import java.time.Instant;

/** What a store's author writes. Not named as a test: the kit's own build runs these cases on the store in memory. */
// region contract
class OwnStoreContract extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new OwnHarness();
    }

    static final class OwnHarness implements StoreHarness {

        private Duration ahead = Duration.ZERO;
        private InMemoryStore data = create();

        private InMemoryStore create() {
            return InMemoryStore.create(() -> Instant.now().plus(ahead));
        }

        @Override
        public String engine() {
            return "own"; // the column in the table of cases that ran
        }

        @Override
        public LeaseStore open() {
            return data; // one more instance over the same data, as another process would open it
        }

        @Override
        public void clear() {
            data = create(); // forget every name
        }

        @Override
        public void elapse(Duration time) {
            ahead = ahead.plus(time); // or take it off every stored time
        }
    }
}
// endregion
