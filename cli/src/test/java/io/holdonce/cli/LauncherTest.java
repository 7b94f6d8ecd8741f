// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code holdonce} in a checkout in which nothing was built before. */
class LauncherTest {

    private static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();

    /** A cold build on a busy machine that has yet to download what it needs. */
    private static final int MINUTES = 10;

    @TempDir
    Path folder;

    @Test
    void buildsOnFirstUseAndOnlyThen() throws Exception {
        Path checkout = folder.resolve("checkout");
        copySources(checkout);

        Run first = run(checkout, "run", "nightly", "--", "sh", "-c", "echo \"$HOLDONCE_FENCING_TOKEN\"");
        assertThat(first.exitCode).as(first.err).isZero();
        assertThat(first.err).contains("building");
        assertThat(first.out).matches("[1-9][0-9]*\n");

        Run second = run(checkout, "ls");
        assertThat(second.exitCode).as(second.err).isZero();
        assertThat(second.err).doesNotContain("building");
    }

    private record Run(int exitCode, String out, String err) {}

    private Run run(Path checkout, String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("bash", checkout.resolve("holdonce").toString());
        builder.command().addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        builder.redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("HOLDONCE_") || name.startsWith("MAVEN_"));
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) {
            environment.put("MAVEN_OPTS", "-Dmaven.repo.local=" + repository);
        }
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
            return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** All that a clone would have, and nothing that was built. */
    private static void copySources(Path to) throws IOException {
        Set<String> notSources = Set.of("target", ".git");
        Path unused = Files.walkFileTree(CHECKOUT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
                if (notSources.contains(from.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Path made = Files.createDirectories(to.resolve(CHECKOUT.relativize(from)));
                assertThat(made).isDirectory();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) {
                if (!notSources.contains(from.getFileName().toString())) {
                    copy(from, to.resolve(CHECKOUT.relativize(from)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void copy(Path from, Path to) {
        try {
            assertThat(Files.copy(from, to)).exists();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
