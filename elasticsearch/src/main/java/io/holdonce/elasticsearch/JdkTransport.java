// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Over the JDK's own HTTP client, for programs that have no client of the cluster: one address, of a node or of a load balancer
 * before several.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class JdkTransport implements Transport {

    private final HttpClient client;
    private final URI address;
    private final @Nullable String authorization;

    private JdkTransport(HttpClient client, URI address, @Nullable String authorization) {
        this.client = client;
        this.address = address;
        this.authorization = authorization;
    }

    /**
     * Over a client that is the caller's.
     *
     * @param client the client, with the TLS context and the connect time-out that are wanted
     * @param address {@code http} or {@code https}, host, port, and perhaps a path before the cluster's own
     * @return a transport that logs in to nothing
     * @throws IllegalArgumentException if it is no such address, or has a user in it
     */
    public static JdkTransport of(HttpClient client, URI address) {
        boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!web || address.getHost() == null || address.getRawUserInfo() != null || address.getRawQuery() != null) {
            throw new IllegalArgumentException(
                    "The address of a cluster is http://HOST:PORT or https://HOST:PORT, without a user.");
        }
        return new JdkTransport(Objects.requireNonNull(client, "client"), address, null);
    }

    /**
     * The same with a user and a password.
     *
     * @param user the user
     * @param password the password
     * @return a new one
     */
    public JdkTransport basic(String user, String password) {
        byte[] both = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
        return new JdkTransport(client, address, "Basic " + Base64.getEncoder().encodeToString(both));
    }

    /**
     * The same with an API key.
     *
     * @param encoded the key as the cluster prints it under {@code encoded}
     * @return a new one
     */
    public JdkTransport apiKey(String encoded) {
        return new JdkTransport(client, address, "ApiKey " + encoded);
    }

    @Override
    public Answer send(Request request, Duration timeout) {
        String prefix = address.toString();
        URI target = URI.create((prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix) + request.path());
        HttpRequest.Builder sending = HttpRequest.newBuilder(target)
                .method(
                        request.method(),
                        request.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(request.body()))
                .header("Content-Type", "application/json");
        if (authorization != null) {
            sending.header("Authorization", authorization);
        }
        CompletableFuture<HttpResponse<String>> call =
                client.sendAsync(sending.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        var unused = call.whenComplete((response, failure) -> {
            if (response != null) {
                answer.complete(new Answer(response.statusCode(), response.body()));
            } else {
                answer.completeExceptionally(Objects.requireNonNull(failure));
            }
        });
        return Exchange.await(answer, () -> call.cancel(true), timeout);
    }
}
