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
import static org.awaitility.Awaitility.await;

import io.holdonce.LockName;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.AcquireAnswer.Contended;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The lock index deleted, made anew, closed, blocked, copied: never a lock that is silently free with a smaller token. */
class LostIndexTest {

    private static final LockName NAME = LockName.of("held");
    private static final LockName OTHER = LockName.of("other");

    @EveryEngine
    void withoutItsIndexEveryCallIsATypedErrorAndMakesNone(Engine engine) {
        try (TestIndex index = new TestIndex(engine)) {
            Claim claim = exclusive(NAME);
            refused(() -> ask(index.store, claim), "There is no lock index", "holdonce schema elasticsearch --apply");
            refused(() -> ask(index.store, exclusive(NAME, OTHER)), "There is no lock index");
            refused(() -> renew(index.store, claim), "There is no lock index");
            refused(() -> release(index.store, claim), "There is no lock index");
            refused(() -> index.store.status(StatusQuery.of(NAME), TIMEOUT), "There is no lock index");
            refused(
                    () -> index.store.status(
                            new StatusQuery(Optional.empty(), "", Optional.empty(), Optional.empty(), 10), TIMEOUT),
                    "There is no lock index");
            refused(
                    () -> index.store.revoke(new Revocation(NAME, Optional.empty(), "ops", "why", true), TIMEOUT),
                    "There is no lock index");
            refused(() -> index.store.purge(Duration.ofDays(7), 10, TIMEOUT), "There is no lock index");
            refused(() -> index.store.now(TIMEOUT), "There is no lock index");
            assertThat(index.node.request("GET", "/" + index.alias, "").statusCode())
                    .isEqualTo(404);
        }
    }

    @EveryEngine
    void deletedWhileHeldItIsAnErrorUntilMadeAnewAndThenTheHolderIsToldAndTheNextTokenIsHigher(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            Claim old = exclusive(NAME);
            long token = take(index.store, old);
            index.admin("DELETE", "/" + index.first(), "");

            refused(() -> renew(index.store, old), "There is no lock index");
            refused(() -> ask(index.store, exclusive(NAME)), "There is no lock index");
            index.schema.create();

            assertThat(renew(index.store, old)).isInstanceOfSatisfying(RenewAnswer.Lost.class, lost -> assertThat(
                            lost.reason().kind())
                    .isEqualTo(LossReason.Kind.GONE));
            Claim next = exclusive(NAME);
            assertThat(take(index.store, next)).isGreaterThanOrEqualTo(token + 64);
            assertThat(renew(index.store, old)).isInstanceOf(RenewAnswer.Lost.class);
            assertThat(release(index.store, old)).isEqualTo(ReleaseOutcome.LOST);
            assertThat(renew(index.store, next)).isEqualTo(new RenewAnswer.Renewed());
        }
    }

    @EveryEngine
    void closedItIsATypedErrorAndOpenAgainEverythingIsHeldAsBefore(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            Claim claim = exclusive(NAME);
            take(index.store, claim);
            index.admin("POST", "/" + index.first() + "/_close", "");
            refused(() -> renew(index.store, claim), "is closed", "_open");
            refused(() -> ask(index.store, exclusive(NAME)), "is closed");
            index.admin("POST", "/" + index.first() + "/_open", "");
            index.admin("GET", "/_cluster/health/" + index.first() + "?wait_for_status=green&timeout=30s", "");
            assertThat(ask(index.store, exclusive(NAME))).isInstanceOf(Contended.class);
            assertThat(renew(index.store, claim)).isEqualTo(new RenewAnswer.Renewed());
        }
    }

    @EveryEngine
    void readOnlyAsAfterAFullDiskItIsATypedErrorAndWritableAgainEverythingIsHeldAsBefore(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            Claim claim = exclusive(NAME);
            take(index.store, claim);
            for (String block : List.of("read_only_allow_delete", "write", "read_only")) {
                index.admin("PUT", "/" + index.first() + "/_settings", "{\"index.blocks." + block + "\": true}");
                refused(() -> renew(index.store, claim), "may not be written");
                refused(() -> ask(index.store, exclusive(OTHER)), "may not be written");
                refused(() -> release(index.store, claim), "may not be written");
                index.admin("PUT", "/" + index.first() + "/_settings", "{\"index.blocks." + block + "\": null}");
            }
            assertThat(ask(index.store, exclusive(NAME))).isInstanceOf(Contended.class);
            assertThat(release(index.store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    @EveryEngine
    void copiedAndSwappedWhatWasCopiedIsHeldAndWhatWasNotIsLostWithAHigherTokenNext(Engine engine) {
        try (TestIndex index = TestIndex.created(engine)) {
            Claim copied = exclusive(NAME);
            long token = take(index.store, copied);
            Map<String, Object> document = Json.object(index.document(NAME), "_source");
            Claim between = exclusive(OTHER);
            long late = take(index.store, between);
            String second = index.alias + "-2";
            index.admin("PUT", "/" + second, Json.write(IndexDefinition.definition(0)));
            index.admin("PUT", "/" + second + "/_doc/" + Index.id(NAME), Json.write(document));
            // No copy is as fast as that of a test: the clock may show the same time for 200 ms.
            await().until(() -> ChronoUnit.MICROS.between(Instant.EPOCH, index.store.now(TIMEOUT)) > late + 64);
            swap(index, second);

            assertThat(ask(index.store, exclusive(NAME))).isInstanceOf(Contended.class);
            assertThat(renew(index.store, copied)).isEqualTo(new RenewAnswer.Renewed());
            assertThat(release(index.store, copied)).isEqualTo(ReleaseOutcome.RELEASED);
            assertThat(take(index.store, exclusive(NAME))).isGreaterThanOrEqualTo(token + 64);
            assertThat(renew(index.store, between)).isInstanceOf(RenewAnswer.Lost.class);
            assertThat(take(index.store, exclusive(OTHER))).isGreaterThanOrEqualTo(late + 64);
        }
    }

    @EveryEngine
    void anIndexThatHasTheAliasesNameIsATypedErrorAndNotTouched(Engine engine) {
        try (TestIndex index = new TestIndex(engine)) {
            index.admin("PUT", "/" + index.alias, "");
            refused(() -> ask(index.store, exclusive(NAME)), index.alias);
            refused(() -> index.schema.create(), "");
            assertThat(index.schema.problems()).singleElement().asString().contains("is an index, not an alias");
            assertThat(Json.number(index.admin("GET", "/" + index.alias + "/_count", ""), "count"))
                    .isZero();
        }
    }

    private static void swap(TestIndex index, String second) {
        String alias = "\"alias\": \"" + index.alias + "\"";
        index.admin(
                "POST",
                "/_aliases",
                "{\"actions\": [{\"remove\": {\"index\": \"" + index.first() + "\", " + alias
                        + "}}, {\"add\": {\"index\": \"" + second + "\", " + alias + ", \"is_write_index\": true}}]}");
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(StoreMisconfiguredException.class).hasMessageContainingAll(words);
    }
}
