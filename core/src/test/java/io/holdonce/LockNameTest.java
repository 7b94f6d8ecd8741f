// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Names, their text form and their keys. */
class LockNameTest {

    @Provide
    Arbitrary<List<String>> parts() {
        Arbitrary<Integer> any = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
        Arbitrary<Integer> tricky = Arbitraries.of(
                (int) ':', (int) '\\', (int) '/', (int) 'u', (int) '0', 0, 7, 0x85, 0x1F512, 0x301, 0xA0);
        return Arbitraries.oneOf(any, tricky)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20)
                .map(points -> points.stream()
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString())
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    @Property(tries = 2_000)
    void parseInvertsToString(@ForAll boolean path, @ForAll("parts") List<String> parts) {
        LockName name = name(path, parts);

        LockName parsed = LockName.parse(name.toString());

        assertThat(parsed).isEqualTo(name).hasSameHashCodeAs(name);
        assertThat(parsed.parts()).isEqualTo(parts);
        assertThat(parsed.key()).isEqualTo(name.key());
        assertThat(name.toString().chars()).noneMatch(Character::isISOControl);
    }

    @Property(tries = 2_000)
    void distinctPartsHaveDistinctTextsAndKeys(
            @ForAll boolean pathA,
            @ForAll boolean pathB,
            @ForAll("parts") List<String> one,
            @ForAll("parts") List<String> other) {
        LockName a = name(pathA, one);
        LockName b = name(pathB, other);

        boolean same = pathA == pathB && one.equals(other);
        assertThat(a.equals(b)).isEqualTo(same);
        assertThat(a.toString().equals(b.toString())).isEqualTo(same);
        assertThat(LockName.compareByKey(a, b) == 0).isEqualTo(same);
    }

    private static LockName name(boolean path, List<String> parts) {
        String[] array = parts.toArray(String[]::new);
        return path ? LockName.path(array) : LockName.of(array);
    }

    @Example
    void namesThatLookAlikeAreDifferentLocks() {
        List<LockName> names = List.of(
                LockName.of("Job"),
                LockName.of("job"),
                LockName.of("job "),
                LockName.of("jöb"),
                LockName.of("jo\u0308b"),
                LockName.of("a_b", "c"),
                LockName.of("a", "b_c"),
                LockName.of("a:b"),
                LockName.of("a", "b"),
                LockName.of("/fs"),
                LockName.path("fs"),
                LockName.path("a", "b"),
                LockName.path("a:b"),
                LockName.path("a/b"),
                LockName.of("x".repeat(1_000)),
                LockName.of("🔒"));

        assertThat(names).doesNotHaveDuplicates();
        assertThat(names).extracting(LockName::toString).doesNotHaveDuplicates();
        assertThat(names).extracting(LockName::key).doesNotHaveDuplicates();
    }

    @Example
    void theFirstOfSeveralPartsIsTheCategory() {
        assertThat(LockName.of("flow", "nightly").category()).contains("flow");
        assertThat(LockName.of("nightly").category()).isEmpty();
    }

    @Example
    void aPathIsBelowItsAncestors() {
        LockName readme = LockName.path("fs", "clinton", "README");

        assertThat(readme).hasToString("/fs/clinton/README").isEqualTo(LockName.parse("/fs/clinton/README"));
        assertThat(readme.isPath()).isTrue();
        assertThat(readme.ancestors()).containsExactly(LockName.path("fs"), LockName.path("fs", "clinton"));
        assertThat(readme.parent()).contains(LockName.path("fs", "clinton"));
        assertThat(readme.category()).contains("fs");
        assertThat(LockName.path("fs").ancestors()).isEmpty();
        assertThat(LockName.path("fs").parent()).isEmpty();
        assertThat(LockName.of("fs", "clinton").isPath()).isFalse();
        assertThat(LockName.of("fs", "clinton").ancestors()).isEmpty();
    }

    @Example
    void partsOfAPathMayContainAnything() {
        assertThat(LockName.path("a/b", "c:d\\")).hasToString("/a\\/b/c:d\\\\");
        assertThat(LockName.parse("/a\\/b/c:d\\\\").parts()).containsExactly("a/b", "c:d\\");
        assertThat(LockName.parse("/a\\:b")).isEqualTo(LockName.path("a:b"));
    }

    @Example
    void aPathHasUpTo32Parts() {
        String[] deep = "x".repeat(32).split("");

        assertThat(LockName.path(deep).ancestors()).hasSize(31);
        assertThatThrownBy(() -> LockName.path("x".repeat(33).split(""))).hasMessageContaining("1 to 32 parts");
        assertThatThrownBy(LockName::path).hasMessageContaining("1 to 32 parts");
    }

    @Example
    void malformedTextsSayWhere() {
        assertMalformed("", "empty");
        assertMalformed("/", "character 2", "a part is empty");
        assertMalformed("/fs//a", "character 5", "a part is empty; write \\/ for a slash that belongs to a part");
        assertMalformed("/fs/", "character 5", "a part is empty");
        assertMalformed("a:", "character 3", "a part is empty");
        assertMalformed(":a", "character 1", "a part is empty");
        assertMalformed("a::b", "character 3", "a part is empty");
        assertMalformed("ab\\", "character 3", "a backslash is followed by");
        assertMalformed("ab\\x", "character 3", "a backslash is followed by");
        assertMalformed("a\\u12g4", "character 2", "a backslash is followed by");
        assertMalformed("a\u0001", "character 2", "control characters");
    }

    private static void assertMalformed(String text, String... saying) {
        assertThatThrownBy(() -> LockName.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(saying);
    }

    @Example
    void illFormedUnicodeEmptyPartsAndTooMuchAreRefused() {
        assertRefused("half of a surrogate pair at index 1", "a\uD83D");
        assertRefused("half of a surrogate pair at index 0", "\uDD12a");
        assertRefused("half of a surrogate pair at index 0", "\uD83D\uD83D\uDD12");
        assertThatThrownBy(() -> LockName.parse("\\ud83d")).hasMessageContaining("surrogate");
        assertRefused("empty", "a", "");
        assertRefused("1 to 8 parts", new String[0]);
        assertRefused("1 to 8 parts", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertRefused("4000 characters", "x".repeat(4_001));
        assertRefused("4000 characters", ":".repeat(2_001));
        assertThat(LockName.of("x".repeat(4_000)).toString()).hasSize(4_000);
    }

    private static void assertRefused(String saying, String... parts) {
        assertThatThrownBy(() -> LockName.of(parts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(saying);
    }
}
