// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.testkit.TransactionLocksContract;
import io.holdonce.testkit.TransactionLocksHarness;

class MariadbTransactionContractTest extends TransactionLocksContract {

    @Override
    protected TransactionLocksHarness openHarness() {
        return new TransactionHarness(TestDatabase.MARIADB);
    }
}
