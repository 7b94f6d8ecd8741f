// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several nodes that form one cluster and notice soon when one of them is gone: checks each half second, a node is given up after
 * two that went unanswered for a second. Only one cluster runs at a time, since a machine has few cores.
 *
 * <p><b>Threads:</b> safe.
 */
public final class TestCluster implements AutoCloseable {

    private static final Semaphore ONE_AT_A_TIME = new Semaphore(1);

    private final List<TestNode> nodes;
    private final AtomicBoolean closed = new AtomicBoolean();

    private TestCluster(List<TestNode> nodes) {
        this.nodes = nodes;
    }

    /**
     * Starts a cluster, after the one before was closed; returns when all nodes have found each other.
     *
     * @param engine which is available
     * @param size how many nodes, at least 1
     */
    public static TestCluster start(Engine engine, int size) {
        ONE_AT_A_TIME.acquireUninterruptibly();
        List<TestNode> nodes = new ArrayList<>();
        TestCluster cluster = new TestCluster(nodes);
        try {
            List<Integer> ports = freePorts(size);
            for (int i = 0; i < size; i++) {
                Map<String, String> settings = settings(engine, ports);
                settings.put("node.name", name(i));
                settings.put("transport.port", Integer.toString(ports.get(i)));
                nodes.add(new TestNode(engine, NodeProcess.prepare(engine, 256, settings), name(i)));
            }
            nodes.forEach(TestNode::startOnly);
            nodes.forEach(TestNode::awaitStarted);
            cluster.await("/_cluster/health?wait_for_nodes=" + size + "&timeout=50s");
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static Map<String, String> settings(Engine engine, List<Integer> ports) {
        String names =
                IntStream.range(0, ports.size()).mapToObj(TestCluster::name).collect(Collectors.joining(","));
        Map<String, String> settings = new HashMap<>(TestNode.common(engine));
        settings.put("cluster.name", "holdonce-" + ProcessHandle.current().pid());
        settings.put(
                "discovery.seed_hosts",
                ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
        settings.put(
                engine.isOpenSearch() ? "cluster.initial_cluster_manager_nodes" : "cluster.initial_master_nodes",
                names);
        for (String check : List.of("follower_check", "leader_check")) {
            String prefix = "cluster.fault_detection." + check;
            settings.put(prefix + ".interval", "500ms");
            settings.put(prefix + ".timeout", "1s");
            settings.put(prefix + ".retry_count", "2");
        }
        // Else the remaining nodes wait long for the one that is gone to hear of a change.
        settings.put("cluster.publish.timeout", "2s");
        settings.put("cluster.follower_lag.timeout", "3s");
        settings.put("transport.connect_timeout", "1s");
        return settings;
    }

    private static String name(int node) {
        return "n" + node;
    }

    /** All nodes, whether they answer or not. */
    public List<TestNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Where clients reach the nodes, in their order. */
    public List<URI> uris() {
        return nodes.stream().map(TestNode::uri).toList();
    }

    /**
     * The node that holds the primary of an index with one shard, as the others see it.
     *
     * @param index a name or an alias
     */
    public TestNode primary(String index) {
        return cat("/_cat/shards/" + index + "?h=prirep,state,node").stream()
                .filter(line -> line.startsWith("p STARTED"))
                .map(line -> named(line.split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No primary of " + index));
    }

    /** The node that the others have elected. */
    public TestNode elected() {
        return named(cat("/_cat/master?h=node").get(0).strip());
    }

    /** Waits until every copy of every shard is there and all nodes are back; at most a minute. */
    public void awaitGreen() {
        await("/_cluster/health?wait_for_status=green&wait_for_no_relocating_shards=true&wait_for_nodes=" + nodes.size()
                + "&timeout=50s");
    }

    private void await(String health) {
        HttpResponse<String> answer = anyNode().request("GET", health, "");
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("The cluster does not come up: " + answer.body() + '\n'
                    + nodes.get(0).log());
        }
    }

    private List<String> cat(String path) {
        HttpResponse<String> answer = anyNode().request("GET", path, "");
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.body());
        }
        return answer.body().lines().toList();
    }

    private TestNode anyNode() {
        return nodes.stream()
                .filter(TestNode::isRunning)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No node runs"));
    }

    private TestNode named(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No node is named " + name));
    }

    /** Free at this moment; nodes must know each other's before they start. */
    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills all nodes and deletes their data. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            nodes.forEach(TestNode::close);
            ONE_AT_A_TIME.release();
        }
    }
}
