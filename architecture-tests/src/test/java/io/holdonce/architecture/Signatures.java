// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Set;
import java.util.stream.Stream;

/** Finds types of internal packages in what users of a public class can see. */
final class Signatures {
    private Signatures() {}

    static Stream<String> leaks(JavaClass type, String root) {
        if (isInternal(type, root) || !isPublic(type)) {
            return Stream.empty();
        }
        Stream<String> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .filter(parent -> mentionsInternal(parent, root))
                .map(parent -> "extends or implements " + parent.getName());
        Stream<String> members = Stream.concat(
                        Stream.concat(type.getFields().stream(), type.getMethods().stream()),
                        type.getConstructors().stream())
                .filter(Signatures::isVisible)
                .filter(member -> types(member).anyMatch(seen -> mentionsInternal(seen, root)))
                .map(member -> "shows an internal type in " + member.getFullName());
        return Stream.concat(parents, members);
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof com.tngtech.archunit.core.domain.JavaField field) {
            return Stream.of(field.getType());
        }
        var unit = (com.tngtech.archunit.core.domain.JavaCodeUnit) member;
        return Stream.of(
                        Stream.of(unit.getReturnType()),
                        unit.getParameterTypes().stream(),
                        unit.getExceptionTypes().stream().map(JavaType.class::cast))
                .flatMap(types -> types);
    }

    private static boolean mentionsInternal(JavaType type, String root) {
        return type.getAllInvolvedRawTypes().stream().anyMatch(raw -> isInternal(raw, root));
    }

    private static boolean isInternal(JavaClass type, String root) {
        String name = type.getPackageName();
        return name.startsWith(root + ".") && (name + ".").contains(".internal.");
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(Signatures::isPublic).orElse(true);
    }

    private static boolean isVisible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC);
    }
}
