// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LeaseLostException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import picocli.CommandLine;

/** Turns whatever went wrong into a text that says what to do and an exit code; a stack trace only when it was asked for. */
final class Problems {

    private Problems() {}

    static int usage(CommandLine.ParameterException problem, String[] arguments) {
        Console.say(text(problem));
        Console.say("try '" + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        trace(problem);
        return ExitCode.USAGE;
    }

    static int failed(Exception problem, CommandLine line, CommandLine.ParseResult parsed) {
        trace(problem);
        if (problem instanceof CliException known) {
            return say(known.exitCode(), text(known));
        }
        if (problem instanceof StoreUnavailableException) {
            return say(ExitCode.STORE_UNAVAILABLE, unavailable(problem));
        }
        if (problem instanceof StoreMisconfiguredException) {
            return say(ExitCode.CONFIGURATION, text(problem));
        }
        if (problem instanceof LeaseLostException) {
            return say(ExitCode.LEASE_LOST, text(problem));
        }
        if (problem instanceof IllegalArgumentException) {
            return say(ExitCode.USAGE, text(problem));
        }
        return say(
                ExitCode.UNEXPECTED,
                "unexpected: " + problem + ". Run it again with --verbose to see where, and please report it.");
    }

    private static String unavailable(Exception problem) {
        return OpenStore.isFile()
                ? text(problem)
                        + " The SQLite file is locked by another process, which stopped or hangs in the middle of a"
                        + " write that takes milliseconds; find it with 'fuser -v FILE' and continue it (kill -CONT) or end"
                        + " it."
                : text(problem) + " Is it running and reachable? 'holdonce doctor' looks.";
    }

    private static String text(Exception problem) {
        return String.valueOf(problem.getMessage());
    }

    private static int say(int code, String message) {
        Console.say(message);
        return code;
    }

    private static void trace(Exception problem) {
        if (Console.isVerbose()) {
            Console.trace(problem);
        }
    }
}
