// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the Java blocks of a Markdown page with regions of compiled files. A block is bound to its region by a comment
 * on the line before it: {@code <!-- example: Kestra.java#run -->} or {@code <!-- not compiled: why -->}.
 */
final class DocSnippets {
    private static final Pattern BOUND = Pattern.compile("\\s*<!-- example: (\\S+)#(\\S+) -->\\s*");
    private static final Pattern UNBOUND = Pattern.compile("\\s*<!-- not compiled: \\S.* -->\\s*");

    private final List<Path> folders;

    /** Paths in comments are looked up in these folders, in this order. */
    DocSnippets(List<Path> folders) {
        this.folders = folders;
    }

    /** One text per block that differs from its region, names no region, or names one that does not exist. */
    List<String> problems(String page, String markdown) {
        List<String> problems = new ArrayList<>();
        String previous = "";
        List<String> lines = markdown.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().matches("```java\\b.*")) {
                int start = i + 1;
                while (++i < lines.size() && !lines.get(i).strip().startsWith("```")) {
                    // the block's own lines
                }
                String problem = problem(previous, tidy(lines.subList(start, i).stream()));
                if (!problem.isEmpty()) {
                    problems.add(page + ":" + start + ": " + problem);
                }
            }
            previous = line;
        }
        return problems;
    }

    private String problem(String comment, String block) {
        Matcher bound = BOUND.matcher(comment);
        if (!bound.matches()) {
            return UNBOUND.matcher(comment).matches()
                    ? ""
                    : "a Java block needs '<!-- example: path#region -->' or '<!-- not compiled: why -->' above it";
        }
        Path file = find(bound.group(1));
        if (file == null) {
            return "there is no file " + bound.group(1) + " in " + folders;
        }
        List<String> region = region(file, bound.group(2));
        if (region.isEmpty()) {
            return file.getFileName() + " has no lines between '// region " + bound.group(2) + "' and '// endregion'";
        }
        String expected = tidy(region.stream());
        return expected.equals(block)
                ? ""
                : "the block is not region " + bound.group(2) + " of " + file.getFileName() + ", which reads:\n"
                        + expected;
    }

    private Path find(String path) {
        return folders.stream()
                .map(folder -> folder.resolve(path))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    /** Regions may be nested; the marks of inner ones are left out. */
    private static List<String> region(Path file, String name) {
        List<String> found = new ArrayList<>();
        int depth = 0;
        for (String line : Repository.read(file).lines().toList()) {
            String text = line.strip();
            if (depth == 0) {
                depth = text.equals("// region " + name) ? 1 : 0;
            } else if (text.startsWith("// region ")) {
                depth++;
            } else if (text.startsWith("// endregion")) {
                if (--depth == 0) {
                    return found;
                }
            } else {
                found.add(line);
            }
        }
        return List.of();
    }

    private static String tidy(Stream<String> lines) {
        String text = lines.map(String::stripTrailing).collect(Collectors.joining("\n"));
        return text.stripIndent().strip();
    }
}
