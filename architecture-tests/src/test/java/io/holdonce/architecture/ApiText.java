// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API of a module as text: what its descriptor exports, sorted, one line for each member. Read by reflection
 * and not by {@code javap}, whose output differs between JDKs and leaves out nullness.
 */
final class ApiText {
    private final StringBuilder text = new StringBuilder();

    private ApiText() {}

    /** All of it, for the API file. */
    static String of(Path classes) {
        ApiText api = new ApiText();
        ModuleDescriptor module = descriptor(classes);
        api.module(module);
        for (String exported : exportedPackages(module)) {
            api.text.append("\npackage ").append(exported).append('\n');
            topLevelTypes(classes, exported).forEach(api::type);
        }
        return api.text.toString();
    }

    /** One type with its nested types. */
    static String of(Class<?> type) {
        ApiText api = new ApiText();
        api.type(type);
        return api.text.toString();
    }

    static ModuleDescriptor descriptor(Path classes) {
        try (InputStream file = Files.newInputStream(classes.resolve("module-info.class"))) {
            return ModuleDescriptor.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> exportedPackages(ModuleDescriptor module) {
        return module.exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The public top-level types of one package, by name. */
    static List<Class<?>> topLevelTypes(Path classes, String packageName) {
        Path folder = classes.resolve(packageName.replace('.', '/'));
        List<Class<?>> types = new ArrayList<>();
        for (Path file : Repository.files(folder, ".class")) {
            String name = file.getFileName().toString().replace(".class", "");
            if (file.getParent().equals(folder) && !name.contains("$") && !name.contains("-")) {
                types.add(load(packageName + "." + name));
            }
        }
        return types.stream()
                .filter(type -> Modifier.isPublic(type.getModifiers()))
                .toList();
    }

    private void module(ModuleDescriptor module) {
        text.append("module ").append(module.name()).append('\n');
        module.requires().stream()
                .filter(requires -> !requires.modifiers().contains(ModuleDescriptor.Requires.Modifier.MANDATED))
                .map(requires -> "requires " + words(requires.modifiers()) + requires.name())
                .sorted()
                .forEach(line -> line(1, line));
        module.exports().stream()
                .map(exports -> "exports " + exports.source() + (exports.isQualified() ? " (qualified)" : ""))
                .sorted()
                .forEach(line -> line(1, line));
        module.uses().stream().sorted().forEach(service -> line(1, "uses " + service));
        module.provides().stream()
                .map(ModuleDescriptor.Provides::service)
                .sorted()
                .forEach(service -> line(1, "provides " + service));
    }

    private void type(Class<?> type) {
        text.append('\n');
        line(0, marks(type) + TypeText.declaration(type));
        if (type.isEnum()) {
            line(
                    1,
                    "constants "
                            + Arrays.stream(type.getEnumConstants())
                                    .map(Object::toString)
                                    .toList());
        }
        Stream.of(
                        Arrays.stream(type.getDeclaredFields()).filter(field -> !field.isEnumConstant()),
                        Arrays.stream(type.getDeclaredConstructors()).filter(made -> !isCanonical(type, made)),
                        Arrays.stream(type.getDeclaredMethods()).filter(method -> !isImplied(type, method)))
                .flatMap(members -> members.map(member -> (Member) member))
                .filter(ApiText::isVisible)
                .map(ApiText::member)
                .sorted()
                .forEach(line -> line(1, line));
        Arrays.stream(type.getDeclaredClasses())
                .filter(nested -> (nested.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .forEach(this::type);
    }

    private static String member(Member member) {
        String marks = marks((AnnotatedElement) member);
        if (member instanceof Field field) {
            return marks + TypeText.modifiers(field) + TypeText.of(field.getAnnotatedType()) + " " + field.getName();
        }
        Executable executable = (Executable) member;
        String name = executable instanceof Constructor<?> made
                ? TypeText.name(made.getDeclaringClass())
                : TypeText.of(((Method) executable).getAnnotatedReturnType()) + " " + executable.getName();
        return marks
                + TypeText.modifiers(executable)
                + TypeText.variables(executable)
                + name
                + TypeText.parameters(executable)
                + TypeText.exceptions(executable);
    }

    /** Members that every enum and record has are no news; a record's accessors stand in its header. */
    private static boolean isImplied(Class<?> type, Method method) {
        if (method.isSynthetic() || method.isBridge()) {
            return true;
        }
        String name = method.getName();
        boolean plain = method.getParameterCount() == 0;
        if (type.isEnum()) {
            return (name.equals("values") && plain) || name.equals("valueOf");
        }
        boolean object = (plain && (name.equals("hashCode") || name.equals("toString"))) || name.equals("equals");
        return object || (type.isRecord() && plain && component(type, name));
    }

    private static boolean isCanonical(Class<?> type, Constructor<?> constructor) {
        return type.isRecord()
                && Arrays.equals(
                        constructor.getParameterTypes(),
                        Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .toArray());
    }

    private static boolean component(Class<?> type, String name) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .anyMatch(name::equals);
    }

    private static boolean isVisible(Member member) {
        int modifiers = member.getModifiers();
        boolean extensible = !Modifier.isFinal(member.getDeclaringClass().getModifiers());
        return !member.isSynthetic()
                && (Modifier.isPublic(modifiers) || (extensible && Modifier.isProtected(modifiers)));
    }

    private static String marks(AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .map(annotation -> annotation.annotationType())
                .filter(kind -> kind == Deprecated.class || kind.getName().startsWith("io.holdonce."))
                .map(kind -> "@" + kind.getSimpleName() + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static String words(Set<ModuleDescriptor.Requires.Modifier> modifiers) {
        return modifiers.stream()
                .map(modifier -> modifier.name().toLowerCase(java.util.Locale.ROOT) + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiText.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name + " has a class file but is not on the class path", e);
        }
    }

    private void line(int depth, String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }
}
