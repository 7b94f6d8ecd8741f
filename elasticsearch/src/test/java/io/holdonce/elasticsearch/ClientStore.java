// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockStatus;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.util.List;

/** A store with a client of its own, closed with it, whose listings are not a second old. */
final class ClientStore extends ForwardingStore {

    private final Client client;
    private final Shift shift;

    ClientStore(Engine engine, int port, String alias) {
        this(Client.of(engine, port), alias);
    }

    private ClientStore(Client client, String alias) {
        super(ElasticsearchStore.builder(client.transport).alias(alias).singleCopy().build());
        this.client = client;
        this.shift = new Shift(client.transport, alias);
    }

    @Override
    public List<LockStatus> status(StatusQuery query, Duration timeout) {
        if (query.name().isEmpty()) {
            shift.refresh();
        }
        return super.status(query, timeout);
    }

    @Override
    public void close() {
        super.close();
        client.close();
    }
}
