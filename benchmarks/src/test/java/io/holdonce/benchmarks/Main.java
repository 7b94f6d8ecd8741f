// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.List;

/** What {@code ./benchmarks/run} starts. */
final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("transactions")) {
            TransactionBench.run(List.of(arguments).subList(1, arguments.length));
            System.exit(0);
        }
        Options options;
        try {
            options = Options.parse(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Options.USAGE);
            System.exit(64);
            return;
        }
        Results results = new Bench(new LocalServers(), options).run();
        System.out.println(results.csv());
        results.problems().forEach(System.out::println);
        results.failures().forEach(System.out::println);
        System.exit(results.problems().isEmpty() ? 0 : 1);
    }
}
