// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a run found: into the documentation when it was a whole run, otherwise into the build folder. */
final class Output {

    private Output() {}

    /** Returns the page. */
    static Path write(Path root, Options options, Results results, Report.Facts facts) throws IOException {
        Path report = Files.createDirectories(root.resolve("benchmarks/target/report"));
        Files.writeString(report.resolve("results.csv"), results.csv());
        if (!options.whole()) {
            Plots.write(results, report.resolve("benchmarks"));
            Path page = report.resolve("benchmarks.md");
            Files.writeString(page, "# Not for the documentation\n\n" + Report.markdown(results, facts, "benchmarks"));
            return page;
        }
        Path docs = root.resolve("docs");
        Plots.write(results, docs.resolve("benchmarks"));
        Path page = docs.resolve("benchmarks.md");
        Files.writeString(page, Report.into(Files.readString(page), Report.markdown(results, facts, "benchmarks")));
        return page;
    }
}
