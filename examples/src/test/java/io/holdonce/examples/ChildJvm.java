// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A main class of these examples in a process of its own, with the lines that it printed. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedWriter input;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    ChildJvm(Class<?> main, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(
                List.of(java, "-Xmx128m", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = process.outputWriter();
        BufferedReader output = process.inputReader();
        Thread reader = new Thread(() -> read(output), "output of " + main.getSimpleName());
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BufferedReader output) {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What it has printed so far. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void type(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** Sends a signal such as STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " ended with " + code);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
