// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A search engine that the tests can start. Its versions and jars come from the modules in {@code elasticsearch/engines}; an
 * engine that cannot run here says why, in {@code target/engines} and in the table of contracts.
 */
public enum Engine {
    /** The newest Elasticsearch on JDK 17; OpenSearch's Painless runs the scripts. */
    ELASTICSEARCH_8("elasticsearch-8", 17),
    /** The newest Elasticsearch; OpenSearch's Painless runs the scripts. */
    ELASTICSEARCH_9("elasticsearch-9", 21),
    /** The newest OpenSearch on JDK 17. */
    OPENSEARCH_2("opensearch-2", 17),
    /** The newest OpenSearch. */
    OPENSEARCH_3("opensearch-3", 21),
    /** Elasticsearch with Elastic's own Painless, only with {@code -Dholdonce.test.es7=true}: a cross-check of the scripts. */
    ELASTICSEARCH_7("elasticsearch-7", 17);

    private final String id;
    private final int java;

    Engine(String id, int java) {
        this.id = id;
        this.java = java;
    }

    /** The name in the table of contracts and in reports, as {@code elasticsearch-8}. */
    public String id() {
        return id;
    }

    /** Whether it is OpenSearch, of whatever version. */
    public boolean isOpenSearch() {
        return id.startsWith("opensearch");
    }

    /** The exact version, as its jar says. */
    public String version() {
        return EngineFiles.of(this).version();
    }

    /** Whether it can be started here. */
    public boolean available() {
        return missing().isEmpty();
    }

    /** Why it cannot be started here, in plain words. */
    public Optional<String> missing() {
        if (this == ELASTICSEARCH_7 && !Boolean.getBoolean("holdonce.test.es7")) {
            return Optional.of("it is a cross-check that runs with -Dholdonce.test.es7=true");
        }
        if (Jdks.atLeast(java).isEmpty()) {
            return Optional.of("it needs a JDK " + java + " or newer, and none was found (JAVA_HOME, /usr/lib/jvm or"
                    + " -Dholdonce.test.jdk21=...)");
        }
        Path jars = EngineFiles.classPathFile(this);
        return Files.exists(jars)
                ? Optional.empty()
                : Optional.of("its module in elasticsearch/engines was not built: build with -am");
    }

    /** For {@code @EnabledIf}, which takes no arguments. */
    public static boolean elasticsearch9IsHere() {
        return EngineReport.isHere(ELASTICSEARCH_9);
    }

    /** For {@code @EnabledIf}, which takes no arguments. */
    public static boolean opensearch3IsHere() {
        return EngineReport.isHere(OPENSEARCH_3);
    }

    /** For {@code @EnabledIf}, which takes no arguments. */
    public static boolean elasticsearch7IsHere() {
        return EngineReport.isHere(ELASTICSEARCH_7);
    }

    Path java() {
        return Jdks.atLeast(java)
                .orElseThrow(
                        () -> new IllegalStateException(id + ": " + missing().orElse("")));
    }
}
