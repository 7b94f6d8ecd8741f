// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdonce} alone: says what there is. */
@Command(
        name = "holdonce",
        header = "Locks that hold, on the database you already run.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = HoldonceCommand.Version.class,
        footer = {
            "",
            "For example:",
            "  holdonce run nightly -- ./job.sh        run a job that only one machine may run at a time",
            "  holdonce run -n nightly -- ./job.sh     the same, but skip it when another runs it",
            "  holdonce ls                             what is held, by whom, since when"
        })
final class HoldonceCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("UnusedVariable") // Read by picocli.
    private boolean version;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // Read by picocli.
    private boolean help;

    @Override
    public Integer call() {
        spec.commandLine().usage(Console.ERR);
        return ExitCode.USAGE;
    }

    /** The version that stands in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"holdonce " + (version == null ? "(not packaged)" : version)};
        }
    }
}
