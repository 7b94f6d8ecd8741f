// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.TIMEOUT;
import static io.holdonce.elasticsearch.Claims.ask;
import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.release;
import static io.holdonce.elasticsearch.Claims.renew;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.AcquireAnswer.Contended;
import io.holdonce.spi.AcquireAnswer.Granted;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** What operations cost, counted outside the store, and what a copy of a request does that arrives late. */
class RequestsTest {

    private static final LockName A = LockName.of("a");
    private static final LockName B = LockName.of("b");
    private static final LockName C = LockName.of("c");

    private final List<Transport.Request> sent = new ArrayList<>();

    @BeforeEach
    void forget() {
        sent.clear();
    }

    private ElasticsearchStore counted(TestIndex index) {
        return index.store((request, timeout) -> {
            sent.add(request);
            return index.client.transport.send(request, timeout);
        });
    }

    private int requests() {
        int count = sent.size();
        sent.clear();
        return count;
    }

    @EveryEngine
    void acquireRenewalOfAnyNumberAndReleaseAreOneRequestEach(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            Claim claim = exclusive(A);
            take(store, claim);
            assertThat(requests()).as("a name's first use").isEqualTo(1);
            assertThat(renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(requests()).isEqualTo(1);
            release(store, claim);
            assertThat(requests()).isEqualTo(1);
            take(store, Claims.of(LockMode.SHARED, A));
            assertThat(requests()).isEqualTo(1);
            List<Claim> many = IntStream.range(0, 100)
                    .mapToObj(i -> exclusive(LockName.of("n" + i)))
                    .toList();
            assertThat(store.acquire(many, TIMEOUT)).hasOnlyElementsOfType(Granted.class);
            assertThat(requests()).isEqualTo(1);
            assertThat(store.renew(many.stream().map(Claims::renewal).toList(), TIMEOUT))
                    .containsOnly(new RenewAnswer.Renewed());
            assertThat(requests()).isEqualTo(1);
        }
    }

    @EveryEngine
    void severalNamesAreTwoRequestsAndOneWhenRefused(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            Claim claim = exclusive(A, B, C);
            take(store, claim);
            assertThat(requests()).isEqualTo(2);
            assertThat(ask(store, exclusive(A, B, C))).isInstanceOf(Contended.class);
            assertThat(requests()).isEqualTo(1);
            assertThat(renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(requests()).isEqualTo(1);
            release(store, claim);
            assertThat(requests()).isEqualTo(1);
        }
    }

    @EveryEngine
    void refusedTryIsOneRequestAndWritesNothing(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            take(store, exclusive(A));
            take(store, Claims.of(LockMode.SHARED, B));
            List<Object> before = List.of(index.document(A), index.document(B));
            sent.clear();
            assertThat(ask(store, exclusive(A))).isInstanceOf(Contended.class);
            assertThat(ask(store, Claims.of(LockMode.SHARED, A))).isInstanceOf(Contended.class);
            assertThat(ask(store, exclusive(B))).isInstanceOf(Contended.class);
            assertThat(requests()).isEqualTo(3);
            assertThat(ask(store, exclusive(A, B, C))).isInstanceOf(Contended.class);
            assertThat(List.of(index.document(A), index.document(B))).isEqualTo(before);
            assertThat(index.node
                            .request("GET", "/" + index.alias + "/_doc/" + Index.id(C), "")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @EveryEngine
    void refusalAfterAnUnclearAnswerAndLossesAreWritten(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            take(index.store, exclusive(A));
            Claim unclear = exclusive(A).again(Duration.ZERO, true);
            long writes = writes(index);
            assertThat(ask(index.store, unclear)).isInstanceOf(Contended.class);
            assertThat(writes(index)).isEqualTo(writes + 1);
            assertThat(renew(index.store, unclear)).isInstanceOf(RenewAnswer.Lost.class);
            assertThat(writes(index)).isEqualTo(writes + 2);
            assertThat(release(index.store, unclear)).isEqualTo(ReleaseOutcome.LOST);
            assertThat(writes(index)).isEqualTo(writes + 3);
        }
    }

    private static long writes(TestIndex index) {
        return Json.number(Json.object(index.document(A), "_source"), "writes");
    }

    @EveryEngine
    void copyOfAnAcquireThatArrivesAfterTheReleaseIsRefused(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            for (Claim claim : List.of(exclusive(A), exclusive(B, C))) {
                take(store, claim);
                Transport.Request acquire = sent.get(sent.size() - 1);
                release(store, claim);
                again(index, acquire);
                Claim next = exclusive(
                        claim.holds().stream().map(hold -> hold.name()).toArray(LockName[]::new));
                take(store, next);
                again(index, acquire);
                assertThat(renew(store, next)).isEqualTo(new RenewAnswer.Renewed());
                release(store, next);
            }
        }
    }

    @EveryEngine
    void acquireThatArrivesAfterItsClaimWasGivenUpIsRefused(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            Claim before = exclusive(A);
            take(store, before);
            Claim abandoned = exclusive(A);
            ask(store, abandoned);
            Transport.Request acquire = sent.get(sent.size() - 1);
            assertThat(release(store, abandoned)).isEqualTo(ReleaseOutcome.LOST);
            release(store, before);
            again(index, acquire);
            take(store, exclusive(A));
        }
    }

    @EveryEngine
    void copiesOfRenewalAndReleaseThatArriveLateTouchNoSuccessor(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            ElasticsearchStore store = counted(index);
            Claim old = exclusive(A);
            take(store, old);
            renew(store, old);
            release(store, old);
            List<Transport.Request> late = List.copyOf(sent);
            Claim next = exclusive(A);
            long token = take(store, next);
            late.forEach(request -> again(index, request));
            assertThat(renew(store, next)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(Json.number(Json.object(index.document(A), "_source"), "token"))
                    .isEqualTo(token);
            late.forEach(request -> again(index, request));
            assertThat(release(store, next)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    private static void again(TestIndex index, Transport.Request request) {
        assertThat(index.client.transport.send(request, TIMEOUT).status()).isEqualTo(200);
    }
}
