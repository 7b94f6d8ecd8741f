// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Takes a lock, waits for a line on standard input, and writes. Stop it with {@code kill -STOP} before that line, let another
 * take the lock and write, and wake it with {@code kill -CONT}: its write is refused, and its release says LOST.
 */
public final class PausedWriter {

    static final LockName NAME = LockName.of("account", "1");

    private PausedWriter() {}

    /**
     * Holds, waits, writes.
     *
     * @param args a JDBC URL
     * @throws Exception if anything fails
     */
    public static void main(String[] args) throws Exception {
        UrlDataSource dataSource = new UrlDataSource(args[0]);
        Accounts accounts = new Accounts(dataSource);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Locks locks = Locks.over(JdbcStore.of(dataSource))) {
            Lease lease = locks.acquire(exclusive(NAME).ttl(Duration.ofSeconds(2)));
            System.out.println("holding " + lease.fencingToken());
            in.readLine();
            boolean written = accounts.write(1, 100, lease.fencingToken());
            System.out.println(written ? "written" : "refused");
            System.out.println(lease.release());
        }
    }
}
