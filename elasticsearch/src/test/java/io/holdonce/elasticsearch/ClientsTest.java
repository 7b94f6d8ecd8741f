// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each client alone: those that users have, and none of them at all. */
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
