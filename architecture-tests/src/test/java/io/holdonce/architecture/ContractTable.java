// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How many contract cases ran for each engine and topic, and which cells cannot exist. */
final class ContractTable {
    private final Map<String, Map<String, Integer>> cases = new TreeMap<>();
    private final Map<String, Set<String>> notApplicable = new TreeMap<>();
    private final Set<String> notHere = new TreeSet<>();
    private final Set<String> topics = new TreeSet<>();

    /** Every {@code engine,topic,cases} line of the folder's csv files; lines of one cell are added up. */
    static ContractTable read(Path results, Path notApplicable, Path expected) {
        ContractTable table = new ContractTable();
        for (String line : Repository.list(expected)) {
            String[] cells = cells(expected, line, 2);
            if (cells[0].equals("engine")) {
                table.cases.putIfAbsent(cells[1], new TreeMap<>());
            } else {
                table.topics.add(cells[1]);
            }
        }
        for (Path file : Repository.files(results, ".csv")) {
            for (String line : Repository.list(file)) {
                String[] cells = cells(file, line, 3);
                table.topics.add(cells[1]);
                table.cases
                        .computeIfAbsent(cells[0], engine -> new TreeMap<>())
                        .merge(cells[1], Integer.parseInt(cells[2]), Integer::sum);
            }
        }
        // An engine that this machine cannot start: said in words by its tests, here and at the build's end.
        for (Path file : Repository.files(results, ".not-here")) {
            String name = file.getFileName().toString();
            String engine = name.substring(0, name.length() - ".not-here".length());
            if (table.cases.getOrDefault(engine, Map.of()).isEmpty()) {
                table.notHere.add(engine);
            }
        }
        if (Files.exists(notApplicable)) {
            for (String line : Repository.list(notApplicable)) {
                String[] cells = cells(notApplicable, line, 3);
                table.notApplicable
                        .computeIfAbsent(cells[0], engine -> new TreeSet<>())
                        .add(cells[1]);
            }
        }
        return table;
    }

    /** What must not be: a cell with no case and no reason, or with a case in spite of one. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (String engine : cases.keySet()) {
            for (String topic : topics) {
                boolean excused = isExcused(engine, topic);
                if (count(engine, topic) == 0 && !excused) {
                    problems.add("no case of '" + topic + "' ran on " + engine);
                } else if (count(engine, topic) > 0 && excused) {
                    problems.add("cases of '" + topic + "' ran on " + engine + ", which is listed as not applicable");
                }
            }
        }
        notApplicable.forEach((engine, excused) -> excused.stream()
                .filter(topic -> !cases.containsKey(engine) || !topics.contains(topic))
                .forEach(topic -> problems.add("'" + engine + "," + topic + "' is excused but unknown")));
        return problems;
    }

    /** Engines across, topics down. */
    String text() {
        int first = topics.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder(" ".repeat(first));
        cases.keySet().forEach(engine -> text.append("  ").append(engine));
        text.append('\n');
        for (String topic : topics) {
            text.append(topic).append(" ".repeat(first - topic.length()));
            for (String engine : cases.keySet()) {
                String cell = isExcused(engine, topic) ? "n/a" : String.valueOf(count(engine, topic));
                text.append("  ")
                        .append(" ".repeat(Math.max(0, engine.length() - cell.length())))
                        .append(cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private int count(String engine, String topic) {
        return cases.get(engine).getOrDefault(topic, 0);
    }

    private boolean isExcused(String engine, String topic) {
        return notHere.contains(engine)
                || notApplicable.getOrDefault(engine, Set.of()).contains(topic);
    }

    private static String[] cells(Path file, String line, int count) {
        String[] cells = line.split("\\s*,\\s*", count);
        if (cells.length != count || List.of(cells).contains("")) {
            throw new IllegalStateException(file.getFileName() + ": expected " + count + " cells but found: " + line);
        }
        return cells;
    }
}
