// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A lock index of one test's own on the node that tests share, and a way to do to it what a store never does. */
final class TestIndex implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final String alias = "test-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
    final TestNode node;
    final Client client;
    final ElasticsearchSchema schema;
    final ElasticsearchStore store;

    /** Without the index as yet. */
    TestIndex(Engine engine) {
        node = TestNode.shared(engine);
        client = Client.of(engine, node.port());
        schema = ElasticsearchSchema.of(client.transport).alias(alias).singleCopy();
        store = store(client.transport);
    }

    static TestIndex created(Engine engine) {
        TestIndex index = new TestIndex(engine);
        index.schema.create();
        return index;
    }

    /** A store over another transport to the same index. */
    ElasticsearchStore store(Transport transport) {
        return ElasticsearchStore.builder(transport).alias(alias).singleCopy().build();
    }

    /** The index that the alias stands for at first. */
    String first() {
        return alias + "-1";
    }

    Map<String, Object> admin(String method, String path, String body) {
        var answer = node.request(method, path, body);
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(method + " " + path + ": " + answer.body());
        }
        return answer.body().isEmpty() ? new LinkedHashMap<>() : Json.read(answer.body());
    }

    /** The whole document of a name, as it is now. */
    Map<String, Object> document(io.holdonce.LockName name) {
        return admin("GET", "/" + alias + "/_doc/" + Index.id(name), "");
    }

    @Override
    public void close() {
        node.request("DELETE", "/" + alias + "-1", "");
        node.request("DELETE", "/" + alias + "-2", "");
        node.request("DELETE", "/" + alias, "");
        node.request("DELETE", "/_index_template/" + alias, "");
        client.close();
    }
}
