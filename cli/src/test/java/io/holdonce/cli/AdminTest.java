// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdminTest extends CommandTest {

    private Invocation holding(String name, String... options) {
        String[] line = new String[options.length + 6];
        line[0] = "run";
        System.arraycopy(options, 0, line, 1, options.length);
        String[] rest = {name, "--", "sh", "-c", "echo $HOLDONCE_FENCING_TOKEN; exec sleep 60"};
        System.arraycopy(rest, 0, line, options.length + 1, rest.length);
        Invocation run = machine.start(line);
        assertThat(run.firstLine()).containsOnlyDigits();
        return run;
    }

    @Test
    void heldLockIsListedShownAndRevokedAndItsCommandEnds() {
        Invocation holder = holding("nightly", "--note", "by hand");
        String token = holder.firstLine();

        Invocation ls = machine.run("ls");
        Invocation show = machine.run("show", "nightly");
        Invocation revoke = machine.run("revoke", "nightly", "--reason", "stuck since noon", "--by", "ann");

        assertThat(ls.out().lines().findFirst().orElseThrow())
                .containsSubsequence("NAME", "MODE", "HOLDER", "SINCE", "ENDS IN", "TOKEN", "STATE");
        assertThat(ls.out()).containsSubsequence("nightly", "EXCLUSIVE", "sh/", "/" + holder.pid(), token, "held");
        assertThat(show.out())
                .contains("by hand")
                .contains(token)
                .contains("It is alive")
                .contains("kill " + holder.pid())
                .contains("holdonce revoke nightly --reason");
        assertThat(revoke.exitCode()).as(revoke.err()).isZero();
        assertThat(revoke.out()).contains("is revoked").contains("at the latest in");
        assertThat(holder.exitCode()).as(holder.err()).isEqualTo(70);
        assertThat(holder.err()).contains("ann").contains("stuck since noon").contains("SIGTERM");
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isZero();
        assertThat(machine.run("show", "nightly").out())
                .contains("by ann: stuck since noon")
                .contains("It is free");
    }

    @Test
    void programsReadJson() {
        assertThat(machine.run("ls", "--json").out()).isEmpty();
        Invocation holder = holding("say \"hi\"", "--note", "back\\slash");
        String token = holder.firstLine();

        String line = machine.run("ls", "--json").out();

        assertThat(line.lines()).hasSize(1);
        assertThat(line)
                .startsWith("{\"name\":\"say \\\"hi\\\"\",\"fencingToken\":" + token + ",")
                .contains("\"holds\":[{\"mode\":\"EXCLUSIVE\",\"state\":\"HELD\",\"holder\":\"sh/")
                .contains("\"note\":\"back\\\\slash\"")
                .containsPattern("\"since\":\"[0-9T:.-]+Z\",\"renewedAgoMillis\":[0-9]+,\"remainingMillis\":[0-9]+}]}");
        machine.run("revoke", "say \"hi\"", "--reason", "test", "--by", "ann");
        assertThat(holder.exitCode()).isEqualTo(70);
        assertThat(machine.run("show", "say \"hi\"", "--json").out())
                .contains("\"holds\":[],\"lastRevoked\":{\"at\":")
                .endsWith("\"by\":\"ann\",\"reason\":\"test\"}}\n");
    }

    @Test
    void commandThatIgnoresTheRevocationIsKilled() {
        Invocation holder = machine.start(
                "run", "--ttl", "4s", "nightly", "--", "sh", "-c", "trap '' TERM; echo $$; while :; do sleep 60; done");
        long pid = Long.parseLong(holder.firstLine());

        machine.run("revoke", "nightly", "--reason", "enough");

        assertThat(holder.exitCode()).as(holder.err()).isEqualTo(70);
        assertThat(Invocation.runs(pid)).isFalse();
        assertThat(holder.err()).contains("SIGTERM").contains("137");
    }

    @Test
    void revokingNowFreesAtOnce() {
        Invocation holder = holding("nightly", "--ttl", "1h");

        Invocation revoke = machine.run("revoke", "nightly", "--now", "--reason", "host is gone");

        assertThat(revoke.out()).contains("is free").contains("may run on");
        assertThat(machine.run("run", "-n", "nightly", "--", "true").exitCode()).isZero();
        assertThat(holder.isAlive()).isTrue();
    }

    @Test
    void revokingAllOfAHolderNeedsAYesWithoutATerminal() {
        Invocation one = holding("a", "--holder", "node-7", "--ttl", "4s");
        Invocation two = holding("b", "--holder", "node-7", "--ttl", "4s");
        Invocation other = holding("c", "--holder", "node-8");

        Invocation refused = machine.run("revoke", "--holder", "node-7", "--reason", "drained");
        Invocation revoked = machine.run("revoke", "--holder", "node-7", "--reason", "drained", "--yes");

        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err()).contains("2 locks").contains("--yes");
        assertThat(revoked.exitCode()).isZero();
        assertThat(revoked.out().lines()).containsExactlyInAnyOrder("a", "b");
        assertThat(one.exitCode()).isEqualTo(70);
        assertThat(two.exitCode()).isEqualTo(70);
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void freeNamesAndUnknownHoldersAreSaidToBeFree() {
        machine.run("run", "a", "--", "true");

        assertThat(machine.run("revoke", "a", "--reason", "x").err()).contains("held by nobody");
        assertThat(machine.run("revoke", "--holder", "x", "--reason", "x").err())
                .contains("holds nothing");
        assertThat(machine.run("show", "never-seen").out()).contains("none yet").contains("It is free");
        assertThat(machine.run("ls", "--prefix", "zz").err()).contains("nothing is held under 'zz'");
    }

    @Test
    void prefixNarrowsTheListAndStrangeNamesStayReadable() {
        holding("flow:Job ");
        holding("flow:jób 🔒");
        holding("other");

        Invocation ls = machine.run("ls", "--prefix", "flow:");

        assertThat(ls.out()).contains("flow:Job ").contains("flow:jób 🔒").doesNotContain("other");
        assertThat(machine.run("show", "flow:jób 🔒").out()).contains("It is alive");
    }

    @Test
    void doctorIsContentWithTheLocalStore() {
        machine.run("run", "a", "--", "true");

        Invocation doctor = machine.run("doctor");

        assertThat(doctor.exitCode()).as(doctor.out() + doctor.err()).isZero();
        assertThat(doctor.out())
                .contains(machine.localStore().toString())
                .contains("SQLite")
                .doesNotContain("WARN")
                .doesNotContain("ERROR");
    }

    @Test
    void demoLosesUpdatesWithoutTheLockAndNoneWithIt() {
        Invocation demo = machine.run("demo");

        assertThat(demo.exitCode()).as(demo.err()).isZero();
        assertThat(demo.out())
                .contains("with a lock:     the file says 40; 0 updates were lost.")
                .contains("40 tokens, all different")
                .doesNotContain("without a lock:  the file says 40");
        assertThat(machine.localStore()).doesNotExist();
    }
}
