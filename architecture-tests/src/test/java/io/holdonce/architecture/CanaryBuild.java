// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A throw-away reactor: a copy of the parent POM with other modules, built by one Maven that goes on after failures. */
final class CanaryBuild {
    private static final Path SOURCES = Repository.OWN.resolve("src/test/canaries");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private static final Pattern MODULES = Pattern.compile("<modules>.*?</modules>", Pattern.DOTALL);

    private final Path folder;
    private final List<String> modules = new ArrayList<>();

    private CanaryBuild(Path folder) {
        this.folder = folder;
    }

    static CanaryBuild in(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return new CanaryBuild(folder);
    }

    static String version() {
        Matcher version = VERSION.matcher(Repository.read(Repository.ROOT.resolve("pom.xml")));
        if (!version.find()) {
            throw new IllegalStateException("The root POM names no version");
        }
        return version.group(1);
    }

    Path folder() {
        return folder;
    }

    void add(String name) {
        copy(SOURCES.resolve(name).resolve("src"), folder.resolve(name).resolve("src"));
        module(name, """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <parent>
                    <groupId>io.holdonce</groupId>
                    <artifactId>holdonce-parent</artifactId>
                    <version>%s</version>
                  </parent>
                  <artifactId>canary-%s</artifactId>
                  <properties>
                    <holdonce.javadoc.phase>verify</holdonce.javadoc.phase>
                  </properties>
                  <dependencies>
                    <dependency>
                      <groupId>org.jspecify</groupId>
                      <artifactId>jspecify</artifactId>
                    </dependency>
                    %s
                  </dependencies>
                </project>
                """.formatted(version(), name, dependencies(name)));
    }

    /** The real core once more, under another name if one is given, which then also gets the canary's dependencies. */
    void addCoreCopy(String name, String artifact) {
        Path core = Repository.ROOT.resolve("core");
        copy(core.resolve("src/main"), folder.resolve(name).resolve("src/main"));
        String pom = Repository.read(core.resolve("pom.xml"));
        if (!artifact.isEmpty()) {
            pom = pom.replace("<artifactId>holdonce-core<", "<artifactId>" + artifact + "<")
                    .replace("<dependencies>", "<dependencies>" + dependencies(name));
        }
        module(name, pom);
    }

    /** Two modules that agree on everything but the version of a third. */
    void addDivergingPair() {
        module("one", pom("shared", "1", ""));
        module("two", pom("shared", "2", ""));
        module("left", pom("left", "1", dependency("shared", "1")));
        module("right", pom("right", "1", dependency("shared", "2")));
    }

    void run() throws IOException, InterruptedException {
        Path pom = folder.resolve("pom.xml");
        String list =
                modules.stream().map(name -> "<module>" + name + "</module>").collect(Collectors.joining());
        String parent = Repository.read(Repository.ROOT.resolve("pom.xml"));
        Repository.write(pom, MODULES.matcher(parent).replaceFirst("<modules>" + list + "</modules>"));
        List<String> command = new ArrayList<>(List.of(maven(), "-B", "-ntp", "-fae", "-f", pom.toString(), "verify"));
        String repository = System.getProperty("holdonce.maven.repository");
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("build.log").toFile());
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // A build this short ends before the optimising compiler pays.
        process.environment().merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (given, ours) -> given + " " + ours);
        Process running = process.start();
        if (!running.waitFor(5, TimeUnit.MINUTES)) {
            running.destroyForcibly();
            throw new IllegalStateException("The build of the canaries did not end:\n" + log());
        }
    }

    String log() {
        return Repository.read(folder.resolve("build.log"));
    }

    /** What Maven says at the end about each module that failed, by the canary's name. */
    Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        String[] parts = log().split("(?m)^\\[ERROR\\] Failed to execute goal ");
        for (String part : List.of(parts).subList(1, parts.length)) {
            Matcher project = Pattern.compile("on project (\\S+):").matcher(part);
            if (project.find()) {
                failures.put(project.group(1).replaceFirst("^canary-", ""), part);
            }
        }
        return failures;
    }

    private void module(String name, String pom) {
        modules.add(name);
        Repository.write(folder.resolve(name).resolve("pom.xml"), pom);
    }

    private static String pom(String artifact, String version, String more) {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>io.holdonce.canary</groupId>
                  <artifactId>%s</artifactId>
                  <version>%s</version>
                  <packaging>pom</packaging>
                  %s
                </project>
                """.formatted(artifact, version, more);
    }

    private static String dependency(String artifact, String version) {
        return """
                <dependencies>
                  <dependency>
                    <groupId>io.holdonce.canary</groupId>
                    <artifactId>%s</artifactId>
                    <version>%s</version>
                    <type>pom</type>
                  </dependency>
                </dependencies>
                """.formatted(artifact, version);
    }

    private static String dependencies(String name) {
        Path file = SOURCES.resolve(name).resolve("dependencies.xml");
        return Files.exists(file) ? Repository.read(file) : "";
    }

    private static void copy(Path from, Path to) {
        for (Path file : Repository.files(from, "")) {
            Path target = to.resolve(from.relativize(file).toString());
            try {
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String maven() {
        String home = System.getProperty("holdonce.maven.home");
        return home == null ? "mvn" : Path.of(home, "bin", "mvn").toString();
    }
}
