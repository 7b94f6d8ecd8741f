// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.jdbc.JdbcStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentLocksTest {

    private final UrlDataSource database = new UrlDataSource(Databases.h2());

    private JdbcStore store() {
        return JdbcStore.builder(database).createSchema().build();
    }

    @Test
    void allAreLockedOrNone() {
        try (DocumentLocks one = new DocumentLocks(store(), "reindex-1");
                DocumentLocks two = new DocumentLocks(store(), "reindex-2")) {
            assertThat(one.tryLock(List.of("1", "2", "3"))).isTrue();

            assertThat(two.tryLock(List.of("3", "4"))).isFalse();

            assertThat(two.held()).isEmpty();
            assertThat(two.tryLock(List.of("4"))).isTrue();
        }
    }

    @Test
    void secondRunIsNotRefusedByTheLocksOfTheFirst() {
        try (DocumentLocks one = new DocumentLocks(store(), "reindex-1")) {
            assertThat(one.tryLock(List.of("1", "2"))).isTrue();

            assertThat(one.tryLock(List.of("1", "2"))).isTrue();
            assertThat(one.tryLock(List.of("2", "3", "3"))).isTrue();

            assertThat(one.held())
                    .containsExactlyInAnyOrder(
                            LockName.of("doc", "1"), LockName.of("doc", "2"), LockName.of("doc", "3"));
        }
    }

    @Test
    void processListsWhatItHoldsAndFreesAllAtOnce() {
        List<String> ids = IntStream.range(0, 500).mapToObj(Integer::toString).toList();
        try (DocumentLocks one = new DocumentLocks(store(), "reindex-1");
                DocumentLocks two = new DocumentLocks(store(), "reindex-2")) {
            assertThat(one.tryLock(ids)).isTrue();
            assertThat(two.tryLock(List.of("other"))).isTrue();
            assertThat(one.onRecord()).hasSize(500).containsAll(one.held());

            one.unlockAll();

            assertThat(one.onRecord()).isEmpty();
            assertThat(one.held()).isEmpty();
            assertThat(two.tryLock(ids)).isTrue();
        }
    }

    @Test
    void runAfterAKillTakesItsLocksBackAtOnce() {
        DocumentLocks killed = new DocumentLocks(store(), "reindex-1");
        assertThat(killed.tryLock(List.of("1", "2"))).isTrue();

        try (DocumentLocks again = new DocumentLocks(store(), "reindex-1");
                DocumentLocks other = new DocumentLocks(store(), "reindex-2")) {
            assertThat(other.tryLock(List.of("1"))).isFalse();
            assertThat(again.tryLock(List.of("1", "2"))).isTrue();
            assertThat(other.tryLock(List.of("1"))).isFalse();
        }
        killed.close();
    }
}
