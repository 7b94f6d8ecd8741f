// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import io.holdonce.elasticsearch.node.Engine;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

/** A transport for one engine, each engine over another client, so that all of them run the contract. */
final class Client implements AutoCloseable {

    final Transport transport;
    private final Closeable client;

    private Client(Transport transport, Closeable client) {
        this.transport = transport;
        this.client = client;
    }

    static Client of(Engine engine, int port) {
        return switch (engine) {
            case ELASTICSEARCH_8, ELASTICSEARCH_7 -> {
                var client = org.elasticsearch.client.RestClient.builder(
                                new org.apache.http.HttpHost("127.0.0.1", port, "http"))
                        .build();
                yield new Client(RestTransport.of(client), client);
            }
            case ELASTICSEARCH_9 -> {
                var client = Rest5Client.builder(URI.create("http://127.0.0.1:" + port)).build();
                yield new Client(Rest5Transport.of(client), client);
            }
            case OPENSEARCH_2 -> {
                var client = org.opensearch.client.RestClient.builder(
                                new org.apache.http.HttpHost("127.0.0.1", port, "http"))
                        .build();
                yield new Client(OpenSearchTransport.of(client), client);
            }
            case OPENSEARCH_3 -> new Client(jdk(port), () -> {});
        };
    }

    static JdkTransport jdk(int port) {
        return JdkTransport.of(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(1))
                        .build(),
                URI.create("http://127.0.0.1:" + port));
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
