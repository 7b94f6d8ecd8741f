// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.testkit.LeaseStoreContract;
import io.holdonce.testkit.StoreHarness;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "io.holdonce.elasticsearch.node.Engine#elasticsearch9IsHere",
        disabledReason = "the build's end says what this machine lacks")
class Elasticsearch9ContractTest extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new EngineHarness(Engine.ELASTICSEARCH_9);
    }
}
