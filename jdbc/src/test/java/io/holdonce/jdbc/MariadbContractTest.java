// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.testkit.LeaseStoreContract;
import io.holdonce.testkit.StoreHarness;

class MariadbContractTest extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new JdbcHarness(TestDatabase.MARIADB);
    }
}
