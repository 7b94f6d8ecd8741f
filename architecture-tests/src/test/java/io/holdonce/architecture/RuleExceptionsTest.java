// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleExceptionsTest {
    @TempDir
    private Path folder;

    @Test
    void aLineExcusesOneRuleForOneClassOrPackage() throws Exception {
        RuleExceptions exceptions = read("clock, p.One, because\nclock, q.., because\n");

        assertThat(exceptions.allow("clock", "p.One")).isTrue();
        assertThat(exceptions.allow("clock", "p.One$Nested")).isTrue();
        assertThat(exceptions.allow("clock", "q.deep.Any")).isTrue();

        assertThat(exceptions.allow("clock", "p.OneMore")).isFalse();
        assertThat(exceptions.allow("clock", "qq.Any")).isFalse();
        assertThat(exceptions.allow("sleep", "p.One")).isFalse();
    }

    @Test
    void aLineThatNothingNeedsIsFoundOnceItsPlaceExists() throws Exception {
        RuleExceptions exceptions = read("clock, p.One, because\nclock, p.Gone, because\nclock, later.., because\n");
        exceptions.allow("clock", "p.One");

        assertThat(exceptions.notNeeded(place -> place.equals("p")))
                .extracting(RuleExceptions.Line::pattern)
                .containsExactly("p.Gone");
        assertThat(exceptions.notNeeded(place -> true)).hasSize(2);
    }

    @Test
    void aLineWithoutAReasonIsRefused() {
        assertThatThrownBy(() -> read("clock, p.One\n")).hasMessageContaining("expected 'rule, class, reason'");
    }

    private RuleExceptions read(String lines) throws Exception {
        return RuleExceptions.read(Files.writeString(folder.resolve("exceptions.txt"), lines));
    }
}
