// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest5_client.Rest5ClientTransport;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.elasticsearch.node.Engine;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Elasticsearch's Java client 9, as users have it. It refuses older clusters; the transport below it does not. */
@EnabledIf(
        value = "io.holdonce.elasticsearch.node.Engine#elasticsearch9IsHere",
        disabledReason = "the build's end says what this machine lacks")
class JavaClientTest {

    @Test
    void elasticsearchsJavaClientAndTheLocksShareOneConnectionPool() throws Exception {
        try (TestIndex index = TestIndex.created(Engine.ELASTICSEARCH_9);
                Rest5Client low = Rest5Client.builder(index.node.uri()).build();
                Rest5ClientTransport transport = new Rest5ClientTransport(low, new JacksonJsonpMapper())) {
            ElasticsearchClient client = new ElasticsearchClient(transport);
            Rest5Client found = ((Rest5ClientTransport) client._transport()).restClient();
            LockName name = LockName.of("shared");
            try (Locks locks = Locks.over(index.store(Rest5Transport.of(found)))) {
                long token = locks.call(name, lease -> {
                    Map<?, ?> document = client.get(
                                    get -> get.index(index.alias).id(Index.id(name)), Map.class)
                            .source();
                    assertThat(String.valueOf(document)).contains("token=" + lease.fencingToken());
                    return lease.fencingToken();
                });
                assertThat(token).isPositive();
            }
            assertThat(client.info().version().number()).startsWith("9.");
        }
    }
}
