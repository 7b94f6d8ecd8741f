// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The rules of the code base, for all packages below one root. The root is a parameter so that the same rules can be run
 * on {@code io.holdonce} and on the canaries, which lay out bad classes in the same packages under a root of their own.
 */
final class RuleBook {
    private final String root;
    private final RuleExceptions exceptions;
    private final Set<String> core;
    private final Map<String, ArchRule> rules = new LinkedHashMap<>();

    RuleBook(String root, RuleExceptions exceptions) {
        this.root = root;
        this.exceptions = exceptions;
        core = Set.of(root, root + ".idempotency", root + ".spi", root + ".internal");
        rule("core-knows-nobody", "core stands on the JDK without SQL", this::inCore, this::foreignToCore);
        rule("arrows-point-inward", "stores know core, nobody knows the command line", any -> true, this::outward);
        rule("internal-stays-inside", "users cannot name internal types", any -> true, c -> Signatures.leaks(c, root));
        rule("public-classes-are-closed", "what is public is a promise", any -> true, this::openForAll);
        rule("time-from-the-timeline", "a test must be able to set every clock", any -> true, this::clockReads);
        rule("nobody-sleeps", "waits must be woken and driven by tests", any -> true, this::sleeps);
        rule("sql-in-dialects", "one file per database holds its SQL", this::outsideDialects, SqlText::in);
        rule("spi-stands-on-values", "a store needs no running locks", this::inSpi, this::beyondValues);
        rules.put("no-package-cycles", noCyclesOutsideCore());
    }

    Map<String, ArchRule> rules() {
        return rules;
    }

    private boolean inCore(JavaClass type) {
        return core.contains(type.getPackageName());
    }

    private boolean inSpi(JavaClass type) {
        return type.getPackageName().equals(root + ".spi");
    }

    private boolean outsideDialects(JavaClass type) {
        return !(type.getPackageName().equals(root + ".jdbc")
                && topLevel(type.getName()).endsWith("Dialect"));
    }

    private Stream<String> foreignToCore(JavaClass type) {
        return dependencies(type, target -> {
            String name = target.getPackageName();
            boolean sql = name.equals("java.sql") || name.startsWith("javax.sql");
            return !inCore(target) && (sql || !(within(name, "java") || within(name, "org.jspecify")));
        });
    }

    private Stream<String> outward(JavaClass type) {
        String layer = layer(type);
        List<String> allowed =
                layer.equals("cli") ? List.of("cli", "jdbc", "elasticsearch", "core") : List.of(layer, "core");
        return dependencies(type, target -> within(target.getPackageName(), root) && !allowed.contains(layer(target)));
    }

    private Stream<String> openForAll(JavaClass type) {
        Class<?> loaded = type.reflect();
        boolean open = java.lang.reflect.Modifier.isPublic(loaded.getModifiers())
                && !java.lang.reflect.Modifier.isFinal(loaded.getModifiers())
                && !java.lang.reflect.Modifier.isAbstract(loaded.getModifiers())
                && !loaded.isSealed()
                && !loaded.isEnum()
                && !Throwable.class.isAssignableFrom(loaded);
        return open ? Stream.of("is public but neither final, sealed nor abstract") : Stream.empty();
    }

    private Stream<String> clockReads(JavaClass type) {
        if (type.getName().equals(root + ".internal.SystemTimeline")) {
            return Stream.empty();
        }
        return Calls.of(type).filter(call -> Calls.CLOCKS.stream().anyMatch(call::startsWith));
    }

    private Stream<String> sleeps(JavaClass type) {
        return Calls.of(type).filter(call -> Calls.SLEEPS.stream().anyMatch(call::startsWith));
    }

    /** Values are what can be compared and sent: no handles, and no interfaces that anybody may implement. */
    private Stream<String> beyondValues(JavaClass type) {
        return dependencies(type, target -> {
            String name = target.getPackageName();
            if (name.equals(root)) {
                Class<?> loaded = target.getBaseComponentType().reflect();
                return AutoCloseable.class.isAssignableFrom(loaded) || (loaded.isInterface() && !loaded.isSealed());
            }
            return within(name, root) && !name.equals(root + ".spi");
        });
    }

    private ArchRule noCyclesOutsideCore() {
        return SlicesRuleDefinition.slices()
                .assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return within(type.getPackageName(), root) && !inCore(type)
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages outside core";
                    }
                })
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    private void rule(
            String id, String because, Predicate<JavaClass> where, Function<JavaClass, Stream<String>> violations) {
        var below = DescribedPredicate.<JavaClass>describe(
                "below " + root, type -> within(type.getPackageName(), root) && where.test(type));
        var condition = new ArchCondition<JavaClass>("follow the rule " + id) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                violations
                        .apply(type)
                        .filter(text -> !exceptions.allow(id, type.getName()))
                        .forEach(text -> events.add(SimpleConditionEvent.violated(type, type.getName() + " " + text)));
            }
        };
        rules.put(
                id,
                ArchRuleDefinition.classes()
                        .that(below)
                        .should(condition)
                        .because(because)
                        .allowEmptyShould(true));
    }

    private String layer(JavaClass type) {
        String name = type.getPackageName();
        if (core.contains(name)) {
            return "core";
        }
        String below = name.substring(root.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static Stream<String> dependencies(JavaClass type, Predicate<JavaClass> forbidden) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(dependency -> forbidden.test(dependency.getTargetClass().getBaseComponentType()))
                .filter(dependency ->
                        !dependency.getTargetClass().getBaseComponentType().isPrimitive())
                .map(Dependency::getDescription);
    }

    private static boolean within(String packageName, String ancestor) {
        return packageName.equals(ancestor) || packageName.startsWith(ancestor + ".");
    }

    private static String topLevel(String className) {
        int dollar = className.indexOf('$');
        return dollar < 0 ? className : className.substring(0, dollar);
    }
}
