// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.TIMEOUT;
import static io.holdonce.elasticsearch.Claims.ask;
import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.release;
import static io.holdonce.elasticsearch.Claims.renew;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.elasticsearch.Transport.Answer;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.AcquireAnswer.Contended;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Answers that prove nothing: what a copy says that is no longer the primary, what a busy or broken cluster says. */
class UnclearAnswersTest {

    private static final Engine ENGINE = Engine.OPENSEARCH_2;
    private static final LockName NAME = LockName.of("a");

    private final List<String> sent = new ArrayList<>();

    /** A store that is told something else than the cluster said, for its first requests. */
    private ElasticsearchStore lied(TestIndex index, int times, UnaryOperator<Answer> lie) {
        sent.clear();
        return index.store((request, timeout) -> {
            sent.add(request.body());
            Answer truth = index.client.transport.send(request, timeout);
            return sent.size() <= times ? lie.apply(truth) : truth;
        });
    }

    private static Answer nothingWritten(Answer truth) {
        return new Answer(
                truth.status(), truth.body().replaceAll("\"result\":\"(created|updated)\"", "\"result\":\"noop\""));
    }

    private static Answer item(int status, String type) {
        return new Answer(
                200,
                "{\"errors\":true,\"items\":[{\"update\":{\"status\":" + status + ",\"error\":{\"type\":\"" + type
                        + "\",\"reason\":\"as the test wants\"}}}]}");
    }

    @Test
    void grantThatWasNotWrittenIsNone() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            ElasticsearchStore store = lied(index, 1, UnclearAnswersTest::nothingWritten);
            Claim claim = exclusive(NAME);
            assertSent(catchThrowableOfType(StoreUnavailableException.class, () -> ask(store, claim)));
            assertThat(ask(store, claim.again(Duration.ZERO, true))).isInstanceOf(Granted.class);
        }
    }

    @Test
    void whatOneOfSeveralCopiesAcknowledgedIsAskedAgain() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            ElasticsearchStore store = answeredByOneOfThree(index, 1);
            assertThat(ask(store, exclusive(NAME))).isInstanceOf(Granted.class);
            assertThat(sent).hasSize(2);
        }
    }

    @Test
    void whatOnlyOneOfSeveralCopiesAcknowledgesIsUnknownAndNamesTheRemedy() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            ElasticsearchStore store = answeredByOneOfThree(index, Integer.MAX_VALUE);
            StoreUnavailableException unknown = catchThrowableOfType(
                    StoreUnavailableException.class,
                    () -> store.acquire(List.of(exclusive(NAME)), Duration.ofSeconds(1)));
            assertSent(unknown);
            assertThat(unknown).hasMessageContaining("singleCopy()");
        }
    }

    /** As a primary answers that was demoted while it was stopped. */
    private ElasticsearchStore answeredByOneOfThree(TestIndex index, int times) {
        sent.clear();
        return ElasticsearchStore.builder((request, timeout) -> {
                    sent.add(request.body());
                    Answer truth = index.client.transport.send(request, timeout);
                    String one = truth.body().replace("\"total\":1,\"successful\":1", "\"total\":3,\"successful\":1");
                    return sent.size() <= times ? new Answer(truth.status(), one) : truth;
                })
                .alias(index.alias)
                .build();
    }

    @Test
    void renewalAndReleaseThatWereNotWrittenAreUnknown() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            Claim claim = exclusive(NAME);
            take(index.store, claim);
            ElasticsearchStore store = lied(index, 1, UnclearAnswersTest::nothingWritten);
            assertThat(renew(store, claim)).isEqualTo(new RenewAnswer.Unknown());
            ElasticsearchStore other = lied(index, 1, UnclearAnswersTest::nothingWritten);
            assertSent(catchThrowableOfType(StoreUnavailableException.class, () -> release(other, claim)));
            assertThat(release(other, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    @Test
    void lossThatWasNotWrittenIsUnknown() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            take(index.store, exclusive(NAME));
            ElasticsearchStore store = lied(index, 1, UnclearAnswersTest::nothingWritten);
            assertThat(renew(store, exclusive(NAME))).isEqualTo(new RenewAnswer.Unknown());
        }
    }

    @Test
    void conflictIsSettledByAnotherWriteOfTheSameClaim() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            take(index.store, exclusive(NAME));
            Claim claim = exclusive(NAME);
            ElasticsearchStore store = lied(index, 1, truth -> item(409, "version_conflict_engine_exception"));
            assertThat(ask(store, claim)).isInstanceOf(Contended.class);
            assertThat(sent)
                    .hasSize(2)
                    .allMatch(body -> body.contains(claim.id().toString()));
            assertThat(sent.get(0)).contains("\"sure\":false");
            assertThat(sent.get(1)).contains("\"sure\":true");
        }
    }

    @Test
    void grantBehindAConflictIsRecognised() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            ElasticsearchStore store = lied(index, 2, truth -> item(409, "version_conflict_engine_exception"));
            Claim claim = exclusive(NAME);
            long token = take(store, claim);
            assertThat(Json.number(Json.object(index.document(NAME), "_source"), "token"))
                    .isEqualTo(token);
            ElasticsearchStore releasing = lied(index, 1, truth -> item(409, "version_conflict_engine_exception"));
            assertThat(release(releasing, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    @Test
    void busyClusterIsAskedAgainAndNeverContended() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            for (Answer busy : List.of(
                    new Answer(429, "{\"error\":{\"type\":\"es_rejected_execution_exception\"},\"status\":429}"),
                    item(429, "circuit_breaking_exception"))) {
                ElasticsearchStore store = lied(index, 3, truth -> busy);
                Claim claim = exclusive(NAME);
                take(store, claim);
                assertThat(sent).hasSize(4);
                ElasticsearchStore always = lied(index, 1_000, truth -> busy);
                assertSent(catchThrowableOfType(
                        StoreUnavailableException.class,
                        () -> always.release(
                                List.of(new Release(claim.id(), claim.holds(), Duration.ZERO)),
                                Duration.ofMillis(300))));
            }
        }
    }

    @Test
    void brokenAnswersAreUnknown() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            for (Answer broken : List.of(
                    new Answer(503, "{\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"no master\"}}"),
                    new Answer(502, "<html>Bad gateway</html>"),
                    new Answer(200, "<html>Welcome</html>"),
                    new Answer(200, "{\"items\":[]}"),
                    new Answer(200, ""),
                    new Answer(408, ""),
                    item(503, "unavailable_shards_exception"),
                    item(500, "node_disconnected_exception"))) {
                ElasticsearchStore store = lied(index, 1, truth -> broken);
                Claim claim = exclusive(LockName.of("broken"));
                assertSent(catchThrowableOfType(StoreUnavailableException.class, () -> ask(store, claim)));
                assertThat(ask(store, claim.again(Duration.ZERO, true))).isInstanceOf(Granted.class);
                assertThat(release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
            }
        }
    }

    @Test
    void severalNamesOfWhichOneIsUnclearAreUnknownAndRecognisedNextTime() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            Claim claim = exclusive(NAME, LockName.of("b"), LockName.of("c"));
            for (int lost = 1; lost <= 2; lost++) {
                int which = lost;
                ElasticsearchStore store =
                        lied(index, which, truth -> sent.size() == which ? new Answer(504, "") : truth);
                assertSent(catchThrowableOfType(StoreUnavailableException.class, () -> ask(store, claim)));
            }
            long token = take(index.store, claim.again(Duration.ZERO, true));
            claim.holds().forEach(hold -> assertThat(
                            Json.number(Json.object(index.document(hold.name()), "_source"), "token"))
                    .isEqualTo(token));
            assertThat(renew(index.store, claim)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(release(index.store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    @Test
    void nameTakenBetweenTheLookAndTheTakingGivesAllBack() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            List<LockName> names = exclusive(NAME, LockName.of("b"), LockName.of("c")).holds().stream()
                    .map(hold -> hold.name())
                    .toList();
            for (LockName taken : names) {
                Claim other = exclusive(taken);
                sent.clear();
                ElasticsearchStore store = index.store((request, timeout) -> {
                    sent.add(request.body());
                    if (sent.size() == 2) {
                        take(index.store, other);
                    }
                    return index.client.transport.send(request, timeout);
                });
                assertThat(ask(store, exclusive(names.toArray(LockName[]::new))))
                        .isInstanceOf(Contended.class);
                names.stream().filter(name -> !name.equals(taken)).forEach(name -> {
                    Claim free = exclusive(name);
                    take(index.store, free);
                    release(index.store, free);
                });
                release(index.store, other);
            }
        }
    }

    @Test
    void differingTokensOfSeveralNamesAreMadeOne() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            LockName other = LockName.of("b");
            Claim between = exclusive(other);
            sent.clear();
            ElasticsearchStore store = index.store((request, timeout) -> {
                sent.add(request.body());
                if (sent.size() == 2) {
                    // The clock stands still for a while, so these two go ahead of it.
                    take(index.store, between);
                    release(index.store, between);
                    take(index.store, exclusive(other).again(Duration.ZERO, false));
                    index.store.revoke(
                            new io.holdonce.spi.Revocation(other, java.util.Optional.empty(), "ops", "why", true),
                            TIMEOUT);
                }
                return index.client.transport.send(request, timeout);
            });
            Claim claim = exclusive(NAME, other);
            long token = take(store, claim);
            for (LockName name : List.of(NAME, other)) {
                var document = Json.object(index.document(name), "_source");
                assertThat(Json.number(document, "token")).isEqualTo(token);
                assertThat(Json.number(
                                Json.object(
                                        Json.object(document, "holds"),
                                        claim.id().toString()),
                                "token"))
                        .isEqualTo(token);
            }
        }
    }

    @Test
    void whatTheClusterForbidsIsMisconfigured() {
        try (TestIndex index = TestIndex.created(ENGINE)) {
            for (Answer answer : List.of(
                    new Answer(401, ""),
                    new Answer(403, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}"),
                    new Answer(404, "{\"error\":{\"type\":\"index_not_found_exception\"}}"),
                    item(400, "strict_dynamic_mapping_exception"),
                    item(429, "cluster_block_exception"),
                    item(403, "cluster_block_exception"))) {
                ElasticsearchStore store = lied(index, 1, truth -> answer);
                assertThatThrownBy(() -> ask(store, exclusive(NAME)))
                        .isInstanceOf(StoreMisconfiguredException.class)
                        .message()
                        .isNotBlank();
                index.store.revoke(
                        new io.holdonce.spi.Revocation(NAME, java.util.Optional.empty(), "ops", "next", true), TIMEOUT);
            }
        }
    }

    private static void assertSent(StoreUnavailableException failure) {
        assertThat(failure).isNotNull();
        assertThat(failure.sent()).isTrue();
    }
}
