// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.jdbc.TestDatabase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command over a network that breaks. */
class PostgresqlTest extends CommandTest {

    private String url = "";

    @BeforeEach
    void freshSchema() {
        url = TestDatabase.POSTGRESQL.freshUrl();
    }

    private void useStore(String store) {
        // By the environment, since the URL holds the test server's password.
        machine.with("HOLDONCE_STORE", store);
    }

    @Test
    void commandThatIgnoresSigtermIsDeadBeforeAContendersStartsWhenTheStoreIsCutOff() throws IOException {
        useStore(url);
        machine.run("schema", "--apply");
        try (CutOff network = CutOff.to(address())) {
            useStore(url.replace(address().getHostString() + ":" + address().getPort(), "127.0.0.1:" + network.port()));
            Invocation holder = machine.start(
                    "run",
                    "--ttl",
                    "4s",
                    "nightly",
                    "--",
                    "sh",
                    "-c",
                    "trap 'echo term' TERM; timeout 600 sleep 600 & echo $$ $!; while :; do sleep 0.1; done");
            List<Long> pids = List.of(holder.firstLine().split(" ")).stream()
                    .map(Long::valueOf)
                    .toList();
            assertThat(pids).allMatch(Invocation::runs);

            network.cut();
            useStore(url);
            Invocation contender = machine.run("run", "nightly", "--", "sh", "-c", EndingTest.stillRunning(pids));

            assertThat(contender.out()).as(contender.err()).isEqualTo("started\n");
            assertThat(holder.exitCode()).as(holder.err()).isEqualTo(70);
            assertThat(holder.out()).contains("term");
            assertThat(holder.err()).contains("did not answer a renewal").contains("SIGTERM");
        }
    }

    @Test
    void outageDuringTheWaitIsWaitedOut() throws IOException {
        useStore(url);
        machine.run("schema", "--apply");
        Invocation holder = machine.start("run", "nightly", "--", "sh", "-c", "echo in; exec sleep 60");
        holder.firstLine();
        try (CutOff network = CutOff.to(address())) {
            useStore(url.replace(address().getHostString() + ":" + address().getPort(), "127.0.0.1:" + network.port()));
            Invocation waiter = machine.start("run", "nightly", "--", "echo", "my turn");
            waiter.awaitErr("waiting for lock 'nightly'");

            network.cut();
            holder.signal("TERM");
            waiter.awaitErr("still waiting");
            network.mend();

            assertThat(waiter.exitCode()).as(waiter.err()).isZero();
            assertThat(waiter.out()).isEqualTo("my turn\n");
        }
    }

    @Test
    void serverThatTakesConnectionsAndSaysNothingIsUnavailable() throws IOException {
        try (CutOff network = CutOff.to(address())) {
            network.cut();
            useStore(url.replace(address().getHostString() + ":" + address().getPort(), "127.0.0.1:" + network.port()));

            Invocation run = machine.start("run", "-n", "nightly", "--", "true");
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !run.isAlive());

            assertThat(run.exitCode()).as(run.err()).isEqualTo(69);
        }
    }

    private InetSocketAddress address() {
        URI uri = URI.create(url.substring("jdbc:".length()));
        return new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 5432 : uri.getPort());
    }
}
