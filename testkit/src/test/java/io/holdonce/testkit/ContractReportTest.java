// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.holdonce.test.InMemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What the table of engines and topics is made of. */
class ContractReportTest {

    @TempDir
    Path folder;

    private final String root = System.getProperty("holdonce.root", "");

    /** A contract, run inside this test. */
    static final class Reported extends LeaseStoreContract {
        @Override
        protected StoreHarness openHarness() {
            return new InMemoryHarness(InMemoryStore::create) {
                @Override
                public String engine() {
                    return "reported";
                }
            };
        }
    }

    @BeforeEach
    void reportElsewhere() {
        System.setProperty("holdonce.root", folder.toString());
    }

    @AfterEach
    void reportWhereTheBuildDoes() {
        System.setProperty("holdonce.root", root);
    }

    @Test
    void passedCasesAreCountedByEngineAndTopicAndMissingOnesAreZero() throws Exception {
        run();
        run();
        try (Stream<Path> files = Files.list(folder.resolve("target/contracts"))) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            assertThat(all.get(0).getFileName().toString())
                    .startsWith("reported.")
                    .endsWith(".csv");
            assertThat(Files.readAllLines(all.get(0)))
                    .contains("reported,expiry,6", "reported,crash,0", "reported,shared-and-writers,16")
                    .allMatch(line -> line.matches("reported,[a-z-]+,[0-9]+"));
        }
    }

    private static void run() {
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .addTestExecutionListeners(new ContractReport())
                        .build())
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(Stream.of("Expiry", "Crash", "SharedAndWriters")
                                .map(topic -> selectNestedClass(
                                        List.of(Reported.class.getName()),
                                        LeaseStoreContract.class.getName() + '$' + topic))
                                .toList())
                        .build());
    }
}
