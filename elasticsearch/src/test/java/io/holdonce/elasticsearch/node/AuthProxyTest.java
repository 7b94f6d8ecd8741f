// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class AuthProxyTest {

    private static final TestNode NODE = TestNode.shared(Engine.OPENSEARCH_2);

    @Test
    void letsInWhoHasTheKey() throws Exception {
        try (AuthProxy proxy = AuthProxy.apiKey(NODE, "a2V5")) {
            HttpClient client = HttpClient.newHttpClient();

            assertThat(get(client, proxy, "").statusCode()).isEqualTo(401);
            assertThat(get(client, proxy, "ApiKey other").statusCode()).isEqualTo(401);
            HttpResponse<String> allowed = get(client, proxy, "ApiKey a2V5");

            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.body()).contains(Engine.OPENSEARCH_2.version());
            assertThat(proxy.refused()).isEqualTo(2);
            assertThat(proxy.requests()).containsExactly("GET /");
        }
    }

    @Test
    void forbidsWhatIsNotAllowed() throws Exception {
        try (AuthProxy proxy = AuthProxy.basic(NODE, "user", "secret")) {
            proxy.allow((method, path) -> !path.equals("/"));

            HttpResponse<String> answer = get(HttpClient.newHttpClient(), proxy, proxy.authorization());

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("security_exception");
        }
    }

    @Test
    void speaksTlsToWhoTrustsIt() throws Exception {
        try (AuthProxy proxy = AuthProxy.tls(NODE, "user", "secret")) {
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(proxy.trust()).build();

            assertThat(get(trusting, proxy, proxy.authorization()).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(HttpClient.newHttpClient(), proxy, proxy.authorization()))
                    .isInstanceOf(SSLException.class);
        }
    }

    private static HttpResponse<String> get(HttpClient client, AuthProxy proxy, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(proxy.uri().resolve("/"));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
