// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.ElasticsearchSchema;
import io.holdonce.elasticsearch.ElasticsearchStore;
import io.holdonce.elasticsearch.RestTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.client.RestClient;

/** Holdonce on Elasticsearch as its page shows it, on one node. */
final class HoldonceSearchContender implements Contender {

    private final RestClient client;
    private final Locks locks;

    HoldonceSearchContender(RestClient client) {
        this.client = client;
        RestTransport transport = RestTransport.of(client);
        ElasticsearchSchema.of(transport).singleCopy().create();
        this.locks =
                Locks.over(ElasticsearchStore.builder(transport).singleCopy().build());
    }

    @Override
    public Held acquire(String name) {
        Lease lease =
                locks.acquire(Locks.exclusive(LockName.of("benchmark", name)).ttl(TTL));
        long validUntil = System.nanoTime() + lease.remaining().toNanos();
        return new Pooled.Simple(lease.fencingToken(), validUntil, () -> {
            ReleaseOutcome outcome = lease.release();
            if (outcome != ReleaseOutcome.RELEASED) {
                throw new IllegalStateException("release answered " + outcome);
            }
        });
    }

    @Override
    public int connectionsInUse() {
        return 0;
    }

    @Override
    public void close() {
        locks.close();
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
