// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.spi.LeaseStore;
import io.holdonce.testkit.Fault;
import io.holdonce.testkit.FaultyLink;
import io.holdonce.testkit.StoreHarness;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The contracts' view of one SQL engine. Time passes by shifting the stored times. */
class JdbcHarness implements StoreHarness {

    private final TestDatabase database;
    final String url;
    private final HikariDataSource pool;

    JdbcHarness(TestDatabase database) {
        this.database = database;
        this.url = database.freshUrl();
        this.pool = TestDatabase.pool(url, 2);
        JdbcSchema.of(pool).create();
    }

    @Override
    public String engine() {
        return database.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** On a pool of its own, as in another process; closed with the store. */
    @Override
    public LeaseStore open() {
        return new PooledStore(TestDatabase.pool(url, 2));
    }

    @Override
    public void clear() {
        Shift.clear(pool);
    }

    @Override
    public void elapse(Duration time) {
        Shift.elapse(pool, time);
    }

    @Override
    public Set<Fault> faults() {
        Set<Fault> faults = EnumSet.of(Fault.ANSWER_LOST, Fault.REFUSED, Fault.SILENCE);
        if (database != TestDatabase.H2) {
            faults.add(Fault.SECOND_PROCESS);
        }
        return faults;
    }

    @Override
    public FaultyLink openFaulty() {
        return switch (database) {
            case POSTGRESQL, MYSQL, MARIADB, H2_SERVER -> new SocketLink(url, UrlPort.of(url), open());
            case H2, SQLITE -> StoreHarness.super.openFaulty();
        };
    }

    @Override
    public List<String> childArguments() {
        return List.of(JdbcOpener.class.getName(), url);
    }

    @Override
    public void close() {
        pool.close();
    }
}
