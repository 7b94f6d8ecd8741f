// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.ElasticsearchSchema;
import io.holdonce.elasticsearch.RestTransport;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The node with the primary copy of the locks is lost, by SIGSTOP and by SIGKILL in turn, while leases are held and workers take
 * and release; {@code -Dholdonce.failover.rounds} says how often, by default twice each.
 */
class FailoverTest {

    private static final int ROUNDS = Integer.getInteger("holdonce.failover.rounds", 2);
    private static final String ONLY = System.getProperty("holdonce.failover.engines", "");
    private static final String ALIAS = "holdonce-leases";
    private static final LockName WATCHED = LockName.of("watched");
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration LIMIT = Duration.ofSeconds(90);

    static Stream<Engine> engines() {
        return Stream.of(Engine.ELASTICSEARCH_8, Engine.OPENSEARCH_2, Engine.ELASTICSEARCH_9, Engine.OPENSEARCH_3)
                .filter(engine -> ONLY.isEmpty() || List.of(ONLY.split(",")).contains(engine.id()))
                .filter(EngineReport::isHere);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void holdersThatLostTheirNodeAreSucceededAndNeverBelieveOtherwise(Engine engine) throws Exception {
        try (TestCluster cluster = TestCluster.start(engine, 3);
                Validity validity = new Validity()) {
            createIndex(cluster);
            try (Holders everywhere = new Holders(cluster.nodes())) {
                everywhere.work(3, validity, LockName.of("a"), LockName.of("b"));
                for (int round = 1; round <= ROUNDS; round++) {
                    String figures = pausing(cluster, validity) + ", " + killing(cluster, validity);
                    System.out.println("failover " + engine.id() + " round " + round + ": " + figures);
                    validity.assertInTurn();
                }
            }
            validity.assertInTurn();
            System.out.println("failover " + engine.id() + ": " + validity.grants() + " grants, 0 overlaps");
        }
    }

    private String pausing(TestCluster cluster, Validity validity) throws Exception {
        TestNode node = cluster.primary(ALIAS);
        try (Holders isolated = new Holders(List.of(node));
                Holders others = new Holders(without(node, cluster.nodes()))) {
            LateRequests late = new LateRequests(isolated.store, others.store, SHORT);
            Claim kept = LateRequests.claim(LockName.of("kept"), Duration.ofMinutes(5));
            LateRequests.granted(isolated.store, kept);
            Lease old =
                    isolated.locks.acquire(Locks.exclusive(WATCHED).ttl(SHORT).waitTime(LIMIT));
            validity.watch(old);
            long start = System.nanoTime();
            node.pause();
            late.sendRenewals();
            awaitPromotion(cluster, node);
            long promoted = System.nanoTime();
            Lease successor = succeed(old, others, validity);
            long succeeded = System.nanoTime();
            late.succeed();
            assertStillHeld(kept, others);
            late.sendTheRest();
            node.resume();
            List<Object> said = late.assertNothingIsBelieved(
                    () -> "was told " + isolated.answers + ", successors " + others.answers + "; " + views(cluster));
            old.lost().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(old.isValid()).isFalse();
            cluster.awaitGreen();
            assertThat(old.isValid()).isFalse();
            assertThat(old.release()).isEqualTo(ReleaseOutcome.LOST);
            assertThat(successor.release()).isEqualTo(ReleaseOutcome.RELEASED);
            return "SIGSTOP: promoted after %d ms, succeeded after %d ms, late answers %s"
                    .formatted(millis(start, promoted), millis(start, succeeded), count(said));
        }
    }

    private String killing(TestCluster cluster, Validity validity) throws Exception {
        TestNode node = cluster.primary(ALIAS);
        try (Holders isolated = new Holders(List.of(node));
                Holders others = new Holders(without(node, cluster.nodes()))) {
            Claim kept = LateRequests.claim(LockName.of("kept"), Duration.ofMinutes(5));
            LateRequests.granted(isolated.store, kept);
            Lease old =
                    isolated.locks.acquire(Locks.exclusive(WATCHED).ttl(SHORT).waitTime(LIMIT));
            validity.watch(old);
            long start = System.nanoTime();
            node.kill();
            awaitPromotion(cluster, node);
            long promoted = System.nanoTime();
            assertStillHeld(kept, others);
            Lease successor = succeed(old, others, validity);
            long succeeded = System.nanoTime();
            node.restart();
            cluster.awaitGreen();
            assertThat(old.isValid()).isFalse();
            assertThat(old.release()).isEqualTo(ReleaseOutcome.LOST);
            assertThat(successor.release()).isEqualTo(ReleaseOutcome.RELEASED);
            return "SIGKILL: promoted after %d ms, succeeded after %d ms"
                    .formatted(millis(start, promoted), millis(start, succeeded));
        }
    }

    private static Lease succeed(Lease old, Holders others, Validity validity) {
        Lease successor = others.locks.acquire(
                Locks.exclusive(WATCHED).ttl(Duration.ofMinutes(1)).waitTime(LIMIT));
        validity.watch(successor);
        assertThat(old.isValid()).isFalse();
        assertThat(successor.fencingToken()).isGreaterThan(old.fencingToken());
        return successor;
    }

    /** What was acknowledged before the primary was lost is known to the promoted copy. */
    private static void assertStillHeld(Claim kept, Holders others) {
        Claim other = LateRequests.claim(kept.holds().get(0).name(), SHORT);
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> LateRequests.renew(others.store, kept, SHORT) instanceof RenewAnswer.Renewed);
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> others.store.acquire(List.of(other), SHORT).get(0) instanceof AcquireAnswer.Contended);
        others.store.release(List.of(new Release(kept.id(), kept.holds(), Duration.ZERO)), Duration.ofSeconds(10));
    }

    private static void awaitPromotion(TestCluster cluster, TestNode node) {
        await().atMost(LIMIT).ignoreExceptions().until(() -> cluster.primary(ALIAS) != node);
    }

    private static void createIndex(TestCluster cluster) throws Exception {
        try (RestClient client = RestClient.builder(
                        new HttpHost("127.0.0.1", cluster.nodes().get(0).port()))
                .build()) {
            ElasticsearchSchema.of(RestTransport.of(client)).replicas(2).create();
        }
        cluster.awaitGreen();
    }

    /** What each node says, of its own copy where it has one. */
    private static String views(TestCluster cluster) {
        StringBuilder views = new StringBuilder();
        for (TestNode node : cluster.nodes()) {
            String path = '/' + ALIAS + "/_search?preference=_only_local&size=20&seq_no_primary_term=true";
            views.append('\n')
                    .append(node.name())
                    .append(node.request("GET", "/_cat/shards?h=prirep,state,node", "")
                            .body())
                    .append(node.request("GET", path, "").body())
                    .append('\n')
                    .append(node.log());
        }
        return views.toString();
    }

    private static List<TestNode> without(TestNode node, List<TestNode> nodes) {
        return nodes.stream().filter(other -> other != node).toList();
    }

    private static Map<String, Long> count(List<Object> answers) {
        return answers.stream()
                .collect(Collectors.groupingBy(
                        answer -> answer instanceof Enum<?> constant
                                ? constant.name()
                                : answer.getClass().getSimpleName(),
                        TreeMap::new,
                        Collectors.counting()));
    }

    private static long millis(long from, long to) {
        return (to - from) / 1_000_000;
    }
}
