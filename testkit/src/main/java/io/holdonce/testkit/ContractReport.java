// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the contract cases that passed, per engine and topic, into {@code target/contracts/ENGINE.MODULE.csv} below the
 * folder in the system property {@code holdonce.root}; without it, nothing is written. A further run replaces the file.
 */
public final class ContractReport implements TestExecutionListener {

    /** The engine of each contract class that was started in this JVM. */
    private static final Map<String, String> ENGINES = new ConcurrentHashMap<>();

    private final Map<String, Map<String, Integer>> passed = new TreeMap<>();
    private @Nullable TestPlan plan;

    /** For the service loader. */
    public ContractReport() {}

    static void started(Class<?> contract, String engine) {
        ENGINES.put(contract.getName(), engine);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        boolean success = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        count(identifier, identifier.isTest() && success ? 1 : 0);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        String root = System.getProperty("holdonce.root", "");
        if (!root.isEmpty()) {
            passed.forEach((engine, topics) -> write(Path.of(root, "target", "contracts"), engine, topics));
        }
    }

    /** The topic is the class right inside the contract class; a topic of which nothing passed counts zero. */
    private synchronized void count(TestIdentifier identifier, int cases) {
        List<String> classes = new ArrayList<>();
        for (TestIdentifier at = identifier; at != null; at = parent(at)) {
            if (at.getSource().orElse(null) instanceof ClassSource source) {
                classes.add(0, source.getClassName());
            }
        }
        for (int i = 0; i + 1 < classes.size(); i++) {
            String engine = ENGINES.get(classes.get(i));
            if (engine != null) {
                passed.computeIfAbsent(engine, it -> new TreeMap<>())
                        .merge(topic(classes.get(i + 1)), cases, Integer::sum);
            }
        }
    }

    private @Nullable TestIdentifier parent(TestIdentifier identifier) {
        return plan == null ? null : plan.getParent(identifier).orElse(null);
    }

    /** {@code SharedAndWriters} becomes {@code shared-and-writers}. */
    private static String topic(String className) {
        String simple = className.substring(className.lastIndexOf('$') + 1);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < simple.length(); i++) {
            char c = simple.charAt(i);
            if (Character.isUpperCase(c) && !out.isEmpty()) {
                out.append('-');
            }
            out.append(Character.toLowerCase(c));
        }
        return out.toString();
    }

    private static void write(Path folder, String engine, Map<String, Integer> topics) {
        List<String> lines = topics.entrySet().stream()
                .map(topic -> engine + ',' + topic.getKey() + ',' + topic.getValue())
                .toList();
        // Tests run in their module's folder, which tells modules apart.
        Path module = Path.of("").toAbsolutePath().getFileName();
        try {
            Files.createDirectories(folder);
            Path half = Files.createTempFile(folder, engine, ".tmp");
            Files.write(half, lines);
            Files.move(
                    half,
                    folder.resolve(engine + '.' + module + ".csv"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The report of contract cases could not be written to " + folder, e);
        }
    }
}
