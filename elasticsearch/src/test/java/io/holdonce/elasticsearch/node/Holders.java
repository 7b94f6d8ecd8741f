// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StoreUnavailableException;
import io.holdonce.elasticsearch.ElasticsearchStore;
import io.holdonce.elasticsearch.RestTransport;
import io.holdonce.elasticsearch.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/** A process of a user, as the cluster sees it: a client that knows some nodes, a store and locks over it. */
final class Holders implements AutoCloseable {

    private final RestClient client;
    final ElasticsearchStore store;
    final Locks locks;
    /** What the cluster has said lately, for whoever wonders afterwards. */
    final Queue<String> answers = new ConcurrentLinkedQueue<>();

    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean closing;

    Holders(List<TestNode> nodes) {
        client = RestClient.builder(nodes.stream()
                        .map(node -> new HttpHost("127.0.0.1", node.port()))
                        .toArray(HttpHost[]::new))
                .build();
        Transport transport = RestTransport.of(client);
        store = ElasticsearchStore.of((request, timeout) -> {
            Transport.Answer answer = transport.send(request, timeout);
            answers.add(Instant.now() + " " + answer.body());
            while (answers.size() > 50) {
                answers.poll();
            }
            return answer;
        });
        locks = Locks.builder(store)
                .storeTimeout(Duration.ofSeconds(2))
                .shutdownTime(Duration.ofMillis(500))
                .build();
    }

    /** Starts threads that take one of a few names, hold it a moment and let it go, until this is closed. */
    void work(int threads, Validity validity, LockName... names) {
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(() -> work(validity, names), "worker-" + i);
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }
    }

    private void work(Validity validity, LockName... names) {
        while (!closing) {
            LockName name = names[ThreadLocalRandom.current().nextInt(names.length)];
            try {
                Acquisition answer = locks.tryAcquire(Locks.exclusive(name).ttl(Duration.ofSeconds(2)));
                if (answer instanceof Acquisition.Granted granted) {
                    hold(validity, granted.lease());
                }
            } catch (StoreUnavailableException e) {
                // While a node is gone; whether it was granted is settled behind the scenes.
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static void hold(Validity validity, Lease lease) {
        try (lease) {
            Validity.Seen seen = validity.watch(lease);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(5_000_000, 50_000_000));
            seen.end();
        }
    }

    @Override
    public void close() {
        closing = true;
        for (Thread worker : workers) {
            try {
                worker.join(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        locks.close();
        store.close();
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
