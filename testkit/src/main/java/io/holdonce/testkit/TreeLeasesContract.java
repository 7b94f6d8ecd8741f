// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.LockMode.EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_EXCLUSIVE;
import static io.holdonce.LockMode.INTENT_SHARED;
import static io.holdonce.LockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.Acquisition;
import io.holdonce.HoldInfo;
import io.holdonce.Lease;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Paths as users hold them: what is above and below excludes, what stands beside does not. Store and engine together. */
abstract class TreeLeasesContract extends Topic {

    private Locks mine;
    private Locks theirs;

    @SuppressWarnings("NullAway.Init")
    TreeLeasesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @BeforeEach
    void startTwoUsers() {
        mine = locks(here.store(), "orders/mine");
        theirs = locks(there.store(), "orders/theirs");
    }

    /** Where a second path stands, seen from a first. */
    private enum Relation {
        SAME("a/b", "a/b", true),
        CHILD("a", "a/b", true),
        PARENT("a/b", "a", true),
        GRANDCHILD("a", "a/b/c", true),
        GRANDPARENT("a/b/c", "a", true),
        SIBLING("a/b", "a/c", false),
        NEPHEW("a/b", "a/c/d", false),
        COUSIN("a/b/c", "a/d/e", false);

        final String first;
        final String second;
        final boolean inLine;

        Relation(String first, String second, boolean inLine) {
            this.first = first;
            this.second = second;
            this.inLine = inLine;
        }
    }

    @TestFactory
    Stream<DynamicTest> pathExcludesWhatIsAboveAndBelowItUnlessBothAreShared() {
        return Arrays.stream(Relation.values())
                .flatMap(relation -> Stream.of(EXCLUSIVE, SHARED).flatMap(first -> Stream.of(EXCLUSIVE, SHARED)
                        .map(second -> DynamicTest.dynamicTest(
                                second + " " + relation + " beside " + first, () -> meet(relation, first, second)))));
    }

    private void meet(Relation relation, LockMode first, LockMode second) {
        boolean together = !relation.inLine || (first == SHARED && second == SHARED);
        for (Locks other : List.of(mine, theirs)) {
            LockName top = path("meet");
            LockRequest held = request(first, below(top, relation.first.split("/")));
            LockRequest asked = request(second, below(top, relation.second.split("/")));
            Lease lease = mine.acquire(held);
            if (together) {
                Lease both = granted(other, asked);
                assertThat(lease.isValid()).isTrue();
                assertThat(both.release()).isEqualTo(ReleaseOutcome.RELEASED);
                assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
            } else {
                refused(other, asked);
                assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
                granted(other, asked).close();
            }
            Eventually.within(
                    LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
        }
    }

    @Test
    void directoryIsRefusedWhileSomethingBelowIsHeldAndGrantedRightAfterItsRelease() {
        LockName directory = path("directory");
        Lease near = mine.acquire(Locks.exclusive(below(directory, "a")));
        Lease far = mine.acquire(Locks.shared(below(directory, "b", "c", "d")));
        refused(theirs, Locks.exclusive(directory));
        near.close();
        refused(theirs, Locks.exclusive(directory));
        far.close();
        granted(theirs, Locks.exclusive(directory));
    }

    @Test
    void refusalNamesWhoHoldsSomethingBelow() {
        LockName directory = path("directory");
        mine.acquire(Locks.exclusive(below(directory, "a")));
        assertThat(refused(theirs, Locks.exclusive(directory)).blocker()).hasValueSatisfying(blocker -> {
            assertThat(blocker.name()).isEqualTo(directory);
            assertThat(blocker.mode()).isEqualTo(INTENT_EXCLUSIVE);
            assertThat(blocker.holder()).isEqualTo("orders/mine");
        });
    }

    @Test
    void refusalNamesWhoHoldsADirectoryAbove() {
        LockName directory = path("directory");
        Lease lease = mine.acquire(Locks.exclusive(directory));
        assertThat(refused(theirs, Locks.exclusive(below(directory, "a", "b"))).blocker())
                .hasValueSatisfying(blocker -> {
                    assertThat(blocker.name()).isEqualTo(directory);
                    assertThat(blocker.fencingToken()).isEqualTo(lease.fencingToken());
                });
    }

    @Test
    void refusedPathLeavesNothingOnItsAncestors() {
        LockName directory = path("directory");
        LockName inner = below(directory, "inner");
        Lease lease = mine.acquire(Locks.exclusive(below(inner, "file")));
        refused(theirs, Locks.exclusive(below(inner, "file", "part")));
        refused(theirs, Locks.shared(below(inner, "file")));
        // They are given back in the background: the answer does not wait for it.
        Eventually.within(LIMIT, "nothing of the refused is left", () -> List.of(directory, inner).stream()
                .allMatch(name -> holders(name).equals(List.of("orders/mine"))));
        lease.close();
        there.free(directory, inner, below(inner, "file"), below(inner, "file", "part"));
    }

    @Test
    void flatNamesAndPathsDoNotTouchOneAnother() {
        LockName path = path("same");
        mine.acquire(Locks.exclusive(path));
        granted(theirs, Locks.exclusive(LockName.of(path.parts().toArray(String[]::new))));
        granted(theirs, Locks.exclusive(LockName.of(path.parts().get(0))));
        granted(theirs, Locks.exclusive(LockName.of(path.toString())));
        refused(theirs, Locks.exclusive(LockName.path(path.parts().get(0))));
    }

    @Test
    void intentsOfOneUserOnOneAncestorAreOneRecordAndGoWithTheLast() {
        LockName directory = path("directory");
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            leases.add(mine.acquire(Locks.exclusive(below(directory, "file-" + i))));
        }
        assertOneIntent(directory, INTENT_EXCLUSIVE);
        assertOneIntent(directory.parent().orElseThrow(), INTENT_EXCLUSIVE);
        Lease last = leases.remove(7);
        leases.forEach(Lease::close);
        assertOneIntent(directory, INTENT_EXCLUSIVE);
        assertThat(last.isValid()).isTrue();
        assertThat(last.release()).isEqualTo(ReleaseOutcome.RELEASED);
        there.free(directory, directory.parent().orElseThrow(), last.names().get(0));
    }

    @Test
    void intentsOfTwoUsersAreTwoRecordsAndOneLeavesTheOther() {
        LockName directory = path("directory");
        Lease one = mine.acquire(Locks.exclusive(below(directory, "a")));
        Lease two = theirs.acquire(Locks.exclusive(below(directory, "b")));
        assertThat(holders(directory)).containsExactlyInAnyOrder("orders/mine", "orders/theirs");
        one.close();
        assertThat(holders(directory)).containsExactly("orders/theirs");
        assertThat(two.isValid()).isTrue();
        refused(mine, Locks.exclusive(directory));
    }

    @Test
    void readersBelowLetReadersAboveInAndWritersBelowDoNot() {
        LockName directory = path("directory");
        Lease reader = mine.acquire(Locks.shared(below(directory, "a")));
        assertOneIntent(directory, INTENT_SHARED);
        Lease above = granted(theirs, Locks.shared(directory));
        refused(mine, Locks.exclusive(below(directory, "b")));
        above.close();
        Lease writer = granted(mine, Locks.exclusive(below(directory, "b")));
        refused(theirs, Locks.shared(directory));
        reader.close();
        refused(theirs, Locks.shared(directory));
        writer.close();
        granted(theirs, Locks.shared(directory));
    }

    @Test
    void pathOfThirtyTwoPartsHoldsOffEveryAncestorAndLeavesNothing() {
        LockName top = path("deep");
        LockName deep = below(top, IntStream.range(0, 30).mapToObj(i -> "p" + i).toArray(String[]::new));
        Lease lease = mine.acquire(Locks.exclusive(deep));
        assertThat(deep.ancestors()).hasSize(31);
        for (int depth : new int[] {0, 1, 2, 15, 29, 30}) {
            refused(theirs, Locks.exclusive(deep.ancestors().get(depth)));
        }
        assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
        granted(mine, Locks.exclusive(top)).close();
        // What the refused tries took on their way is given back in the background.
        Eventually.within(
                LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
    }

    @Test
    void oneRequestHoldsBothEndsOfAMove() {
        LockName from = path("from");
        LockName to = path("to");
        LockRequest move = Locks.exclusive(below(from, "file"), below(to, "file"));
        Lease busy = theirs.acquire(Locks.exclusive(to));
        refused(mine, move);
        assertThat(here.status(from).holds()).isEmpty();
        busy.close();
        Lease lease = granted(mine, move);
        refused(theirs, Locks.exclusive(from));
        refused(theirs, Locks.exclusive(to));
        granted(theirs, Locks.exclusive(below(from, "other"))).close();
        lease.close();
        granted(theirs, Locks.exclusive(from, to));
    }

    @Test
    void oneRequestMayWriteOnePathAndReadItsSibling() {
        LockName directory = path("directory");
        LockRequest both = Locks.exclusive(below(directory, "write")).shared(below(directory, "read"));
        Lease lease = mine.acquire(both);
        refused(theirs, Locks.shared(directory));
        granted(theirs, Locks.shared(below(directory, "read"))).close();
        refused(theirs, Locks.exclusive(below(directory, "read")));
        refused(theirs, Locks.shared(below(directory, "write")));
        lease.close();
        there.free(directory);
        granted(theirs, Locks.exclusive(directory));
    }

    @Test
    void bodyThatAsksForAPathAboveOrBelowItsOwnIsToldSoAtOnce() {
        LockName directory = path("directory");
        LockName file = below(directory, "a", "file");
        for (LockName[] pair : new LockName[][] {{directory, file}, {file, directory}}) {
            mine.run(pair[0], () -> assertThatThrownBy(() -> mine.run(pair[1], () -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(directory.toString()));
            mine.run(Locks.shared(pair[0]), () -> assertThatThrownBy(() -> mine.run(pair[1], () -> {}))
                    .isInstanceOf(IllegalStateException.class));
            mine.run(pair[0], () -> assertThatThrownBy(() -> mine.run(Locks.shared(pair[1]), () -> {}))
                    .isInstanceOf(IllegalStateException.class));
        }
        mine.run(file, () -> mine.run(below(directory, "a", "other"), () -> {}));
        there.free(directory, file);
    }

    private void assertOneIntent(LockName name, LockMode mode) {
        // A record is replaced by a younger one now and then; for a moment both are there.
        Eventually.within(
                LIMIT,
                "one intent is on record",
                () -> here.status(name).holds().size() == 1);
        assertThat(onlyHold(name).mode()).isEqualTo(mode);
    }

    private List<String> holders(LockName name) {
        return here.status(name).holds().stream().map(HoldInfo::holder).toList();
    }

    private static LockRequest request(LockMode mode, LockName name) {
        return mode == SHARED ? Locks.shared(name) : Locks.exclusive(name);
    }

    static Lease granted(Locks locks, LockRequest request) {
        Acquisition answer = locks.tryAcquire(request);
        assertThat(answer).as("answer to %s", request).isInstanceOf(Acquisition.Granted.class);
        return ((Acquisition.Granted) answer).lease();
    }

    static Acquisition.Contended refused(Locks locks, LockRequest request) {
        Acquisition answer = locks.tryAcquire(request);
        assertThat(answer).as("answer to %s", request).isInstanceOf(Acquisition.Contended.class);
        return (Acquisition.Contended) answer;
    }
}
