// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.testkit.TransactionLocksContract;
import io.holdonce.testkit.TransactionLocksHarness;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "io.holdonce.jdbc.TestMysql#startsHere",
        disabledReason = "the build's end says what this machine lacks")
class MysqlTransactionContractTest extends TransactionLocksContract {

    @Override
    protected TransactionLocksHarness openHarness() {
        return new TransactionHarness(TestDatabase.MYSQL);
    }
}
