// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
import io.holdonce.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseGuardTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FakeLease lease = new FakeLease();
    private final FakeCommand command = new FakeCommand();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final LeaseGuard guard = new LeaseGuard(lease, command, Duration.ofMillis(300), said::add);

    @AfterEach
    void stop() {
        guard.stop();
    }

    @Test
    void commandOfAHealthyLeaseIsLeftAlone() {
        guard.start();
        lease.looksFrom(5);

        assertThat(command.heard).isEmpty();
        assertThat(guard.verdict()).isNull();
    }

    @Test
    void leaseThatIsAboutToEndMeansSigtermAndAPassedDeadlineSigkill() {
        lease.remaining = Duration.ofMillis(250);
        guard.start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(command.heard).containsExactly("TERM"));
        lease.remaining = Duration.ZERO;

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(command.heard).containsExactly("TERM", "KILL"));
        assertThat(guard.verdict()).contains("not confirmed a renewal");
    }

    @Test
    void leaseThatIsAnothersMeansSigkillAtOnce() {
        guard.start();
        lease.lost.complete(new LossReason(Kind.GONE, "it was gone"));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(command.heard).containsExactly("KILL"));
        assertThat(guard.verdict()).isEqualTo("it was gone");
        assertThat(said).singleElement().asString().contains("it was gone. Sending SIGKILL");
    }

    @Test
    void revokedLeaseMeansSigtermAndThenSigkillAfterTheGrace() {
        guard.start();
        lease.remaining = Duration.ZERO;
        lease.lost.complete(new LossReason(Kind.REVOKED, "revoked by ann"));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(command.heard).containsExactly("TERM", "KILL"));
        assertThat(command.lastDeadline).isLessThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void doubtThatARenewalEndsCostsNothing() {
        guard.start();
        lease.looksFrom(2);
        lease.remaining = Duration.ZERO;
        lease.looksFrom(5);
        lease.remaining = Duration.ofSeconds(30);
        lease.looksFrom(5);

        assertThat(command.heard).isEmpty();
        assertThat(guard.verdict()).isNull();
    }

    @Test
    void doubtThatNothingEndsIsALoss() {
        guard.start();
        lease.looksFrom(2);
        lease.remaining = Duration.ZERO;

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(command.heard).containsExactly("KILL"));
        assertThat(guard.verdict()).contains("clock");
    }

    private static final class FakeLease implements Lease {

        final CompletableFuture<LossReason> lost = new CompletableFuture<>();
        volatile Duration remaining = Duration.ofSeconds(30);
        private volatile int looks;

        /** Waits until the guard has looked so many times from now on. */
        void looksFrom(int times) {
            int before = looks;
            await().atMost(PATIENCE).until(() -> looks >= before + times);
        }

        @Override
        public Duration remaining() {
            Duration answer = remaining;
            looks++;
            return answer;
        }

        @Override
        public CompletionStage<LossReason> lost() {
            return lost;
        }

        @Override
        public List<LockName> names() {
            return List.of(LockName.of("a"));
        }

        @Override
        public LockMode mode(LockName name) {
            return LockMode.EXCLUSIVE;
        }

        @Override
        public long fencingToken() {
            return 1;
        }

        @Override
        public long fencingToken(LockName name) {
            return 1;
        }

        @Override
        public boolean isValid() {
            return !remaining.isZero();
        }

        @Override
        public ReleaseOutcome release() {
            return ReleaseOutcome.RELEASED;
        }

        @Override
        public void close() {}
    }

    /** Ignores SIGTERM and dies of SIGKILL. */
    private static final class FakeCommand implements LockedCommand {

        final List<String> heard = new CopyOnWriteArrayList<>();
        volatile Duration lastDeadline = Duration.ZERO;

        @Override
        public int waitFor() {
            return 0;
        }

        @Override
        public void until(Duration remaining) {
            lastDeadline = remaining;
        }

        @Override
        public void signal(String name) {
            heard.add(name);
        }

        @Override
        public void kill() {
            heard.add("KILL");
        }

        @Override
        public List<Long> living() {
            return heard.contains("KILL") ? List.of() : List.of(1L);
        }

        @Override
        public void finish() {}
    }
}
