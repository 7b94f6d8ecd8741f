// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What {@code ./benchmarks/run} starts. */
final class Main {

    private Main() {}

    /** Ends with 0, with 1 if a history was bad, with 64 if the options were. */
    public static void main(String[] arguments) {
        int code = 70;
        try {
            code = run(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Options.USAGE);
            code = 64;
        } catch (Exception e) {
            e.printStackTrace();
        } finally {
            // Whatever thread of whomever is still there, and with the hooks that stop the servers.
            System.exit(code);
        }
    }

    private static int run(List<String> arguments) throws Exception {
        // Not for the page's generated part: each prints for itself.
        if (!arguments.isEmpty() && arguments.get(0).equals("transactions")) {
            TransactionBench.run(arguments.subList(1, arguments.size()));
            return 0;
        }
        if (arguments.equals(List.of("elasticsearch"))) {
            return search(Options.parse(List.of("--quick")));
        }
        Options options = Options.parse(arguments);
        Report.Facts facts = new Report.Facts(
                LocalDate.now(ZoneOffset.UTC).toString(),
                ("./benchmarks/run " + String.join(" ", arguments)).strip(),
                Machine.describe(),
                Machine.load(),
                options.rounds());
        Results results = new Bench(new LocalServers(), options).run();
        Path page = Output.write(Path.of(System.getProperty("holdonce.root", ".")), options, results, facts);
        System.out.println("Written: " + page);
        results.failures().forEach(failure -> System.out.println("FAILED: " + failure));
        results.problems().forEach(problem -> System.out.println("BAD HISTORY: " + problem));
        int searched = options.whole() || arguments.equals(List.of("--quick")) ? search(options) : 0;
        return results.problems().isEmpty() ? searched : 1;
    }

    private static int search(Options options) throws Exception {
        SearchBench bench = new SearchBench(options.sample(), options.rounds());
        List<String> problems = bench.run();
        String facts = "Measured " + LocalDate.now(ZoneOffset.UTC) + " in the same run on Elasticsearch 8.19.";
        if (options.whole()) {
            bench.write(Path.of(System.getProperty("holdonce.root", "."), "docs/benchmarks.md"), facts);
        } else {
            System.out.println(bench.markdown(facts));
        }
        problems.forEach(problem -> System.out.println("BAD HISTORY: " + problem));
        return problems.isEmpty() ? 0 : 1;
    }
}
