// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** The command's own words: results on standard output, everything else on standard error behind its name. */
final class Console {

    /** UTF-8 whatever the locale: lock names are Unicode, and a question mark would be another name. */
    static final PrintStream OUT = stream(FileDescriptor.out);

    static final PrintStream ERR = stream(FileDescriptor.err);

    private static volatile boolean verbose =
            !System.getenv().getOrDefault("HOLDONCE_DEBUG", "").isEmpty();

    private Console() {}

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    static void say(String message) {
        ERR.println("holdonce: " + Secrets.redact(message));
    }

    /** A stack trace, of which the messages may come from anywhere. */
    static void trace(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        ERR.print(Secrets.redact(text.toString()));
    }

    static void verbose() {
        verbose = true;
    }

    static boolean isVerbose() {
        return verbose;
    }

    /** Asks on a terminal; false without one. */
    static boolean confirm(String question) {
        ERR.print(question + " [y/N] ");
        ERR.flush();
        try {
            String answer = new BufferedReader(
                            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))
                    .readLine();
            return answer != null && answer.strip().equalsIgnoreCase("y");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether somebody can answer; asked of a shell, since newer JDKs have a console without a terminal, too. */
    static boolean isTerminal() {
        try {
            return new ProcessBuilder("sh", "-c", "test -t 0")
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
