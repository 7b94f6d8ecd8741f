// SPDX-License-Identifier: Apache-2.0
package io.holdonce.engines.opensearch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/**
 * One real node of OpenSearch 2 or 3 in this process. Arguments: its home, then settings as {@code key=value}. Writes its HTTP
 * address to {@code started} in its home; ends when standard input does.
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
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                Settings.builder().put("path.home", home).build(), settings, null, () -> "node");
        LogConfigurator.configure(environment);
        Node node = new PluggedNode(environment);
        node.start();
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

    private static void waitForTheEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Whoever holds the other end says nothing; its end is the sign.
        }
    }

    private static final class PluggedNode extends Node {

        @SuppressWarnings("unchecked")
        PluggedNode(Environment environment) throws ReflectiveOperationException {
            // Compiled against 2, where the elements are classes; 3 has the same erasure and wants descriptions of
            // them.
            super(environment, (List<Class<? extends org.opensearch.plugins.Plugin>>) (List<?>) plugins(), true);
        }

        private static List<?> plugins() throws ReflectiveOperationException {
            List<Object> plugins = new ArrayList<>();
            boolean described = Version.CURRENT.major >= 3;
            for (String name : List.of(
                    "org.opensearch.transport.Netty4",
                    "org.opensearch.painless.Painless",
                    "org.opensearch.index.reindex.Reindex")) {
                if (described) {
                    String type = name + "ModulePlugin";
                    plugins.add(new PluginInfo(
                            type, "for tests", "1", Version.CURRENT, "21", type, null, List.of(), false));
                } else {
                    plugins.add(Class.forName(name + "Plugin"));
                }
            }
            return plugins;
        }
    }
}
