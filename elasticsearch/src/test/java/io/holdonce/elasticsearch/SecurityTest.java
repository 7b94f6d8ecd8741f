// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import static io.holdonce.elasticsearch.Claims.exclusive;
import static io.holdonce.elasticsearch.Claims.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.LockName;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.elasticsearch.node.AuthProxy;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck.Finding;
import io.holdonce.spi.StoreCheck.Level;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;
import org.junit.jupiter.api.Test;

/** A cluster that demands a log-in gets it from the user's client; what the locks need to be allowed is this and no more. */
class SecurityTest {

    private static final Engine ENGINE = Engine.ELASTICSEARCH_8;
    private static final String KEY = "aG9sZG9uY2U6c2VjcmV0";

    @Test
    void apiKeyOfTheUsersClientIsUsed() throws Exception {
        try (TestIndex index = TestIndex.created(ENGINE);
                AuthProxy proxy = AuthProxy.apiKey(index.node, KEY);
                RestClient client = RestClient.builder(new HttpHost("127.0.0.1", proxy.port(), "http"))
                        .setDefaultHeaders(new BasicHeader[] {new BasicHeader("Authorization", "ApiKey " + KEY)})
                        .build()) {
            take(index.store(RestTransport.of(client)), exclusive(LockName.of("a")));
            take(index.store(jdk(proxy).apiKey(KEY)), exclusive(LockName.of("b")));
            assertThat(proxy.refused()).isZero();
        }
    }

    @Test
    void basicLogInOverTlsWorks() {
        try (TestIndex index = TestIndex.created(ENGINE);
                AuthProxy proxy = AuthProxy.tls(index.node, "locks", "secret")) {
            JdkTransport transport = JdkTransport.of(
                    HttpClient.newBuilder().sslContext(proxy.trust()).build(), proxy.uri());
            take(index.store(transport.basic("locks", "secret")), exclusive(LockName.of("a")));
            assertThatThrownBy(() -> take(
                            index.store(JdkTransport.of(HttpClient.newHttpClient(), proxy.uri())
                                    .basic("locks", "secret")),
                            exclusive(LockName.of("a"))))
                    .as("a certificate that is not trusted")
                    .isInstanceOf(io.holdonce.StoreUnavailableException.class);
        }
    }

    @Test
    void wrongLogInIsMisconfiguredAndTellsNoSecret() {
        try (TestIndex index = TestIndex.created(ENGINE);
                AuthProxy proxy = AuthProxy.basic(index.node, "locks", "secret")) {
            ElasticsearchStore store = index.store(jdk(proxy).basic("locks", "wr0ng-word"));
            assertThatThrownBy(() -> take(store, exclusive(LockName.of("a"))))
                    .isInstanceOf(StoreMisconfiguredException.class)
                    .message()
                    .contains("401")
                    .doesNotContain("wr0ng-word");
            assertThat(store.check(Claims.TIMEOUT).findings())
                    .anyMatch(finding ->
                            finding.level() == Level.ERROR && finding.subject().equals("log-in"));
        }
    }

    /** {@code read} and {@code write} on the lock index. */
    @Test
    void searchAndBulkWritesByTheAliasAreAllThatLocksNeed() {
        try (TestIndex index = TestIndex.created(ENGINE);
                AuthProxy proxy = AuthProxy.apiKey(index.node, KEY)) {
            proxy.allow((method, path) -> method.equals("POST")
                    && (path.equals("/" + index.alias + "/_bulk") || path.equals("/" + index.alias + "/_search")));
            ElasticsearchStore store = index.store(jdk(proxy).apiKey(KEY));
            var claim = exclusive(LockName.of("a"), LockName.of("b"));
            take(store, claim);
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
            store.status(StatusQuery.of(LockName.of("a")), Claims.TIMEOUT);
            store.status(new StatusQuery(Optional.empty(), "", Optional.empty(), Optional.empty(), 10), Claims.TIMEOUT);
            store.revoke(new Revocation(LockName.of("a"), Optional.empty(), "ops", "why", true), Claims.TIMEOUT);
            Claims.release(store, claim);
            store.purge(Duration.ofDays(7), 10, Claims.TIMEOUT);
            store.now(Claims.TIMEOUT);
            assertThat(proxy.refused()).isZero();
            List<Finding> findings = store.check(Claims.TIMEOUT).findings();
            assertThat(findings).extracting(Finding::level).contains(Level.WARN).doesNotContain(Level.ERROR);
            assertThat(findings)
                    .filteredOn(finding -> finding.level() == Level.WARN)
                    .allSatisfy(finding -> assertThat(finding.remedy()).isNotBlank());
        }
    }

    private static JdkTransport jdk(AuthProxy proxy) {
        return JdkTransport.of(HttpClient.newHttpClient(), proxy.uri());
    }
}
