// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.testkit.LeaseStoreContract;
import io.holdonce.testkit.StoreHarness;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "io.holdonce.jdbc.TestMysql#startsHere",
        disabledReason = "the build's end says what this machine lacks")
class MysqlContractTest extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new JdbcHarness(TestDatabase.MYSQL);
    }
}
