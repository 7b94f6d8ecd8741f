// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.testkit.LeaseStoreContract;
import io.holdonce.testkit.StoreHarness;

class OpenSearch2ContractTest extends LeaseStoreContract {

    @Override
    protected StoreHarness openHarness() {
        return new EngineHarness(Engine.OPENSEARCH_2);
    }
}
