// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the modules run on the class path; here a user's module really runs on the module path. */
class ModulePathTest {
    private static final List<String> USED = List.of("core", "jdbc");

    @Test
    void aUsersModuleRunsOnCoreAndJdbc(@TempDir Path folder) throws Exception {
        if (!USED.stream().allMatch(Repository::hasSources)) {
            return;
        }
        Path info = Files.writeString(
                folder.resolve("module-info.java"), "module user { requires io.holdonce.jdbc; exports user; }");
        Path main = Files.writeString(
                Files.createDirectories(folder.resolve("user")).resolve("Main.java"), """
                package user;

                import io.holdonce.LockName;

                public final class Main {
                    public static void main(String[] args) {
                        LockName name = LockName.of("flow", "nightly-42");
                        Module jdbc = ModuleLayer.boot().findModule("io.holdonce.jdbc").orElseThrow();
                        System.out.println(name + " " + LockName.class.getModule().getName() + " " + jdbc.isNamed());
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        String modulePath = modulePath();

        compile("-p", modulePath, "-d", classes.toString(), info.toString(), main.toString());
        String said = run("-p", modulePath + File.pathSeparator + classes, "-m", "user/user.Main");

        assertThat(said.strip()).isEqualTo("flow:nightly-42 io.holdonce true");
    }

    @Test
    void internalPackagesCannotBeNamedByUsers(@TempDir Path folder) throws Exception {
        if (!Repository.hasSources("core")) {
            return;
        }
        Path info = Files.writeString(folder.resolve("module-info.java"), "module user { requires io.holdonce; }");
        Path use = Files.writeString(
                folder.resolve("Use.java"), "package user; import io.holdonce.internal.*; class Use {}");

        assertThat(javac("-p", modulePath(), "-d", folder.toString(), info.toString(), use.toString()))
                .contains("package io.holdonce.internal is not visible");
    }

    private static void compile(String... arguments) {
        assertThat(javac(arguments)).isEmpty();
    }

    private static String javac(String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments);
        return said.toString(StandardCharsets.UTF_8);
    }

    private static String run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static String modulePath() {
        String jspecify = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry)
                        .getFileName()
                        .toString()
                        .toLowerCase(Locale.ROOT)
                        .startsWith("jspecify"))
                .findFirst()
                .orElseThrow();
        return USED.stream()
                        .map(module -> Repository.classes(module) + File.pathSeparator)
                        .collect(Collectors.joining())
                + jspecify;
    }
}
