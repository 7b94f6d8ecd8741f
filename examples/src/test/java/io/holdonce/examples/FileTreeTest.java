// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers over one tree of files. */
class FileTreeTest {

    private static final LockName FS = LockName.path("fs");
    private static final LockName CLINTON = LockName.path("fs", "clinton");
    private static final LockName README = LockName.path("fs", "clinton", "projects", "README");

    private final UrlDataSource database = new UrlDataSource(Databases.h2());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Locks here;
    private Locks there;
    private FileTree slow;
    private FileTree other;

    @BeforeEach
    void fillTheTree() throws Exception {
        here = Locks.over(JdbcStore.builder(database).createSchema().build());
        there = Locks.over(JdbcStore.builder(database).createSchema().build());
        slow = new FileTree(database, here, this::standStill);
        other = new FileTree(database, there, () -> {});
        slow.create();
        other.write(README, "read me");
        other.write(LockName.path("fs", "clinton", "todo"), "write docs");
        other.write(LockName.path("fs", "other", "notes"), "none");
    }

    @AfterEach
    void stop() {
        goOn.countDown();
        threads.shutdownNow();
        here.close();
        there.close();
    }

    /** Once the first file of a rename is reached, until the test goes on. */
    private void standStill() {
        started.countDown();
        try {
            goOn.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void renameOfAFileWaitsForTheRenameOfADirectoryAboveIt() throws Exception {
        Future<Integer> directory = threads.submit(() -> slow.rename(CLINTON, LockName.path("fs", "bill")));
        started.await(1, TimeUnit.MINUTES);
        Future<Integer> file = threads.submit(() -> other.rename(README, LockName.path("fs", "clinton", "README.md")));
        assertThat(there.tryRun(README, () -> {})).isFalse();
        assertThat(file).isNotDone();

        goOn.countDown();

        assertThat(directory.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        assertThat(file.get(1, TimeUnit.MINUTES)).as("it is not there any more").isZero();
        assertThat(other.list(FS))
                .extracting(LockName::toString)
                .containsExactly("/fs/bill/projects/README", "/fs/bill/todo", "/fs/other/notes");
    }

    @Test
    void renameOfADirectoryWaitsForTheRenameOfAFileBelowIt() throws Exception {
        Future<Integer> file = threads.submit(() -> slow.rename(README, LockName.path("fs", "clinton", "README.md")));
        started.await(1, TimeUnit.MINUTES);
        Future<Integer> directory = threads.submit(() -> other.rename(CLINTON, LockName.path("fs", "bill")));
        assertThat(there.tryRun(CLINTON, () -> {})).isFalse();

        goOn.countDown();

        assertThat(file.get(1, TimeUnit.MINUTES)).isEqualTo(1);
        assertThat(directory.get(1, TimeUnit.MINUTES)).isEqualTo(2);
        assertThat(other.list(FS))
                .extracting(LockName::toString)
                .containsExactly("/fs/bill/README.md", "/fs/bill/todo", "/fs/other/notes");
    }

    @Test
    void workElsewhereInTheTreeGoesOn() throws Exception {
        Future<Integer> directory = threads.submit(() -> slow.rename(CLINTON, LockName.path("fs", "bill")));
        started.await(1, TimeUnit.MINUTES);

        other.write(LockName.path("fs", "other", "notes"), "some");
        assertThat(other.rename(LockName.path("fs", "other"), LockName.path("fs", "third")))
                .isEqualTo(1);

        assertThat(directory).isNotDone();
        goOn.countDown();
        assertThat(directory.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }

    @Test
    void moveNeedsBothEnds() throws Exception {
        LockName target = LockName.path("fs", "other", "README");
        CompletableFuture<Integer> move = here.callAsync(Locks.exclusive(LockName.path("fs", "other")), lease -> {
            assertThat(there.tryRun(Locks.exclusive(README, target), () -> {}))
                    .as("the directory that it would go to is held")
                    .isFalse();
            return CompletableFuture.completedFuture(1);
        });
        assertThat(move.get(1, TimeUnit.MINUTES)).isEqualTo(1);

        assertThat(other.rename(README, target)).isEqualTo(1);

        assertThat(other.list(LockName.path("fs", "other"))).hasSize(2);
    }

    @Test
    void directoryCannotBeMovedIntoItself() {
        assertThatThrownBy(() -> other.rename(CLINTON, LockName.path("fs", "clinton", "inside")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("below");
    }

    @Test
    void readersOfTheWholeTreeSeeEachRenameAsOneStep() throws Exception {
        Future<Integer> directory = threads.submit(() -> slow.rename(CLINTON, LockName.path("fs", "bill")));
        started.await(1, TimeUnit.MINUTES);
        Future<?> reader = threads.submit(() -> other.list(FS));
        assertThat(there.tryRun(Locks.shared(FS), () -> {})).isFalse();
        assertThat(reader).isNotDone();

        goOn.countDown();

        directory.get(1, TimeUnit.MINUTES);
        await().until(reader::isDone);
        assertThat(other.list(FS)).noneMatch(file -> file.ancestors().contains(CLINTON));
    }
}
