// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import io.holdonce.spi.LeaseStore;
import io.holdonce.testkit.FaultyLink;
import io.holdonce.testkit.StoreHarness;
import java.time.Duration;
import java.util.List;

/** The contracts' view of one engine: a node of the tests, an index of the class's own. */
final class EngineHarness implements StoreHarness {

    private final Engine engine;
    private final int port;
    private final String alias = "contract-" + ProcessHandle.current().pid();
    private final Client client;
    private final Shift shift;

    EngineHarness(Engine engine) {
        this.engine = engine;
        this.port = TestNode.shared(engine).port();
        this.client = Client.of(engine, port);
        this.shift = new Shift(client.transport, alias);
        ElasticsearchSchema.of(client.transport).alias(alias).singleCopy().create();
    }

    @Override
    public String engine() {
        return engine.id();
    }

    @Override
    public LeaseStore open() {
        return new ClientStore(engine, port, alias);
    }

    @Override
    public void clear() {
        shift.clear();
    }

    @Override
    public void elapse(Duration time) {
        shift.elapse(time);
    }

    @Override
    public FaultyLink openFaulty() {
        return new HttpLink(engine, port, alias, open());
    }

    @Override
    public List<String> childArguments() {
        return List.of(ClientOpener.class.getName(), engine.name(), Integer.toString(port), alias);
    }

    @Override
    public void close() {
        client.close();
    }
}
