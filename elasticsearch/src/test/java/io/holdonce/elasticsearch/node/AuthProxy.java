// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a node, which has no security of its own in tests, and demands credentials as a secured one does: whoever comes
 * without them gets 401, whoever asks for what they do not allow gets 403. With TLS if wanted.
 *
 * <p><b>Threads:</b> safe.
 */
public final class AuthProxy implements AutoCloseable {

    /** Headers that belong to one connection and not to the request. */
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "content-length", "host", "expect", "upgrade", "transfer-encoding", "keep-alive");

    private final HttpServer server;
    private final ExecutorService threads;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI node;
    private final @Nullable SSLContext tls;
    private final AtomicInteger refused = new AtomicInteger();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile String authorization;
    private volatile BiPredicate<String, String> allowed = (method, path) -> true;

    private AuthProxy(URI node, String authorization, @Nullable SSLContext tls) {
        this.node = node;
        this.authorization = authorization;
        this.tls = tls;
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            if (tls == null) {
                server = HttpServer.create(address, 0);
            } else {
                HttpsServer secure = HttpsServer.create(address, 0);
                secure.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = secure;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "auth-proxy");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Demands HTTP basic authentication. */
    public static AuthProxy basic(TestNode node, String user, String password) {
        return new AuthProxy(node.uri(), basicHeader(user, password), null);
    }

    /** Demands an API key, in its encoded form. */
    public static AuthProxy apiKey(TestNode node, String key) {
        return new AuthProxy(node.uri(), "ApiKey " + key, null);
    }

    /** Demands HTTP basic authentication over TLS, with a certificate that only {@link #trust} trusts. */
    public static AuthProxy tls(TestNode node, String user, String password) {
        return new AuthProxy(node.uri(), basicHeader(user, password), SelfSigned.context());
    }

    private static String basicHeader(String user, String password) {
        byte[] both = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    /** Where clients reach it. */
    public URI uri() {
        return URI.create((tls == null ? "http" : "https") + "://127.0.0.1:" + port());
    }

    /** Its loopback port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** What a client needs to trust its certificate; only with TLS. */
    public SSLContext trust() {
        if (tls == null) {
            throw new IllegalStateException("Without TLS there is nothing to trust");
        }
        return tls;
    }

    /** The value of the header that it demands. */
    public String authorization() {
        return authorization;
    }

    /** From now on it demands another value, as after a key was withdrawn. */
    public void authorization(String other) {
        authorization = other;
    }

    /** From now on it answers 403 to what this refuses; it is asked with the method and the path without its query. */
    public void allow(BiPredicate<String, String> requests) {
        allowed = requests;
    }

    /** How many requests were answered 401 or 403. */
    public int refused() {
        return refused.get();
    }

    /** What was let through so far, as {@code POST /index/_update/id}, in order. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getRawPath();
            if (!authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"security\", ApiKey");
                refuse(exchange, 401, "missing or wrong credentials for REST request [" + path + "]");
            } else if (!allowed.test(method, path)) {
                refuse(exchange, 403, "action is unauthorized");
            } else {
                requests.add(method + ' ' + path);
                forward(exchange, body);
            }
        }
    }

    private void refuse(HttpExchange exchange, int status, String reason) throws IOException {
        refused.incrementAndGet();
        String error = "{\"type\":\"security_exception\",\"reason\":\"" + reason + "\"}";
        byte[] body = ("{\"error\":{\"root_cause\":[" + error + "]," + error.substring(1) + ",\"status\":" + status
                        + '}')
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        send(exchange, status, body);
    }

    private void forward(HttpExchange exchange, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        node.resolve(exchange.getRequestURI().toString()))
                .timeout(Duration.ofSeconds(120))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!OF_THE_CONNECTION.contains(lower) && !lower.equals("authorization")) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            refuse(exchange, 502, "the node does not answer");
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        response.headers().map().forEach((name, values) -> {
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        send(exchange, response.statusCode(), response.body());
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
