// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.jdbc.JdbcSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightlyJobTest {

    private static final Duration HOLD_AT_LEAST = Duration.ofMillis(800);

    @Test
    void ofTwoNodesOneRunsEachTick(@TempDir Path folder) throws Exception {
        String url = Databases.sqlite(folder);
        JdbcSchema.of(new UrlDataSource(url)).create();
        String[] arguments = {url, "1000", String.valueOf(HOLD_AT_LEAST.toMillis())};

        try (ChildJvm one = new ChildJvm(NightlyJob.class, arguments);
                ChildJvm other = new ChildJvm(NightlyJob.class, arguments)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> tokens(one, other).size() >= 5 && skips(one, other) >= 4);
            assertThat(one.isAlive() && other.isAlive()).isTrue();

            List<Long> tokens = tokens(one, other);

            // A token is the store's clock in microseconds at the grant, so the tokens tell when the runs began.
            for (int i = 1; i < tokens.size(); i++) {
                assertThat(tokens.get(i) - tokens.get(i - 1))
                        .as("microseconds between run %d and the next", i)
                        .isGreaterThanOrEqualTo(HOLD_AT_LEAST.toMillis() * 1000);
            }
        }
    }

    private static List<Long> tokens(ChildJvm... nodes) {
        return lines(nodes)
                .filter(line -> line.startsWith("ran "))
                .map(line -> Long.parseLong(line.substring("ran ".length())))
                .sorted()
                .toList();
    }

    private static long skips(ChildJvm... nodes) {
        return lines(nodes).filter("skipped"::equals).count();
    }

    private static Stream<String> lines(ChildJvm... nodes) {
        return Stream.of(nodes).flatMap(node -> node.lines().stream());
    }
}
