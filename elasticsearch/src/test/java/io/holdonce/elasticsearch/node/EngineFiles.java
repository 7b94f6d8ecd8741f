// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** What the modules in {@code elasticsearch/engines} left in their build folders for one engine. */
final class EngineFiles {

    private static final String LAUNCH = "io/holdonce/engines/";

    /** OpenSearch insists on a file. */
    private static final List<String> LOGGING = List.of(
            "status=error",
            "appender.console.type=Console",
            "appender.console.name=console",
            "appender.console.layout.type=PatternLayout",
            "appender.console.layout.pattern=%d{ISO8601} %p %c{1.}: %m%n",
            "rootLogger.level=warn",
            "rootLogger.appenderRef.console.ref=console");

    private final Engine engine;
    private final List<Path> jars;

    private EngineFiles(Engine engine, List<Path> jars) {
        this.engine = engine;
        this.jars = jars;
    }

    static EngineFiles of(Engine engine) {
        try {
            List<Path> jars = new ArrayList<>();
            for (String jar : Files.readString(classPathFile(engine)).strip().split(File.pathSeparator)) {
                jars.add(Path.of(jar));
            }
            return new EngineFiles(engine, jars);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path classPathFile(Engine engine) {
        return build(engine).resolve("server.classpath");
    }

    String version() {
        String prefix = engine.isOpenSearch() ? "opensearch-" : "elasticsearch-";
        return jars.stream()
                .map(jar -> jar.getFileName().toString())
                .filter(name -> name.matches(prefix + "\\d.*\\.jar"))
                .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
                .findFirst()
                .orElseThrow();
    }

    String launcher() {
        return switch (engine) {
            case OPENSEARCH_2, OPENSEARCH_3 -> "io.holdonce.engines.opensearch.Launcher";
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> "io.holdonce.engines.elasticsearch.Launcher";
            case ELASTICSEARCH_7 -> "io.holdonce.engines.elasticsearch7.Launcher";
        };
    }

    /** Makes a node's home; returns the class path that the launcher runs on. */
    List<Path> prepare(Path home) throws IOException {
        for (String folder : List.of("config", "plugins", "modules", "tmp")) {
            Files.createDirectories(home.resolve(folder));
        }
        List<Path> classPath = new ArrayList<>(List.of(home.resolve("launcher.jar")));
        switch (engine) {
            case OPENSEARCH_2, OPENSEARCH_3 -> {
                jar(build(Engine.OPENSEARCH_2), "opensearch", classPath.get(0));
                Files.write(home.resolve("config/log4j2.properties"), LOGGING);
                classPath.addAll(jars);
            }
            case ELASTICSEARCH_7 -> {
                jar(build(engine), "elasticsearch7", classPath.get(0));
                classPath.addAll(jars);
            }
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> {
                jar(build(Engine.ELASTICSEARCH_8), "elasticsearch", classPath.get(0));
                module(home.resolve("modules/transport-netty4"), EngineFiles::isTransport);
                bridge(home.resolve("plugins/painless-bridge"));
                jars.stream().filter(jar -> !isTransport(jar)).forEach(classPath::add);
            }
        }
        return classPath;
    }

    /** The server loads its transport by a loader of its own, so its jars may not be on the server's class path. */
    private static boolean isTransport(Path jar) {
        String name = jar.getFileName().toString();
        return name.startsWith("transport-netty4")
                || name.startsWith("netty-")
                || name.startsWith("elasticsearch-ssl-config");
    }

    private void module(Path folder, Predicate<Path> which) throws IOException {
        Files.createDirectories(folder);
        for (Path jar : jars.stream().filter(which).toList()) {
            link(folder, jar);
            try (JarFile file = new JarFile(jar.toFile())) {
                JarEntry descriptor = file.getJarEntry(
                        "META-INF/es-plugins/" + folder.getFileName() + "/plugin-descriptor.properties");
                if (descriptor != null) {
                    // From the class path there are no named modules to load it as one.
                    List<String> lines = new String(
                                    file.getInputStream(descriptor).readAllBytes())
                            .lines()
                            .filter(line -> !line.startsWith("modulename"))
                            .toList();
                    Files.write(folder.resolve("plugin-descriptor.properties"), lines);
                }
            }
        }
    }

    /** OpenSearch's Painless of the same major version of Lucene, and the plugin that hands it to Elasticsearch. */
    private void bridge(Path folder) throws IOException {
        Files.createDirectories(folder);
        jar(build(Engine.ELASTICSEARCH_8), "bridge", folder.resolve("bridge.jar"));
        Engine painless = engine == Engine.ELASTICSEARCH_8 ? Engine.OPENSEARCH_2 : Engine.OPENSEARCH_3;
        for (Path jar : of(painless).jars) {
            String name = jar.getFileName().toString();
            boolean ofOpenSearch =
                    name.startsWith("opensearch-") || name.startsWith("lang-painless-") || name.startsWith("antlr4-");
            if (ofOpenSearch || name.matches("asm-.*")) {
                link(folder, jar);
            }
        }
        Files.write(
                folder.resolve("plugin-descriptor.properties"),
                List.of(
                        "name=painless-bridge",
                        "description=for tests",
                        "version=1",
                        "classname=io.holdonce.engines.bridge.PainlessBridge",
                        "java.version=17",
                        "elasticsearch.version=" + version()));
    }

    private static void link(Path folder, Path jar) throws IOException {
        Files.createSymbolicLink(folder.resolve(jar.getFileName().toString()), jar);
    }

    /** Nodes load plugins from jars only, and one package must not be seen by two loaders. */
    private static void jar(Path build, String packageName, Path jar) throws IOException {
        Path classes = build.resolve("classes");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes.resolve(LAUNCH + packageName))) {
            for (Path type : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(type).toString()));
                Files.copy(type, out);
                out.closeEntry();
            }
        }
    }

    private static Path build(Engine engine) {
        return root().resolve("elasticsearch/engines").resolve(engine.id()).resolve("target");
    }

    private static Path root() {
        Path folder = Path.of(System.getProperty("holdonce.root", "")).toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("elasticsearch/engines"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("Run inside the source tree or set -Dholdonce.root to it");
        }
        return folder;
    }
}
