// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Caller.TIMEOUT;
import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.by;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.holder;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.spi.Claim;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people are shown: every held name, found by what it is, page by page. */
abstract class StatusContract extends Topic {

    StatusContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void nameNobodyEverTookIsShownFreeWithoutAToken() {
        LockStatus status = here.status(name("never"));
        assertThat(status.holds()).isEmpty();
        assertThat(status.fencingToken()).isZero();
        assertThat(status.lastRevoked()).isEmpty();
    }

    @Test
    void freeAndExpiredNamesAreNotListed() {
        LockName held = name("held");
        here.take(exclusive(name("expired")));
        elapse(TTL.plusSeconds(20));
        here.pass(exclusive(name("free")));
        here.take(exclusive(held));
        assertThat(names(there.list(""))).containsExactly(held);
    }

    @Test
    void keptNamesAreListed() {
        LockName name = name("kept");
        Claim claim = exclusive(name);
        here.take(claim);
        here.released(claim, TTL);
        assertThat(names(there.list(""))).containsExactly(name);
    }

    @Test
    void listingShowsEveryHoldOfAName() {
        LockName name = name("shared");
        long one = here.take(shared(name));
        long two = there.take(shared(name));
        List<LockStatus> listed = here.list("");
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).fencingToken()).isEqualTo(two);
        assertThat(listed.get(0).holds()).extracting(HoldInfo::fencingToken).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void listingIsInTheOrderOfTheKeys() {
        List<LockName> names = take(20);
        assertThat(names(here.list(""))).containsExactlyElementsOf(sorted(names));
    }

    @Test
    void pagesFollowOneAnotherWithoutGapOrRepeat() {
        List<LockName> names = take(23);
        List<LockName> paged = new ArrayList<>();
        Optional<LockName> after = Optional.empty();
        List<LockName> page;
        do {
            page = names(
                    here.store().status(new StatusQuery(Optional.empty(), "", Optional.empty(), after, 5), TIMEOUT));
            assertThat(page).hasSizeLessThanOrEqualTo(5);
            paged.addAll(page);
            after = page.isEmpty() ? after : Optional.of(page.get(page.size() - 1));
        } while (!page.isEmpty());
        assertThat(paged).containsExactlyElementsOf(sorted(names));
    }

    @Test
    void prefixIsComparedCharacterByCharacter() {
        List<LockName> names = Stream.of("a%b", "a%", "aXb", "a_b", "A%b", "á%b", "b", "a\\b", "a[b]")
                .map(LockName::of)
                .toList();
        names.forEach(name -> here.take(exclusive(name)));
        assertThat(names(here.list("a%"))).containsExactlyInAnyOrder(LockName.of("a%b"), LockName.of("a%"));
        assertThat(names(here.list("a_"))).containsExactly(LockName.of("a_b"));
        assertThat(names(here.list("A"))).containsExactly(LockName.of("A%b"));
        assertThat(names(here.list("á"))).containsExactly(LockName.of("á%b"));
        assertThat(names(here.list("a\\\\"))).containsExactly(LockName.of("a\\b"));
        assertThat(names(here.list("a["))).containsExactly(LockName.of("a[b]"));
        assertThat(names(here.list("a'"))).isEmpty();
        assertThat(here.list("")).hasSize(names.size());
    }

    @Test
    void prefixFindsACategory() {
        LockName one = LockName.of("flow", "one");
        LockName two = LockName.of("flow", "two");
        Stream.of(one, two, LockName.of("flows", "three"), LockName.of("flow")).forEach(n -> here.take(exclusive(n)));
        assertThat(names(here.list("flow:"))).containsExactlyInAnyOrder(one, two);
        assertThat(names(here.list("flow:one"))).containsExactly(one);
    }

    @Test
    void holderFindsEveryNameOfWhichItHasAHold() {
        LockName mine = name("mine");
        LockName ours = name("ours");
        here.take(by(holder("orders/1"), exclusive(mine)));
        here.take(by(holder("orders/1"), shared(ours)));
        there.take(by(holder("orders/2"), shared(ours)));
        there.take(by(holder("orders/2"), exclusive(name("theirs"))));
        here.take(by(holder("Orders/1"), exclusive(name("case"))));
        List<LockStatus> found = here.store()
                .status(new StatusQuery(Optional.empty(), "", Optional.of("orders/1"), Optional.empty(), 100), TIMEOUT);
        assertThat(names(found)).containsExactlyInAnyOrder(mine, ours);
        assertThat(found)
                .filteredOn(status -> status.name().equals(ours))
                .singleElement()
                .satisfies(status -> assertThat(status.holds()).hasSize(2));
    }

    @Test
    void askingChangesNothing() {
        LockName name = name("asked");
        Claim claim = exclusive(name);
        here.take(claim);
        here.status(name);
        here.list("");
        assertThat(here.status(name).holds()).isNotEmpty();
        elapse(TTL.plusSeconds(20));
        here.lost(claim);
    }

    @Test
    void longHoldersAndNotesComeBackWhole() {
        LockName name = name("long");
        String label = "é👍".repeat(160) + "/end";
        String note = "note '\"\\%_ 語 ".repeat(60) + "end";
        here.take(by(holder(label), Claims.note(note, exclusive(name))));
        assertThat(onlyHold(name).holder()).isEqualTo(label);
        assertThat(onlyHold(name).note()).isEqualTo(note);
    }

    @Test
    void checkSaysWhatTheStoreIs() {
        StoreCheck check = here.store().check(Duration.ofSeconds(30));
        assertThat(check.product()).isNotBlank();
        assertThat(check.findings()).allSatisfy(finding -> {
            assertThat(finding.subject()).isNotBlank();
            assertThat(finding.detail()).isNotBlank();
        });
        assertThat(check.findings())
                .as("errors that the store finds in itself")
                .noneMatch(finding -> finding.level() == StoreCheck.Level.ERROR);
    }

    private List<LockName> take(int count) {
        List<LockName> names =
                IntStream.range(0, count).mapToObj(i -> name("listed")).toList();
        names.forEach(name -> here.take(exclusive(name)));
        return names;
    }

    private static List<LockName> names(List<LockStatus> statuses) {
        return statuses.stream().map(LockStatus::name).toList();
    }

    private static List<LockName> sorted(List<LockName> names) {
        return names.stream().sorted(LockName::compareByKey).toList();
    }
}
