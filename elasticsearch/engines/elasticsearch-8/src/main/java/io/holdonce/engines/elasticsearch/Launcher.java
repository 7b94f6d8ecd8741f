// SPDX-License-Identifier: Apache-2.0
package io.holdonce.engines.elasticsearch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.Build;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginBundle;
import org.elasticsearch.plugins.PluginsLoader;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;

/**
 * One real node of Elasticsearch 8 or 9 in this process. Arguments: its home, with {@code modules} and {@code plugins} in it, then
 * settings as {@code key=value}. Writes its HTTP address to {@code started} in its home; ends when standard input does.
 */
public final class Launcher {

    private Launcher() {}

    /**
     * Starts the node and waits.
     *
     * @param args home and settings
     * @throws Exception if it does not start
     */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        Map<String, String> settings = new HashMap<>();
        for (String setting : List.of(args).subList(1, args.length)) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        LogConfigurator.configureESLogging();
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                Settings.builder().put("path.home", home).build(), settings, null, () -> "node");
        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
                bundles("loadModulesBundles", home.resolve("modules")),
                bundles("loadPluginsBundles", home.resolve("plugins")),
                Map.of(),
                false);
        Node node = new Node(environment, plugins);
        node.start();
        answerRoot(node, settings.getOrDefault("cluster.name", ""));
        String address = node.injector()
                .getInstance(HttpServerTransport.class)
                .boundAddress()
                .publishAddress()
                .toString();
        Files.writeString(home.resolve("starting"), address);
        Files.move(home.resolve("starting"), home.resolve("started"), StandardCopyOption.ATOMIC_MOVE);
        waitForTheEndOfInput();
        // Nothing is to be kept: tests that want a clean end ask for none.
        Runtime.getRuntime().halt(0);
    }

    /** The method took one argument before 9. */
    @SuppressWarnings("unchecked")
    private static Set<PluginBundle> bundles(String method, Path folder) throws ReflectiveOperationException {
        for (var candidate : PluginsLoader.class.getMethods()) {
            if (candidate.getName().equals(method)) {
                Object found = candidate.getParameterCount() == 1
                        ? candidate.invoke(null, folder)
                        : candidate.invoke(null, folder, false);
                return (Set<PluginBundle>) found;
            }
        }
        throw new NoSuchMethodException(method);
    }

    /** {@code GET /} lives in a module that is not on Maven Central; clients ask it for the version. */
    private static void answerRoot(Node node, String cluster) {
        String version = Build.current().version();
        byte[] answer = """
                {"name":"node","cluster_name":"%s","cluster_uuid":"_na_","version":{"number":"%s","build_flavor":"default",\
                "build_type":"tar","build_hash":"unknown","build_date":"2026-01-01T00:00:00Z","build_snapshot":false,\
                "lucene_version":"unknown","minimum_wire_compatibility_version":"7.17.0",\
                "minimum_index_compatibility_version":"7.0.0"},"tagline":"You Know, for Search"}""".formatted(cluster, version).getBytes(StandardCharsets.UTF_8);
        RestHandler handler = (request, channel, client) ->
                channel.sendResponse(new RestResponse(RestStatus.OK, "application/json", new BytesArray(answer)));
        node.injector()
                .getInstance(RestController.class)
                .registerHandler(new RestHandler.Route(RestRequest.Method.GET, "/"), handler);
    }

    private static void waitForTheEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Whoever holds the other end says nothing; its end is the sign.
        }
    }
}
