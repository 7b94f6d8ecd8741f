// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.ElasticsearchSchema;
import io.holdonce.elasticsearch.ElasticsearchStore;
import io.holdonce.elasticsearch.RestTransport;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.time.Duration;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;
import org.junit.jupiter.api.Test;

class FencedDocumentsTest {

    @Test
    void theWriteOfAHolderThatWasPausedPastItsTtlIsRefusedByTheDocument() throws Exception {
        TestNode node = TestNode.shared(Engine.ELASTICSEARCH_8);
        String alias = "examples-" + ProcessHandle.current().pid();
        String index = "catalogue-" + ProcessHandle.current().pid();
        try (RestClient client =
                RestClient.builder(HttpHost.create(node.uri().toString())).build()) {
            RestTransport transport = RestTransport.of(client);
            ElasticsearchSchema.of(transport).alias(alias).singleCopy().create();
            FencedDocuments documents = new FencedDocuments(client, index);
            try (Locks locks = Locks.over(ElasticsearchStore.builder(transport)
                            .alias(alias)
                            .singleCopy()
                            .build());
                    ChildJvm paused =
                            new ChildJvm(PausedIndexer.class, node.uri().toString(), alias, index)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !paused.lines().isEmpty());
                paused.signal("STOP");

                try (Lease next = locks.acquire(exclusive(PausedIndexer.NAME))) {
                    assertThat(next.fencingToken()).isGreaterThan(tokenOf(paused));
                    assertThat(documents.write("1", "{\"by\": \"next\"}", next.fencingToken()))
                            .isTrue();
                    paused.signal("CONT");
                    paused.type("write now");
                    await().atMost(Duration.ofSeconds(60))
                            .until(() -> paused.lines().size() == 3);

                    assertThat(paused.lines().subList(1, 3)).containsExactly("refused", "LOST");
                    assertThat(node.request("GET", "/" + index + "/_doc/1", "").body())
                            .contains("\"by\": \"next\"");
                    assertThat(documents.delete("1", next.fencingToken())).isTrue();
                    assertThat(documents.write("1", "{\"by\": \"late\"}", tokenOf(paused)))
                            .isFalse();
                    assertThat(next.release()).isEqualTo(ReleaseOutcome.RELEASED);
                }
            }
        }
    }

    private static long tokenOf(ChildJvm paused) {
        return Long.parseLong(paused.lines().get(0).substring("holding ".length()));
    }
}
