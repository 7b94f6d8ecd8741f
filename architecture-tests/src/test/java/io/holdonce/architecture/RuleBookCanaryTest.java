// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule must reject the classes made to break it, and no other canary. */
class RuleBookCanaryTest {
    private static final String ROOT = "io.holdonce.canary";

    private static final Map<String, Set<String>> REJECTED = Map.of(
            "core-knows-nobody", Set.of("CoreKnowsSql", "internal.CoreKnowsFrameworks"),
            "arrows-point-inward", Set.of("jdbc.StoreKnowsCommandLine"),
            "internal-stays-inside", Set.of("ShowsInternal", "jdbc.ExtendsInternal"),
            "public-classes-are-closed", Set.of("OpenForAll", "OpenForAll$Nested"),
            "time-from-the-timeline", Set.of("jdbc.ReadsTheClock", "internal.ReadsTheClockByReference"),
            "nobody-sleeps", Set.of("jdbc.Sleeps"),
            "sql-in-dialects", Set.of("jdbc.SqlInAStore", "internal.ConcatenatesSql"),
            "spi-stands-on-values", Set.of("spi.StoreOfHandles"),
            "no-package-cycles", Set.of("cli", "cli.part"));

    private static final JavaClasses CANARIES = new ClassFileImporter().importPackages(ROOT);

    private static Map<String, ArchRule> rules() {
        return new RuleBook(ROOT, RuleExceptions.none()).rules();
    }

    static Stream<String> ids() {
        return rules().keySet().stream();
    }

    @Test
    void everyRuleHasACanary() {
        assertThat(REJECTED.keySet()).isEqualTo(rules().keySet());
    }

    @ParameterizedTest
    @MethodSource("ids")
    void ruleRejectsItsCanariesAndNoOther(String id) {
        var report = rules().get(id).evaluate(CANARIES).getFailureReport();

        Set<String> rejected = new TreeSet<>();
        for (String violation : report.getDetails()) {
            rejected.addAll(offenders(id, violation));
        }

        assertThat(rejected).as(String.join("\n", report.getDetails())).isEqualTo(new TreeSet<>(REJECTED.get(id)));
    }

    private static Set<String> offenders(String id, String violation) {
        if (!id.equals("no-package-cycles")) {
            return Set.of(violation.substring(ROOT.length() + 1, violation.indexOf(' ')));
        }
        Set<String> slices = new TreeSet<>();
        Matcher slice =
                Pattern.compile("Slice " + Pattern.quote(ROOT) + "\\.(\\S+)").matcher(violation);
        while (slice.find()) {
            slices.add(slice.group(1));
        }
        return slices;
    }
}
