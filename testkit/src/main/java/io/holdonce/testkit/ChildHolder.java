// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second JVM: obeys one command a line and answers in lines, until its input ends. It is there to be killed or stopped.
 *
 * <p>{@code hold MILLIS NAME} acquires with that ttl and keeps renewing; {@code valid}, {@code token} and {@code release} are
 * about that lease; {@code churn NAME} takes and releases for ever, through the SPI; {@code work} is {@link TreeWorkers}. A
 * loss is told unasked.
 */
final class ChildHolder {

    private final LeaseStore store;
    private final Locks locks;
    private @Nullable Lease lease;

    private ChildHolder(LeaseStore store) {
        this.store = store;
        this.locks = Locks.over(store);
    }

    public static void main(String[] arguments) throws Exception {
        StoreOpener opener = Class.forName(arguments[0])
                .asSubclass(StoreOpener.class)
                .getConstructor()
                .newInstance();
        ChildHolder holder = new ChildHolder(opener.open(List.of(arguments).subList(1, arguments.length)));
        say("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            holder.obey(line);
        }
        // The parent is gone or has had enough; a lease still held is its affair.
        Runtime.getRuntime().halt(0);
    }

    private void obey(String line) throws Exception {
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "hold" -> hold(Duration.ofMillis(Long.parseLong(words[1])), LockName.parse(words[2]));
            case "valid" -> say("valid " + held().isValid());
            case "token" -> say("token " + held().fencingToken());
            case "release" -> say("release " + held().release());
            case "churn" -> churn(LockName.parse(words[1]));
            case "work" -> work(TreeWorkers.parse(line.split(" ", 2)[1]));
            default -> throw new IllegalArgumentException("Unknown command: " + words[0]);
        }
    }

    private void hold(Duration ttl, LockName name) {
        Lease taken = locks.acquire(Locks.exclusive(name).ttl(ttl));
        lease = taken;
        say("held " + taken.fencingToken());
        taken.lost().thenAccept(reason -> say("lost " + reason.kind()));
    }

    private Lease held() {
        if (lease == null) {
            throw new IllegalStateException("Nothing was taken yet.");
        }
        return lease;
    }

    private void churn(LockName name) {
        Caller caller = new Caller(store);
        while (!Thread.currentThread().isInterrupted()) {
            say("token " + caller.pass(Claims.exclusive(name)));
        }
    }

    private void work(TreeWorkers workers) throws Exception {
        // Each line resets the parent's patience.
        workers.run(locks, number -> say("at " + number));
        say("work done");
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
