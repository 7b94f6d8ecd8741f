// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest5_client.Rest5ClientTransport;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Each client alone: those that users have, reached from their own clients, and none of them at all. */
class ClientsTest {

    @EveryEngine
    void everyClientSpeaksToEveryEngine(Engine engine) throws Exception {
        try (TestIndex index = TestIndex.created(engine)) {
            int port = index.node.port();
            for (Engine client :
                    List.of(Engine.ELASTICSEARCH_8, Engine.ELASTICSEARCH_9, Engine.OPENSEARCH_2, Engine.OPENSEARCH_3)) {
                try (Client other = Client.of(client, port)) {
                    take(index.store(other.transport), exclusive(LockName.of("by", client.id())));
                }
            }
        }
    }

    /** The typed client 9 refuses older clusters; the transport below it does not. */
    @Test
    @EnabledIf(
            value = "io.holdonce.elasticsearch.node.Engine#elasticsearch9IsHere",
            disabledReason = "the build's end says what this machine lacks")
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

    @Test
    void withoutAnyClientTheJdksOwnWorks() throws Exception {
        TestNode node = TestNode.shared(Engine.OPENSEARCH_2);
        try (TestIndex index = TestIndex.created(Engine.OPENSEARCH_2)) {
            String classPath = Stream.of(
                            ElasticsearchStore.class,
                            WithoutClients.class,
                            LockName.class,
                            com.fasterxml.jackson.core.JsonFactory.class)
                    .map(ClientsTest::where)
                    .distinct()
                    .collect(Collectors.joining(File.pathSeparator));
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin/java").toString(),
                            "-cp",
                            classPath,
                            WithoutClients.class.getName(),
                            node.uri().toString(),
                            index.alias)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(said.strip()).isEqualTo("granted, and no client was there");
        }
    }

    private static String where(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    @Test
    void severalAddressesOfWhichOneIsDeadAreNotSaidToHaveBeenUntouched() throws IOException {
        try (TestIndex index = TestIndex.created(Engine.OPENSEARCH_2);
                var client = org.elasticsearch.client.RestClient.builder(
                                new org.apache.http.HttpHost("127.0.0.1", 1, "http"),
                                new org.apache.http.HttpHost("127.0.0.1", index.node.port(), "http"))
                        .build()) {
            for (int i = 0; i < 4; i++) {
                take(index.store(RestTransport.of(client)), exclusive(LockName.of("name", "n" + i)));
            }
        }
    }
}
