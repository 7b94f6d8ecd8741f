// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A real node as a process of its own, on a loopback port, with its data below {@code target}; without security, without replicas.
 *
 * <p><b>Threads:</b> safe.
 */
public final class TestNode implements AutoCloseable {

    private static final Map<Engine, TestNode> SHARED = new ConcurrentHashMap<>();

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Engine engine;
    private final NodeProcess process;
    private final String name;

    TestNode(Engine engine, NodeProcess process, String name) {
        this.engine = engine;
        this.process = process;
        this.name = name;
    }

    /**
     * The node that this JVM's tests share, started at the first call. It must be neither paused nor killed.
     *
     * @param engine which is available
     */
    public static TestNode shared(Engine engine) {
        return SHARED.computeIfAbsent(engine, it -> start(it, Map.of()));
    }

    /**
     * A node of one test's own, to be closed.
     *
     * @param engine which is available
     * @param settings as in its configuration file, beside those that every test needs
     */
    public static TestNode start(Engine engine, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(common(engine));
        all.put("discovery.type", "single-node");
        all.put("transport.port", "0");
        all.put("cluster.name", "holdonce-" + ProcessHandle.current().pid());
        all.putAll(settings);
        TestNode node = new TestNode(engine, NodeProcess.prepare(engine, 256, all), "node");
        node.restart();
        EngineReport.ran(engine);
        return node;
    }

    static Map<String, String> common(Engine engine) {
        Map<String, String> settings = new HashMap<>();
        settings.put("network.host", "127.0.0.1");
        settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        settings.put("node.processors", "2");
        if (engine.isOpenSearch() || engine == Engine.ELASTICSEARCH_7) {
            settings.put("transport.type", "netty4");
            settings.put("http.type", "netty4");
        }
        return settings;
    }

    /** Which engine this is. */
    public Engine engine() {
        return engine;
    }

    /** Its name in the cluster. */
    public String name() {
        return name;
    }

    /** Its loopback port for HTTP, the same after a restart. */
    public int port() {
        return process.port();
    }

    /** Where clients reach it. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** The process, another one after each restart. */
    public long pid() {
        return process.pid();
    }

    /** Whether its process is there and not paused. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /** What it has printed. */
    public String log() {
        return process.log();
    }

    /** Stops the process by SIGSTOP: connections stay, answers do not come, until {@link #resume}. */
    public void pause() {
        process.pause();
    }

    /** Lets it go on by SIGCONT. */
    public void resume() {
        process.resume();
    }

    /** Kills it by SIGKILL, and returns when it is gone. */
    public void kill() {
        process.kill();
    }

    /** Starts it again after {@link #kill}, on the same port and data, and returns when it answers. */
    public void restart() {
        process.start();
        process.awaitStarted();
    }

    void startOnly() {
        process.start();
    }

    void awaitStarted() {
        process.awaitStarted();
    }

    /**
     * One request by plain HTTP.
     *
     * @param method as {@code GET}
     * @param path with its query, as {@code /_cluster/health}
     * @param body JSON, or empty for none
     * @return whatever the status is
     */
    public HttpResponse<String> request(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri().resolve(path))
                .timeout(Duration.ofSeconds(60))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills it and deletes its data. */
    @Override
    public void close() {
        process.close();
    }
}
