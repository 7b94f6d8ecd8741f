// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of store that this command can open, known by how its URL begins. */
enum StoreKind {
    POSTGRESQL("jdbc:postgresql:", "org.postgresql.Driver"),
    /** By MariaDB's driver, whose licence lets it be handed on together with this program. */
    MYSQL("jdbc:mysql:", "org.mariadb.jdbc.Driver"),
    MARIADB("jdbc:mariadb:", "org.mariadb.jdbc.Driver"),
    H2("jdbc:h2:", "org.h2.Driver"),
    SQLITE("jdbc:sqlite:", "org.sqlite.JDBC"),
    ELASTICSEARCH("elasticsearch:", ""),
    OPENSEARCH("opensearch:", "");

    static final String SUPPORTED =
            "jdbc:postgresql://HOST/DATABASE, jdbc:mysql://HOST/DATABASE, jdbc:mariadb://HOST/DATABASE, jdbc:h2:tcp://HOST/DATABASE, jdbc:sqlite:FILE, "
                    + "elasticsearch:https://HOST:9200, opensearch:https://HOST:9200, or local";

    private final String prefix;
    private final String driverClass;

    StoreKind(String prefix, String driverClass) {
        this.prefix = prefix;
        this.driverClass = driverClass;
    }

    String driverClass() {
        return driverClass;
    }

    /** Whether it is reached by HTTP. */
    boolean isCluster() {
        return driverClass.isEmpty();
    }

    /** The URL of a cluster without the word before it. */
    String clusterUrl(String url) {
        return url.substring(prefix.length());
    }

    /** The URL as its driver takes it. */
    String driverUrl(String url) {
        // Without this word the driver leaves the URL to MySQL's own.
        return this == MYSQL && !url.contains("permitMysqlScheme")
                ? url + (url.contains("?") ? "&" : "?") + "permitMysqlScheme"
                : url;
    }

    /** The word for its DDL, also what people type. */
    String dialect() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<StoreKind> named(String dialect) {
        return Arrays.stream(values())
                .filter(kind -> kind.dialect().equals(dialect.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    static Optional<StoreKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> url.startsWith(kind.prefix))
                .findFirst();
    }

    /** The database file of a URL that names one, without its parameters. */
    Optional<String> file(String url) {
        String rest = url.substring(prefix.length());
        if (this == SQLITE) {
            String file = rest.split("\\?", 2)[0];
            return file.isEmpty() || file.startsWith(":") || file.startsWith("file:")
                    ? Optional.empty()
                    : Optional.of(file);
        }
        return Optional.empty();
    }
}
