// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.elasticsearch8.ElasticsearchLockProvider;
import org.elasticsearch.client.RestClient;

/** ShedLock's provider for Elasticsearch 8, which decides expiry by the client's clock. It skips what is held, so here it tries again. */
final class ShedLockSearchContender implements Contender {

    private final RestClient client;
    private final LockProvider provider;

    ShedLockSearchContender(RestClient client) {
        this.client = client;
        this.provider = new ElasticsearchLockProvider(
                new ElasticsearchClient(new RestClientTransport(client, new JacksonJsonpMapper())));
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        while (true) {
            long called = System.nanoTime();
            Optional<SimpleLock> lock = provider.lock(new LockConfiguration(Instant.now(), name, TTL, Duration.ZERO));
            if (lock.isPresent()) {
                return new Pooled.Simple(Held.NO_TOKEN, called + TTL.toNanos(), lock.get()::unlock);
            }
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        }
    }

    @Override
    public int connectionsInUse() {
        return 0;
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
