// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import io.holdonce.jdbc.JdbcStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencedWriteTest {

    private static final LockName NAME = PausedWriter.NAME;

    @Test
    void aWriteAfterTheNameWasFreedByAnOperatorIsRefused() throws Exception {
        UrlDataSource database = new UrlDataSource(Databases.h2());
        Accounts accounts = new Accounts(database);
        accounts.create();
        try (Locks locks = Locks.over(JdbcStore.builder(database).createSchema().build());
                Lease late = locks.acquire(exclusive(NAME))) {
            locks.admin().revokeNow(NAME, "the test", "to let two overlap");

            try (Lease next = locks.acquire(exclusive(NAME))) {
                assertThat(accounts.write(1, 7, next.fencingToken())).isTrue();
                assertThat(accounts.write(1, 100, late.fencingToken())).isFalse();
                assertThat(accounts.balance(1)).isEqualTo(7);
                assertThat(accounts.write(1, 8, next.fencingToken())).isTrue();
                assertThat(late.release()).isEqualTo(ReleaseOutcome.LOST);
                assertThat(next.release()).isEqualTo(ReleaseOutcome.RELEASED);
            }
        }
    }

    @Test
    void theWriteOfAHolderThatWasPausedPastItsTtlIsRefused(@TempDir Path folder) throws Exception {
        String url = Databases.sqlite(folder);
        UrlDataSource database = new UrlDataSource(url);
        Accounts accounts = new Accounts(database);
        accounts.create();
        try (Locks locks = Locks.over(JdbcStore.builder(database).createSchema().build());
                ChildJvm paused = new ChildJvm(PausedWriter.class, url)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !paused.lines().isEmpty());
            paused.signal("STOP");

            try (Lease next = locks.acquire(exclusive(NAME))) {
                assertThat(paused.lines()).containsExactly("holding " + tokenOf(paused));
                assertThat(next.fencingToken()).isGreaterThan(tokenOf(paused));
                assertThat(accounts.write(1, 7, next.fencingToken())).isTrue();
                paused.signal("CONT");
                paused.type("write now");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> paused.lines().size() == 3);

                assertThat(paused.lines().subList(1, 3)).containsExactly("refused", "LOST");
                assertThat(accounts.balance(1)).isEqualTo(7);
                assertThat(locks.admin().show(NAME).holds())
                        .singleElement()
                        .satisfies(hold -> assertThat(hold.fencingToken()).isEqualTo(next.fencingToken()));
                assertThat(next.release()).isEqualTo(ReleaseOutcome.RELEASED);
            }
        }
    }

    private static long tokenOf(ChildJvm paused) {
        return Long.parseLong(paused.lines().get(0).substring("holding ".length()));
    }
}
