// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LockStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Distinct names are distinct locks, and all of them can be read. */
abstract class NamesContract extends Topic {

    NamesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void caseCounts() {
        assertDistinct(LockName.of("Job"), LockName.of("job"), LockName.of("JOB"));
        assertDistinct(LockName.of("i"), LockName.of("I"), LockName.of("ı"), LockName.of("İ"));
        assertDistinct(LockName.of("straße"), LockName.of("strasse"));
    }

    @Test
    void blanksCount() {
        assertDistinct(LockName.of("job"), LockName.of("job "), LockName.of(" job"), LockName.of("job\u00a0"));
        assertDistinct(LockName.of(" "), LockName.of("  "));
    }

    @Test
    void accentsAndTheirEncodingCount() {
        assertDistinct(LockName.of("job"), LockName.of("jób"), LockName.of("jo\u0301b"), LockName.of("jòb"));
    }

    @Test
    void partsAreNotJoined() {
        assertDistinct(
                LockName.of("a_b", "c"),
                LockName.of("a", "b_c"),
                LockName.of("a", "b", "c"),
                LockName.of("a:b:c"),
                LockName.of("a:b", "c"),
                LockName.of("abc"));
    }

    @Test
    void lettersBeyondLatinCount() {
        assertDistinct(LockName.of("👍"), LockName.of("👎"), LockName.of("👍🏽"), LockName.of("作业"), LockName.of("作業"));
    }

    @Test
    void signsOfQueryLanguagesCount() {
        assertDistinct(
                LockName.of("a%"),
                LockName.of("a_"),
                LockName.of("ab"),
                LockName.of("a'b"),
                LockName.of("a''b"),
                LockName.of("a\"b"),
                LockName.of("a\\b"),
                LockName.of("a/b"),
                LockName.of("/a/b"),
                LockName.of("a; --"),
                LockName.of("a*"),
                LockName.of("a?"),
                LockName.of("{\"a\":1}"),
                LockName.of("$1"),
                LockName.of("?"));
    }

    @Test
    void controlCharactersCount() {
        assertDistinct(
                LockName.of("a"),
                LockName.of("a\u0000"),
                LockName.of("a\u0000b"),
                LockName.of("a\nb"),
                LockName.of("a\r\nb"),
                LockName.of("a\tb"));
    }

    @Test
    void theLastOfAThousandCharactersCounts() {
        String prefix = "x".repeat(999);
        assertDistinct(LockName.of(prefix + "a"), LockName.of(prefix + "b"), LockName.of(prefix));
    }

    @Test
    void theLastOfFourThousandCharactersCounts() {
        String ascii = "x".repeat(3_999);
        assertDistinct(LockName.of(ascii + "a"), LockName.of(ascii + "b"), LockName.of(ascii));
        String wide = "語".repeat(3_998);
        assertDistinct(LockName.of(wide + "a"), LockName.of(wide + "b"), LockName.of(wide + "👍"));
    }

    /** All held at once, each by its own claim; and every one comes back as it went in. */
    private void assertDistinct(LockName... names) {
        Map<LockName, Long> tokens = List.of(names).stream()
                .collect(Collectors.toMap(Function.identity(), name -> here.take(exclusive(name))));
        tokens.forEach((name, token) -> {
            there.refused(exclusive(name));
            assertThat(onlyHold(name).fencingToken()).isEqualTo(token);
        });
        List<LockName> listed = there.list("").stream().map(LockStatus::name).toList();
        assertThat(listed).contains(names);
        assertThat(listed)
                .allSatisfy(name -> assertThat(LockName.parse(name.toString())).isEqualTo(name));
    }
}
