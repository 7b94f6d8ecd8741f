// SPDX-License-Identifier: Apache-2.0
package io.holdonce.engines.elasticsearch7;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.index.reindex.ReindexPlugin;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.painless.PainlessPlugin;
import org.elasticsearch.transport.Netty4Plugin;

/**
 * One real node of Elasticsearch 7 in this process, with Elastic's own Painless. Arguments: its home, then settings as
 * {@code key=value}. Writes its HTTP address to {@code started} in its home; ends when standard input does.
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

        PluggedNode(Environment environment) {
            super(environment, List.of(Netty4Plugin.class, PainlessPlugin.class, ReindexPlugin.class), true);
        }
    }
}
