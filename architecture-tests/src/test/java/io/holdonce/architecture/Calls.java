// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a class calls or refers to by method reference, as {@code owner.method(} texts. */
final class Calls {
    /** Everything in the JDK that tells the time of this machine. */
    static final List<String> CLOCKS = List.of(
            "java.lang.System.currentTimeMillis(",
            "java.lang.System.nanoTime(",
            "java.time.Clock.system",
            "java.time.Clock.tick",
            "java.time.Instant.now()",
            "java.time.LocalDate.now()",
            "java.time.LocalTime.now()",
            "java.time.LocalDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.time.InstantSource.system(",
            "java.util.Date.<init>()",
            "java.util.Calendar.getInstance(");

    static final Set<String> SLEEPS =
            Set.of("java.lang.Thread.sleep(", "java.util.concurrent.TimeUnit.sleep(", "java.lang.Thread.onSpinWait(");

    private Calls() {}

    static Stream<String> of(JavaClass type) {
        return Stream.<CodeUnitAccessTarget>concat(
                        type.getCodeUnitCallsFromSelf().stream().map(call -> call.getTarget()),
                        type.getCodeUnitReferencesFromSelf().stream().map(reference -> reference.getTarget()))
                .map(Calls::text)
                .distinct()
                .sorted();
    }

    private static String text(CodeUnitAccessTarget target) {
        String parameters = target.getRawParameterTypes().isEmpty() ? ")" : "…)";
        return target.getOwner().getName() + "." + target.getName() + "(" + parameters;
    }
}
