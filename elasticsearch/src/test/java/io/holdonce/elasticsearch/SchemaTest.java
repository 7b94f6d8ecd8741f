// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.LockName;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Finding;
import io.holdonce.spi.StoreCheck.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How the lock index is made, and what the check makes of one that is not as it should be. */
class SchemaTest {

    @EveryEngine
    void whatIsMadeHasNoProblemsAndMakingItAgainChangesNothing(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            long token = take(index.store, exclusive(LockName.of("held")));
            assertThat(index.schema.problems()).isEmpty();
            index.schema.create();
            assertThat(index.schema.problems()).isEmpty();
            assertThat(Json.number(Json.object(index.document(LockName.of("held")), "_source"), "token"))
                    .isEqualTo(token);
            StoreCheck check = index.store.check(Claims.TIMEOUT);
            assertThat(check.product())
                    .contains(engine.version())
                    .startsWith(engine.isOpenSearch() ? "Open" : "Elastic");
            assertThat(check.findings()).extracting(Finding::level).containsOnly(Level.OK);
        }
    }

    @EveryEngine
    void ofManyCreatorsAtOnceEachSucceeds(Engine engine) throws Exception {
        try (TestIndex index = new TestIndex(engine)) {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ends.add(threads.submit(index.schema::create));
            }
            threads.shutdown();
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
            assertThat(index.schema.problems()).isEmpty();
        }
    }

    @EveryEngine
    void theAliasIsPutBackWhereItWasTakenOff(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            long token = take(index.store, exclusive(LockName.of("held")));
            index.admin("DELETE", "/" + index.first() + "/_alias/" + index.alias, "");
            assertThat(index.schema.problems()).singleElement().asString().contains("no alias");
            index.schema.create();
            assertThat(Json.number(Json.object(index.document(LockName.of("held")), "_source"), "token"))
                    .isEqualTo(token);
        }
    }

    @EveryEngine
    void aTemplateForAllIndicesDoesNotReachIt(Engine engine) {
        try (TestIndex index = new TestIndex(engine)) {
            String everything = "/_index_template/everything-" + index.alias;
            index.admin("PUT", everything, """
                    {"index_patterns": ["*"], "priority": 5000, "template": {
                      "settings": {"index.number_of_shards": 3, "index.translog.durability": "async"},
                      "mappings": {"dynamic": true, "properties": {"token": {"type": "text"}, "more": {"type": "text"}}}}}""");
            try {
                index.schema.create();
            } finally {
                index.admin("DELETE", everything, "");
            }
            assertThat(index.schema.problems()).isEmpty();
            take(index.store, exclusive(LockName.of("held")));
        }
    }

    @EveryEngine
    void whatIsWrongIsSaidEachWithItsRemedy(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            index.admin(
                    "PUT",
                    "/" + index.first() + "/_settings",
                    "{\"index.translog.durability\": \"async\", \"index.default_pipeline\": \"other\", "
                            + "\"index.blocks.write\": true}");
            index.admin("DELETE", "/_index_template/" + index.alias, "");
            List<Finding> findings = ElasticsearchStore.builder(index.client.transport)
                    .alias(index.alias)
                    .build()
                    .check(Claims.TIMEOUT)
                    .findings();
            assertThat(findings)
                    .filteredOn(finding -> finding.level() == Level.ERROR)
                    .extracting(Finding::subject)
                    .contains("index.translog.durability", "index.default_pipeline", "index.blocks.write", "replicas");
            assertThat(findings)
                    .filteredOn(finding -> finding.level() == Level.WARN)
                    .extracting(Finding::subject)
                    .contains("template");
            assertThat(findings)
                    .filteredOn(finding ->
                            finding.level() != Level.OK && !finding.subject().equals("clock"))
                    .allSatisfy(finding -> assertThat(finding.remedy()).isNotBlank());
        }
    }

    @EveryEngine
    void anotherMappingAndTwoIndicesBehindTheAliasAreErrors(Engine engine) {
        try (TestIndex index = new TestIndex(engine)) {
            String alias = "{\"aliases\": {\"" + index.alias + "\": {}}}";
            index.admin("PUT", "/" + index.alias + "-1", alias);
            assertThat(index.schema.problems()).anyMatch(problem -> problem.startsWith("mapping"));
            index.admin("PUT", "/" + index.alias + "-2", alias);
            assertThat(index.schema.problems()).singleElement().asString().contains("stands for 2 indices");
            assertThatThrownBy(() -> Claims.ask(index.store, exclusive(LockName.of("held"))))
                    .isInstanceOf(io.holdonce.StoreMisconfiguredException.class);
        }
    }

    @EveryEngine
    void aReplicaWithoutAPlaceIsAWarning(Engine engine) {
        try (TestIndex index = new TestIndex(engine)) {
            ElasticsearchSchema.of(index.client.transport).alias(index.alias).create();
            assertThat(index.store.check(Claims.TIMEOUT).findings())
                    .filteredOn(finding -> finding.level() != Level.OK)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.subject()).isEqualTo("copies"));
        }
    }

    @Test
    void noReplicaIsRefusedUnlessASingleCopyIsSaid() {
        ElasticsearchSchema schema = ElasticsearchSchema.of((request, timeout) -> new Transport.Answer(200, "{}"));
        assertThatThrownBy(() -> schema.replicas(0)).hasMessageContaining("singleCopy()");
        assertThat(schema.replicas(2).requests()).contains("\"number_of_replicas\" : 2");
        assertThat(schema.singleCopy().requests()).contains("\"number_of_replicas\" : 0");
        assertThat(ElasticsearchSchema.defaultRequests()).isEqualTo(schema.requests());
    }

    @Test
    void aliasesThatAreNoneAreRefused() {
        ElasticsearchSchema schema = ElasticsearchSchema.of((request, timeout) -> new Transport.Answer(200, "{}"));
        for (String alias : List.of("", "Locks", "_locks", "a/b", "a,b", "a*", "a b", "..", "é")) {
            assertThatThrownBy(() -> schema.alias(alias)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(schema.alias("locks.of_team-1").requests()).contains("PUT /locks.of_team-1-1");
    }
}
