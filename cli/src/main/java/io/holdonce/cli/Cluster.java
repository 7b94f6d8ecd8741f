// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.elasticsearch.ElasticsearchSchema;
import io.holdonce.elasticsearch.ElasticsearchStore;
import io.holdonce.elasticsearch.JdkTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * An Elasticsearch or OpenSearch cluster by its URL: {@code elasticsearch:https://HOST:9200?alias=NAME&replicas=1&ca=FILE}.
 *
 * @param transport over the JDK's HTTP client
 * @param alias of the lock index, empty for the default
 * @param replicas of the index when it is made; 0 is a single copy
 */
record Cluster(JdkTransport transport, Optional<String> alias, int replicas) {

    private static final Set<String> OPTIONS = Set.of("alias", "replicas", "ca");

    static Cluster of(StoreLocation location) {
        try {
            URI given = new URI(location.kind().clusterUrl(location.url()));
            Map<String, String> options = options(given.getRawQuery());
            URI address =
                    new URI(given.getScheme(), null, given.getHost(), given.getPort(), given.getPath(), null, null);
            JdkTransport transport = JdkTransport.of(client(options.get("ca")), address);
            int replicas = Integer.parseInt(options.getOrDefault("replicas", "1"));
            if (replicas < 0 || replicas > 20) {
                throw CliException.configuration("replicas=" + replicas + " is not from 0 (a single copy) to 20.");
            }
            return new Cluster(
                    loggedIn(transport, location, given.getUserInfo()),
                    Optional.ofNullable(options.get("alias")),
                    replicas);
        } catch (URISyntaxException | NumberFormatException e) {
            throw CliException.configuration("'" + location.shown() + "' is no address of a cluster, as "
                    + location.kind().dialect() + ":https://HOST:9200?alias=NAME&replicas=1&ca=FILE is.");
        }
    }

    private static Map<String, String> options(@Nullable String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : query == null ? new String[0] : query.split("&")) {
            String[] words = option.split("=", 2);
            if (words.length < 2 || !OPTIONS.contains(words[0])) {
                throw CliException.configuration("'" + Text.printable(words[0])
                        + "' is no option of a cluster's URL; these are: alias, replicas, ca.");
            }
            options.put(words[0], words[1]);
        }
        return options;
    }

    private static JdkTransport loggedIn(JdkTransport transport, StoreLocation location, @Nullable String userInfo) {
        if (userInfo != null && userInfo.contains(":")) {
            int colon = userInfo.indexOf(':');
            return transport.basic(userInfo.substring(0, colon), userInfo.substring(colon + 1));
        }
        Optional<String> user = location.user().or(() -> Optional.ofNullable(userInfo));
        return location.password()
                .map(password ->
                        user.map(name -> transport.basic(name, password)).orElseGet(() -> transport.apiKey(password)))
                .orElse(transport);
    }

    private static HttpClient client(@Nullable String authority) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5));
        if (authority != null) {
            builder.sslContext(trusting(Path.of(authority)));
        }
        return builder.build();
    }

    /** Clusters sign their certificates themselves when they are set up; what signed them stands in a file. */
    private static SSLContext trusting(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw CliException.configuration("cannot read certificates from " + file + ", which ca= names (PEM).");
        }
    }

    ElasticsearchStore store() {
        ElasticsearchStore.Builder builder = ElasticsearchStore.builder(transport);
        alias.ifPresent(builder::alias);
        return (replicas == 0 ? builder.singleCopy() : builder).build();
    }

    ElasticsearchSchema schema() {
        ElasticsearchSchema schema = ElasticsearchSchema.of(transport);
        ElasticsearchSchema named = alias.map(schema::alias).orElse(schema);
        return replicas == 0 ? named.singleCopy() : named.replicas(replicas);
    }
}
