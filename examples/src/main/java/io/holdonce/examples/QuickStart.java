// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.io.PrintStream;
import javax.sql.DataSource;

/** What README shows first. Run it with a JDBC URL, or without one on a database in memory. */
public final class QuickStart {

    private final PrintStream out;

    QuickStart(PrintStream out) {
        this.out = out;
    }

    /**
     * Holds a lock three ways.
     *
     * @param args a JDBC URL, or nothing
     */
    public static void main(String[] args) {
        String url = args.length > 0 ? args[0] : "jdbc:h2:mem:quickstart;DB_CLOSE_DELAY=-1";
        new QuickStart(System.out).hold(new UrlDataSource(url));
    }

    void hold(DataSource dataSource) {
        // region quick-start
        try (JdbcStore store = JdbcStore.builder(dataSource).createSchema().build();
                Locks locks = Locks.over(store)) {
            LockName name = LockName.of("flow", "nightly-42");
            locks.run(name, this::rebuild); // waits for it, renews it, tells of a loss, releases it
            if (!locks.tryRun(name, this::rebuild)) {
                out.println("another node runs it"); // the commonest use: skip if held
            }
            locks.run(name, lease -> save(lease.fencingToken())); // the number that lets a resource refuse late writers
        }
        // endregion
    }

    private void rebuild() {
        out.println("rebuilt");
    }

    private void save(long fencingToken) {
        out.println("saved under token " + fencingToken);
    }
}
