// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Where the {@code holdonce} command starts. */
public final class Main {

    private Main() {}

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        int code = execute(arguments);
        Console.OUT.flush();
        Console.ERR.flush();
        System.exit(code);
    }

    static int execute(String[] arguments) {
        List<String> all = Arrays.asList(arguments);
        int end = all.indexOf("--");
        boolean run = !all.isEmpty() && all.get(0).equals("run") && end > 0;
        List<String> own = run ? all.subList(0, end) : all;
        RunCommand runCommand = new RunCommand();
        if (run) {
            runCommand.command(List.copyOf(all.subList(end + 1, all.size())));
        }
        return commandLine(runCommand).execute(own.toArray(String[]::new));
    }

    private static CommandLine commandLine(RunCommand run) {
        CommandLine line = new CommandLine(new HoldonceCommand());
        line.addSubcommand(run)
                .addSubcommand(new LsCommand())
                .addSubcommand(new ShowCommand())
                .addSubcommand(new RevokeCommand())
                .addSubcommand(new SchemaCommand())
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new DemoCommand())
                .addSubcommand(new DemoWorker());
        return line.registerConverter(Duration.class, new DurationText())
                .setOut(new PrintWriter(Console.OUT, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(Console.ERR, true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Problems::usage)
                .setExecutionExceptionHandler(Problems::failed);
    }
}
