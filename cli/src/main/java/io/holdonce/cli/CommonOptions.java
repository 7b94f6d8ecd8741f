// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import picocli.CommandLine.Option;

/** What every command understands. */
final class CommonOptions {

    @Option(names = "--verbose", description = "Show what happens inside, and stack traces; also HOLDONCE_DEBUG=1.")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // Read by picocli.
    private boolean help;

    void apply() {
        if (verbose) {
            Console.verbose();
        }
    }
}
