// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One of the processes of {@code holdonce demo}: increments a counter file as often as it is told, without or with a lock. */
@Command(name = "demo-worker", hidden = true)
final class DemoWorker implements Callable<Integer> {

    static final LockName NAME = LockName.of("demo", "counter");

    @Parameters(index = "0", paramLabel = "FOLDER")
    private Path folder = Path.of(".");

    @Override
    public Integer call() throws IOException {
        Path counter = folder.resolve("counter");
        StoreLocation location = DemoCommand.location(folder);
        try (LeaseStore store = OpenStore.existing(location);
                Locks locks =
                        OpenStore.locks(store, HolderText.of("demo-worker")).build();
                BufferedReader orders = new BufferedReader(
                        new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
            Console.OUT.println("ready");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                String[] words = order.split(" ", 2);
                int rounds = Integer.parseInt(words[1]);
                Console.OUT.println(
                        words[0].equals("locked") ? locked(locks, counter, rounds) : unlocked(counter, rounds));
            }
        }
        return ExitCode.OK;
    }

    /** How often it incremented. */
    private static String unlocked(Path counter, int rounds) throws IOException {
        for (int i = 0; i < rounds; i++) {
            increment(counter);
        }
        return String.valueOf(rounds);
    }

    /** How often it incremented, and the token of each time. */
    private static String locked(Locks locks, Path counter, int rounds) throws IOException {
        LockRequest request = Locks.exclusive(NAME)
                .ttl(Duration.ofSeconds(10))
                .waitTime(Duration.ofSeconds(10))
                .note("holdonce demo");
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            locks.run(request, lease -> {
                increment(counter);
                tokens.add(String.valueOf(lease.fencingToken()));
            });
        }
        return rounds + " " + String.join(",", tokens);
    }

    /** Read, think for a millisecond, write: what a program does to a file, a row or a bucket when nothing stops others. */
    private static void increment(Path counter) throws IOException {
        long value = Long.parseLong(Files.readString(counter).strip());
        LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        Path next = counter.resolveSibling("counter." + ProcessHandle.current().pid());
        Files.writeString(next, String.valueOf(value + 1));
        Files.move(next, counter, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
}
