// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How types are written in an API file: short names, generics, and JSpecify's {@code @Nullable} where it stands. */
final class TypeText {
    private TypeText() {}

    static String declaration(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        boolean plainClass = kind.equals("class");
        int implied = plainClass ? 0 : Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
        String modifiers = Modifier.toString(type.getModifiers() & Modifier.classModifiers() & ~implied);
        String sealed = type.isEnum() ? "" : type.isSealed() ? "sealed " : open(type) ? "non-sealed " : "";
        return modifiers + " " + sealed + kind + " " + name(type) + variables(type) + components(type) + parents(type)
                + permits(type);
    }

    /** {@code java.time.Duration} is Duration, a nested type is Outer.Inner; other libraries keep their package. */
    static String name(Class<?> type) {
        if (type.isArray()) {
            return name(type.getComponentType()) + "[]";
        }
        String name = type.getName().replace('$', '.');
        boolean shortened = name.startsWith("java.") || name.startsWith("io.holdonce.");
        return shortened ? name.substring(type.getPackageName().length() + 1) : name;
    }

    static String of(AnnotatedType annotated) {
        String nullable = Arrays.stream(annotated.getAnnotations())
                .map(annotation -> annotation.annotationType().getSimpleName())
                .filter(mark -> mark.equals("Nullable") || mark.equals("NonNull"))
                .map(mark -> "@" + mark + " ")
                .collect(Collectors.joining());
        if (annotated instanceof AnnotatedArrayType array) {
            String of = of(array.getAnnotatedGenericComponentType());
            return of + (nullable.isEmpty() ? "" : " " + nullable) + "[]";
        }
        if (annotated instanceof AnnotatedTypeVariable variable) {
            return nullable + variable.getType().getTypeName();
        }
        if (annotated instanceof AnnotatedWildcardType wildcard) {
            AnnotatedType[] lower = wildcard.getAnnotatedLowerBounds();
            return nullable + "?"
                    + (lower.length > 0 ? " super " + of(lower[0]) : bounds(wildcard.getAnnotatedUpperBounds()));
        }
        if (annotated instanceof AnnotatedParameterizedType parameterized) {
            Class<?> raw = (Class<?>) ((ParameterizedType) parameterized.getType()).getRawType();
            return nullable + name(raw) + list("<", parameterized.getAnnotatedActualTypeArguments(), ">");
        }
        Type type = annotated.getType();
        return nullable + (type instanceof Class<?> plain ? name(plain) : type.getTypeName());
    }

    static String modifiers(Member member) {
        int kept = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;
        boolean ofInterface = member.getDeclaringClass().isInterface();
        boolean ofFinal = Modifier.isFinal(member.getDeclaringClass().getModifiers()) && member instanceof Method;
        String words = Modifier.toString(member.getModifiers() & kept & ~(ofFinal ? Modifier.FINAL : 0));
        String text = ofInterface
                ? words.replace("public ", "").replace("abstract", "").strip()
                : words;
        String defaulted = member instanceof Method method && method.isDefault() ? "default " : "";
        return text.equals("public") && ofInterface ? defaulted : text.isEmpty() ? defaulted : text + " " + defaulted;
    }

    static String variables(GenericDeclaration declaration) {
        TypeVariable<?>[] variables = declaration.getTypeParameters();
        if (variables.length == 0) {
            return "";
        }
        String text = Arrays.stream(variables)
                .map(variable -> variable.getName() + bounds(variable.getAnnotatedBounds()))
                .collect(Collectors.joining(", ", "<", ">"));
        return declaration instanceof Class<?> ? text : text + " ";
    }

    static String parameters(Executable executable) {
        AnnotatedType[] types = executable.getAnnotatedParameterTypes();
        Parameter[] parameters = executable.getParameters();
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < types.length; i++) {
            boolean rest = executable.isVarArgs() && i == types.length - 1;
            String type = of(types[i]);
            text.append(i == 0 ? "" : ", ")
                    .append(rest ? type.substring(0, type.length() - "[]".length()) + "..." : type)
                    .append(parameters.length == types.length ? " " + parameters[i].getName() : "");
        }
        return text.append(')').toString();
    }

    static String exceptions(Executable executable) {
        AnnotatedType[] thrown = executable.getAnnotatedExceptionTypes();
        return thrown.length == 0 ? "" : list(" throws ", thrown, "");
    }

    private static String components(Class<?> type) {
        return !type.isRecord()
                ? ""
                : Arrays.stream(type.getRecordComponents())
                        .map(component -> of(component.getAnnotatedType()) + " " + component.getName())
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String parents(Class<?> type) {
        AnnotatedType parent = type.getAnnotatedSuperclass();
        boolean plain = parent == null || type.isEnum() || type.isRecord() || parent.getType() == Object.class;
        AnnotatedType[] interfaces = type.isAnnotation() ? new AnnotatedType[0] : type.getAnnotatedInterfaces();
        String word = type.isInterface() ? " extends " : " implements ";
        return (plain ? "" : " extends " + of(parent)) + (interfaces.length == 0 ? "" : list(word, interfaces, ""));
    }

    private static String permits(Class<?> type) {
        if (!type.isSealed() || type.isEnum()) {
            return "";
        }
        List<String> known = Arrays.stream(type.getPermittedSubclasses())
                .filter(permitted -> Modifier.isPublic(permitted.getModifiers()))
                .map(TypeText::name)
                .sorted()
                .toList();
        return known.isEmpty() ? " permits (nothing public)" : " permits " + String.join(", ", known);
    }

    private static boolean open(Class<?> type) {
        boolean belowSealed = Stream.concat(
                        Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .anyMatch(Class::isSealed);
        return belowSealed && !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
    }

    private static String bounds(AnnotatedType[] bounds) {
        List<String> texts = Arrays.stream(bounds).map(TypeText::of).toList();
        return texts.isEmpty() || texts.equals(List.of("Object")) ? "" : " extends " + String.join(" & ", texts);
    }

    private static String list(String open, AnnotatedType[] types, String close) {
        return Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", ", open, close));
    }
}
