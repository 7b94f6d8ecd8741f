// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import java.util.Arrays;

/** A process that takes locks and is killed: {@code ENGINE URL ADVISED_URL TTL_MILLIS NAME CONTENDER...}. */
final class DoomedHolder {

    private DoomedHolder() {}

    /** Prints a line for each lock that it has, then holds them until it is killed or its input ends. */
    public static void main(String[] arguments) throws Exception {
        EngineKind engine = EngineKind.valueOf(arguments[0]);
        Duration ttl = Duration.ofMillis(Long.parseLong(arguments[3]));
        for (String kind : Arrays.asList(arguments).subList(5, arguments.length)) {
            Contender contender = Contenders.open(ContenderKind.valueOf(kind), engine, arguments[1], arguments[2], ttl);
            String name = arguments[4] + '-' + kind;
            // So that the lease begins with a connected pool and loaded classes.
            contender.acquire(name).release();
            long called = System.nanoTime();
            Contender.Held held = contender.acquire(name);
            System.out.println(String.join(
                    " ",
                    kind,
                    Long.toString(called),
                    Long.toString(System.nanoTime()),
                    Long.toString(held.validUntil()),
                    Long.toString(held.token())));
        }
        System.out.println("ALL");
        while (System.in.read() >= 0) {
            // Nothing is sent: the end of input says that the parent is gone.
        }
        Runtime.getRuntime().halt(0);
    }
}
