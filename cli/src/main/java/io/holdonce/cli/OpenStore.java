// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.Locks;
import io.holdonce.LocksBuilder;
import io.holdonce.StoreUnavailableException;
import io.holdonce.jdbc.JdbcSchema;
import io.holdonce.jdbc.JdbcStore;
import io.holdonce.spi.LeaseStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the store of a location, creating the user's own SQLite file where that is allowed. */
final class OpenStore {

    /** How long SQLite waits for another process's write, which takes milliseconds. */
    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(2);

    /** Longer than {@link #BUSY_TIMEOUT}, so that its error arrives; shorter than a network needs, which is not there. */
    private static final Duration FILE_TIMEOUT = Duration.ofSeconds(3);

    private static volatile @Nullable StoreKind opened;

    private OpenStore() {}

    /**
     * For a command that locks: the local store is created if it is not there.
     *
     * @throws StoreUnavailableException if it is a file of which another process holds the write lock
     */
    static LeaseStore forLocking(StoreLocation location) {
        if (location.local()) {
            createLocal(location);
        }
        LeaseStore store = existing(location);
        if (location.kind() == StoreKind.SQLITE) {
            // Tries to write. The locks would only log that this failed, and try again.
            var unused = store.check(FILE_TIMEOUT);
        }
        return store;
    }

    private static void createLocal(StoreLocation location) {
        Path file = Path.of(location.kind().file(location.url()).orElseThrow());
        if (!Files.exists(file)
                || !JdbcSchema.of(dataSource(location)).problems().isEmpty()) {
            LocalStore.prepare(file, () -> JdbcSchema.of(dataSource(location)).create());
        }
        LocalStore.requireWritable(file);
    }

    /** For a command that reads or marks: creates nothing. */
    static LeaseStore existing(StoreLocation location) {
        if (location.kind().isCluster()) {
            opened = location.kind();
            return Cluster.of(location).store();
        }
        requireThere(location);
        return JdbcStore.of(dataSource(location));
    }

    /** Refuses a file that is not there, because SQLite would make an empty one. */
    static void requireThere(StoreLocation location) {
        Optional<String> file = location.kind().file(location.url());
        if (file.isPresent() && !Files.exists(Path.of(file.get()))) {
            throw CliException.configuration(
                    location.local()
                            ? "there is no store: none was named, and nothing has been locked with the local one ("
                                    + file.get() + ") yet. 'holdonce run NAME -- COMMAND' creates it; another is named"
                                    + " by --store, HOLDONCE_STORE or the configuration file."
                            : "there is no store at " + file.get() + "; 'holdonce schema --apply --store "
                                    + location.shown() + "' creates it.");
        }
    }

    static DataSource dataSource(StoreLocation location) {
        opened = location.kind();
        Properties properties = new Properties();
        location.user().ifPresent(user -> properties.setProperty("user", user));
        location.password().ifPresent(password -> properties.setProperty("password", password));
        switch (location.kind()) {
            case POSTGRESQL -> {
                properties.setProperty("ApplicationName", "holdonce");
                properties.setProperty("connectTimeout", "5");
            }
            case MYSQL -> {
                properties.setProperty("connectTimeout", "5000");
                if (!location.url().contains("sessionVariables")) {
                    // Spares two round trips per statement: the store would set it each time and give it back.
                    properties.setProperty("sessionVariables", "innodb_lock_wait_timeout=3");
                }
            }
            case MARIADB -> properties.setProperty("connectTimeout", "5000");
            case SQLITE -> {
                properties.setProperty("journal_mode", "WAL");
                properties.setProperty("synchronous", "FULL");
                properties.setProperty("busy_timeout", String.valueOf(BUSY_TIMEOUT.toMillis()));
            }
            case H2 -> {}
            case ELASTICSEARCH, OPENSEARCH -> throw new IllegalStateException("A cluster has no driver.");
        }
        return new DriverDataSource(location, properties);
    }

    static LocksBuilder locks(LeaseStore store, String holder) {
        LocksBuilder builder = Locks.builder(store).holder(holder).shutdownTime(Duration.ofSeconds(5));
        return isFile() ? builder.storeTimeout(FILE_TIMEOUT) : builder;
    }

    /** Whether what this process lists may be up to a second old. */
    static boolean listsLate() {
        StoreKind kind = opened;
        return kind != null && kind.isCluster();
    }

    /** Whether this process works on an SQLite file. */
    static boolean isFile() {
        return opened == StoreKind.SQLITE;
    }
}
