// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.elasticsearch.node.AuthProxy;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.elasticsearch.node.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same command over a search engine. */
class ClusterTest extends CommandTest {

    private static final AtomicInteger ALIASES = new AtomicInteger();

    private final TestNode node = TestNode.shared(Engine.OPENSEARCH_2);
    private final String alias = "cli-" + ProcessHandle.current().pid() + "-" + ALIASES.incrementAndGet();
    private final String url = "opensearch:" + node.uri() + "?alias=" + alias + "&replicas=0";

    @AfterEach
    void deleteTheIndex() {
        node.request("DELETE", "/" + alias + "-1", "");
        node.request("DELETE", "/_index_template/" + alias, "");
    }

    @Test
    void indexIsShownAppliedOnceAndThenEverythingWorks() {
        Invocation before = machine.run("run", "--store", url, "nightly", "--", "true");
        Invocation sick = machine.run("doctor", "--store", url);
        Invocation shown = machine.run("schema", "--store", url);
        Invocation applied = machine.run("schema", "opensearch", "--apply", "--store", url);
        Invocation again = machine.run("schema", url, "--apply");
        Invocation doctor = machine.run("doctor", "--store", url);

        assertThat(before.exitCode()).as(before.err()).isEqualTo(78);
        assertThat(before.err()).contains("holdonce schema elasticsearch --apply");
        assertThat(sick.exitCode()).isEqualTo(78);
        assertThat(sick.out()).contains("ERROR").contains("There is no alias");
        assertThat(shown.out()).contains("PUT /" + alias + "-1").contains("\"dynamic\" : \"strict\"");
        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(applied.out()).isEqualTo(shown.out());
        assertThat(again.err()).contains("the index is there already").contains("nothing was changed");
        assertThat(doctor.exitCode()).as(doctor.out()).isZero();
        assertThat(doctor.out()).contains("OpenSearch 2").contains("mapping: version 1");

        machine.with("HOLDONCE_STORE", url);
        Invocation holder =
                machine.start("run", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN; exec sleep 60");
        String token = holder.firstLine();
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isEqualTo(75);
        assertThat(machine.run("show", "nightly").out()).contains("kill " + holder.pid());
        node.request("POST", "/" + alias + "/_refresh", "");
        Invocation list = machine.run("ls");
        assertThat(list.out()).containsSubsequence("nightly", "EXCLUSIVE", token, "held");
        assertThat(list.err()).contains("may be a second old");
        machine.run("revoke", "nightly", "--reason", "test");
        assertThat(holder.exitCode()).isEqualTo(70);
        Invocation next = machine.run("run", "-n", "nightly", "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN");
        assertThat(Long.parseLong(next.out().strip())).isGreaterThan(Long.parseLong(token));
    }

    @Test
    void wordPrintsTheRequestsWithoutAnyStore() {
        for (String word : List.of("elasticsearch", "opensearch")) {
            Invocation schema = machine.run("schema", word);

            assertThat(schema.exitCode()).isZero();
            assertThat(schema.out()).contains("PUT /_index_template/holdonce-leases", "PUT /holdonce-leases-1");
        }
        assertThat(machine.run("schema", "elasticsearch", "--apply", "--store", "local")
                        .exitCode())
                .isEqualTo(64);
    }

    @Test
    void userAndPasswordOrAnApiKeyAreTakenFromTheFile() throws Exception {
        machine.run("schema", url, "--apply");
        for (boolean key : new boolean[] {true, false}) {
            try (AuthProxy proxy =
                    key ? AuthProxy.apiKey(node, "c2VjcmV0") : AuthProxy.basic(node, "locks", "pass word")) {
                String secured = "opensearch:" + proxy.uri() + "?alias=" + alias + "&replicas=0";
                config(key ? "password=c2VjcmV0" : "user=locks\npassword=pass word", secured);
                Invocation run = machine.run("run", "nightly", "--", "echo", "in");
                assertThat(run.out()).as(run.err()).isEqualTo("in\n");
                config("user=locks\npassword=wr0ng-word", secured);
                Invocation refused = machine.run("run", "nightly", "--", "true");
                assertThat(refused.exitCode()).isEqualTo(78);
                assertThat(refused.err()).contains("401").doesNotContain("wr0ng-word");
            }
        }
    }

    private void config(String login, String store) throws Exception {
        Path file = machine.home().resolve(".config/holdonce/config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "store=" + store + "\n" + login + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void addressesThatAreNoneAreSaidToBeWrong() {
        for (String wrong : List.of(
                "elasticsearch:",
                "elasticsearch:host:9200",
                "opensearch:ftp://host",
                "elasticsearch:http://h?shards=2",
                "elasticsearch:https://h:9200?ca=/nowhere.pem",
                "opensearch:http://h?replicas=some",
                "opensearch:http://h?alias=No",
                "opensearch:http://h?replicas=-1")) {
            Invocation run = machine.run("doctor", "--store", wrong);
            assertThat(run.exitCode()).as(wrong + ": " + run.err()).isIn(64, 78);
            assertThat(run.err()).as(wrong).doesNotContain("unexpected");
        }
        Invocation down = machine.run("run", "-n", "--store", "elasticsearch:http://127.0.0.1:1", "a", "--", "true");
        assertThat(down.exitCode()).as(down.err()).isEqualTo(69);
        assertThat(machine.run("ls", "--store", "elasticsearch:https://me:secret@host:9200")
                        .exitCode())
                .isEqualTo(64);
    }
}
