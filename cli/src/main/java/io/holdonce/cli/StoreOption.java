// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the store, the same in every command. */
final class StoreOption {

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = {
                "Where the locks are kept: jdbc:postgresql:…, jdbc:mysql:…, jdbc:mariadb:…, jdbc:h2:…, jdbc:sqlite:FILE,"
                        + " elasticsearch:https://HOST:9200, opensearch:https://HOST:9200, or local. Default:"
                        + " HOLDONCE_STORE, then the configuration file, then local."
            })
    private @Nullable String url;

    Optional<String> url() {
        return Optional.ofNullable(url);
    }

    StoreLocation location() {
        return StoreSettings.ofThisProcess().resolve(url());
    }
}
