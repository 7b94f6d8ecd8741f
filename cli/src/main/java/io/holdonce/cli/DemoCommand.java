// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.jdbc.JdbcSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdonce demo}: four processes, one counter file, without and with a lock. */
@Command(name = "demo", header = "See in a few seconds what goes wrong without a lock, and not with one.")
final class DemoCommand implements Callable<Integer> {

    private static final int WORKERS = 4;
    private static final int ROUNDS = 10;

    @Mixin
    private CommonOptions common = new CommonOptions();

    static StoreLocation location(Path folder) {
        return new StoreLocation(
                "jdbc:sqlite:" + folder.resolve("locks.db"),
                StoreKind.SQLITE,
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                "demo");
    }

    @Override
    public Integer call() throws IOException {
        common.apply();
        Path folder = Files.createTempDirectory("holdonce-demo-");
        List<Worker> workers = new ArrayList<>();
        try {
            JdbcSchema.of(OpenStore.dataSource(location(folder))).create();
            for (int i = 0; i < WORKERS; i++) {
                workers.add(new Worker(folder));
            }
            for (Worker worker : workers) {
                worker.answer();
            }
            int wanted = WORKERS * ROUNDS;
            Console.OUT.println(
                    WORKERS + " processes each add 1 to one file " + ROUNDS + " times: " + wanted + " increments.");
            long without = round(folder, workers, "unlocked", new ArrayList<>());
            Console.OUT.println();
            Console.OUT.println(
                    "without a lock:  the file says " + without + "; " + (wanted - without) + " updates were lost.");
            List<List<Long>> tokens = new ArrayList<>();
            long with = round(folder, workers, "locked", tokens);
            Console.OUT.println(
                    "with a lock:     the file says " + with + "; " + (wanted - with) + " updates were lost.");
            Console.OUT.println();
            tokens(tokens);
            return with == wanted ? ExitCode.OK : ExitCode.UNEXPECTED;
        } finally {
            workers.forEach(Worker::close);
            delete(folder);
        }
    }

    private static long round(Path folder, List<Worker> workers, String order, List<List<Long>> tokens)
            throws IOException {
        Path counter = folder.resolve("counter");
        Files.writeString(counter, "0");
        for (Worker worker : workers) {
            worker.send(order + " " + ROUNDS);
        }
        for (Worker worker : workers) {
            String[] words = worker.answer().split(" ", 2);
            if (words.length > 1) {
                tokens.add(Stream.of(words[1].split(",", -1)).map(Long::valueOf).toList());
            }
        }
        return Long.parseLong(Files.readString(counter).strip());
    }

    private static void tokens(List<List<Long>> tokens) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            int worker = i + 1;
            tokens.get(i).forEach(token -> lines.add(token + "  process " + worker));
        }
        List<String> sorted = lines.stream().sorted().toList();
        Console.OUT.println(
                "Each grant had a fencing token of its own, higher than all before. The first and the last:");
        sorted.subList(0, 3).forEach(line -> Console.OUT.println("  " + line));
        Console.OUT.println("  ...");
        sorted.subList(sorted.size() - 3, sorted.size()).forEach(line -> Console.OUT.println("  " + line));
        long distinct = tokens.stream().flatMap(List::stream).distinct().count();
        Console.OUT.println(distinct
                + " tokens, all different. Whatever the lock protects can refuse a lower one than it has" + " seen.");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        Files.delete(folder);
    }

    /** A child JVM with the same class path and options as this one. */
    private static final class Worker {

        private final Process process;
        private final BufferedReader answers;

        Worker(Path folder) throws IOException {
            List<String> line = new ArrayList<>(javaOfThisProcess());
            line.addAll(List.of("demo-worker", folder.toString()));
            process = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            answers = process.inputReader();
        }

        private static List<String> javaOfThisProcess() {
            String main = Main.class.getName();
            List<String> arguments =
                    List.of(ProcessHandle.current().info().arguments().orElse(new String[0]));
            List<String> line = new ArrayList<>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            if (arguments.contains(main)) {
                line.addAll(arguments.subList(0, arguments.indexOf(main) + 1));
            } else {
                line.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
            }
            return line;
        }

        void send(String order) throws IOException {
            process.outputWriter().write(order + "\n");
            process.outputWriter().flush();
        }

        String answer() throws IOException {
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("a process of the demo has ended too soon");
            }
            return answer;
        }

        void close() {
            process.destroy();
            process.onExit().join();
        }
    }
}
