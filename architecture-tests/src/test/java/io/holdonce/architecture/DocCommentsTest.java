// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing that users see goes without a comment: doclint's group "missing" over the exported packages. It is asked here and
 * not by the javadoc plugin because on JDK 17 it demands {@code @param} on compact constructors, where no one would write
 * it, and knows no exception.
 */
class DocCommentsTest {
    @TempDir
    private Path output;

    static List<String> modules() {
        return Repository.LIBRARIES;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everythingExportedIsCommented(String module) throws IOException {
        if (!Repository.hasSources(module)) {
            return;
        }
        Path sources = Repository.ROOT.resolve(module).resolve("src/main/java");
        Set<String> exported = ApiText.exportedPackages(ApiText.descriptor(Repository.classes(module)));

        assertThat(missing(Repository.files(sources, ".java"), exported)).isEmpty();
    }

    @Test
    void aMissingCommentIsFound() throws IOException {
        Path source = output.resolve("Bad.java");
        Files.writeString(source, """
                package io.holdonce.canary;

                /**
                 * A record.
                 *
                 * @param one a component
                 */
                public record Bad(int one) {
                    /** Needs no param. */
                    public Bad {
                        assert one > 0;
                    }

                    /** Needs two tags. */
                    public int add(int other) {
                        return one + other;
                    }

                    public void none() {}

                    void notSeen() {}
                }
                """);

        assertThat(missing(List.of(source), List.of("io.holdonce.canary")))
                .containsExactlyInAnyOrder(
                        "Bad.java:15: no @param for other", "Bad.java:15: no @return", "Bad.java:19: no comment");
        assertThat(missing(List.of(source), List.of("io.holdonce.other"))).isEmpty();
    }

    private List<String> missing(List<Path> sources, Collection<String> packages) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (var files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
            List<Path> withoutModule = sources.stream()
                    .filter(file -> !file.endsWith("module-info.java"))
                    .toList();
            List<String> options = List.of(
                    "-proc:none", "-Xdoclint:missing/protected", "-Xdoclint/package:" + String.join(",", packages));
            boolean compiled = compiler.getTask(
                            null, files, found, options, null, files.getJavaFileObjectsFromPaths(withoutModule))
                    .call();
            assertThat(compiled).as(found.getDiagnostics().toString()).isTrue();
            return found.getDiagnostics().stream()
                    .filter(message -> message.getKind() != Diagnostic.Kind.NOTE)
                    .filter(message -> !isParamOfCompactConstructor(message))
                    .map(DocCommentsTest::text)
                    .toList();
        }
    }

    private static boolean isParamOfCompactConstructor(Diagnostic<? extends JavaFileObject> message) {
        return message.getMessage(Locale.ROOT).startsWith("no @param")
                && line(message).matches("\\s*(public|protected) \\w+ \\{");
    }

    private static String text(Diagnostic<? extends JavaFileObject> message) {
        String file = Path.of(message.getSource().toUri()).getFileName().toString();
        return file + ":" + message.getLineNumber() + ": " + message.getMessage(Locale.ROOT);
    }

    private static String line(Diagnostic<? extends JavaFileObject> message) {
        try (Stream<String> lines = Files.lines(Path.of(message.getSource().toUri()))) {
            return lines.skip(message.getLineNumber() - 1).findFirst().orElse("");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
