// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.elasticsearch.ElasticsearchStore;
import io.holdonce.elasticsearch.RestTransport;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/** As {@link PausedWriter}, with the locks and what they protect in Elasticsearch. */
public final class PausedIndexer {

    static final LockName NAME = LockName.of("catalogue", "1");

    private PausedIndexer() {}

    /**
     * Holds, waits, writes.
     *
     * @param args the cluster's address, the alias of the locks, the index of the documents
     * @throws Exception if anything fails
     */
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // region open
        try (RestClient client = RestClient.builder(HttpHost.create(args[0])).build();
                Locks locks = Locks.over(ElasticsearchStore.builder(RestTransport.of(client))
                        .alias(args[1])
                        .singleCopy() // for a cluster of one node; without it an index needs replicas
                        .build())) {
            // endregion
            FencedDocuments documents = new FencedDocuments(client, args[2]);
            Lease lease = locks.acquire(exclusive(NAME).ttl(Duration.ofSeconds(2)));
            System.out.println("holding " + lease.fencingToken());
            in.readLine();
            boolean written = documents.write("1", "{\"by\": \"late\"}", lease.fencingToken());
            System.out.println(written ? "written" : "refused");
            System.out.println(lease.release());
        }
    }
}
