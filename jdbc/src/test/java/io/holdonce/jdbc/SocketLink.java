// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockMode;
import io.holdonce.LockStatus;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.spi.StoreCheck;
import io.holdonce.testkit.FaultProxy;
import io.holdonce.testkit.FaultyLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A store that reaches its server through a proxy which loses the answer to the statement that settles a call: the only one, or
 * the commit.
 */
final class SocketLink implements FaultyLink {

    private final String url;
    private final FaultProxy proxy;
    private final HikariDataSource pool;
    private final JdbcStore store;
    private final LeaseStore direct;
    private final LeaseStore end = new End();

    private final AtomicInteger callsToLose = new AtomicInteger();

    /** Which statement of the call under way settles it: its number, {@link #COMMIT}, or nothing. */
    private volatile int settling;

    private volatile int statement;
    private static final int NONE = 0;
    private static final int COMMIT = -1;

    /** A link for a URL with a port of 127.0.0.1 in it; the direct store, closed with the link, sees what is on record. */
    SocketLink(String url, int port, LeaseStore direct) {
        this.url = url;
        this.direct = direct;
        try {
            proxy = new FaultProxy(new InetSocketAddress("127.0.0.1", port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url.replace("127.0.0.1:" + port, "127.0.0.1:" + proxy.port())
                .replace("NETWORK_TIMEOUT=10000", "NETWORK_TIMEOUT=1500"));
        config.setMaximumPoolSize(2);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(1_000);
        Tap.Listener loser = new Tap.Listener() {
            @Override
            public void before(String sql) {
                statement++;
                if (settling == statement || (settling == COMMIT && sql.equals("COMMIT"))) {
                    settling = NONE;
                    proxy.loseAnswers(1, url.startsWith("jdbc:h2:") ? SocketLink::executesOnH2 : packet -> true);
                }
            }
        };
        pool = new TappedPool(config, loser);
        store = JdbcStore.of(pool);
    }

    /** A pool whose connections are tapped, and which still knows its own. */
    private static final class TappedPool extends HikariDataSource {
        private final Tap.Listener listener;
        private final Map<Connection, Connection> own = Collections.synchronizedMap(new IdentityHashMap<>());

        TappedPool(HikariConfig config, Tap.Listener listener) {
            super(config);
            this.listener = listener;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            Connection tapped = Tap.connection(connection, listener);
            own.put(tapped, connection);
            return tapped;
        }

        @Override
        public void evictConnection(Connection connection) {
            super.evictConnection(own.get(connection));
        }
    }

    /** Preparing is a round trip of its own in H2; closing earlier results and commands may stand in front. */
    private static boolean executesOnH2(byte[] packet) {
        ByteBuffer buffer = ByteBuffer.wrap(packet);
        while (buffer.remaining() >= 8) {
            int operation = buffer.getInt();
            if (operation == 2 || operation == 3) {
                return true;
            }
            if (operation != 4 && operation != 7) {
                return false;
            }
            buffer.getInt();
        }
        return false;
    }

    @Override
    public LeaseStore store() {
        return end;
    }

    @Override
    public void loseAnswers(int calls) {
        callsToLose.set(calls);
    }

    @Override
    public void refuse() {
        proxy.refuse();
    }

    @Override
    public void swallow() {
        proxy.toServer(FaultProxy.Mode.SWALLOW);
        proxy.toClient(FaultProxy.Mode.SWALLOW);
    }

    @Override
    public void heal() {
        callsToLose.set(0);
        settling = NONE;
        proxy.heal();
    }

    @Override
    public void close() {
        store.close();
        pool.close();
        direct.close();
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T call(int settlingStatement, Supplier<T> call) {
        statement = 0;
        settling = callsToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? settlingStatement : NONE;
        return call.get();
    }

    private int settles(Claim claim) {
        boolean single = claim.holds().size() == 1 && claim.holds().get(0).mode() == LockMode.EXCLUSIVE;
        List<LockStatus> before = claim.holds().stream()
                .map(hold -> direct.status(StatusQuery.of(hold.name()), Claims.TIMEOUT)
                        .get(0))
                .toList();
        boolean known = before.get(0).fencingToken() > 0;
        boolean held = before.stream().anyMatch(status -> !status.holds().isEmpty());
        if (single) {
            return known ? 1 : answersNothing() ? 3 : 2;
        }
        return held ? 1 : COMMIT;
    }

    /** Whether a new name is looked for and renewals are locked by statements of their own. */
    private boolean answersNothing() {
        return url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:");
    }

    private static int settles(List<Hold> holds, boolean oneStatement) {
        return holds.stream().allMatch(hold -> hold.mode() == LockMode.EXCLUSIVE) && oneStatement ? 1 : COMMIT;
    }

    /** The near end of the link. */
    private final class End implements LeaseStore {

        @Override
        public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
            return call(settles(claims.get(0)), () -> store.acquire(claims, timeout));
        }

        @Override
        public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
            return call(settles(renewals.get(0).holds(), !answersNothing()), () -> store.renew(renewals, timeout));
        }

        @Override
        public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
            List<Hold> holds = releases.get(0).holds();
            return call(settles(holds, holds.size() == 1), () -> store.release(releases, timeout));
        }

        @Override
        public List<LockStatus> status(StatusQuery query, Duration timeout) {
            return store.status(query, timeout);
        }

        @Override
        public int revoke(Revocation revocation, Duration timeout) {
            return call(COMMIT, () -> store.revoke(revocation, timeout));
        }

        @Override
        public int purge(Duration untouched, int limit, Duration timeout) {
            return store.purge(untouched, limit, timeout);
        }

        @Override
        public StoreCheck check(Duration timeout) {
            return store.check(timeout);
        }

        @Override
        public Instant now(Duration timeout) {
            return store.now(timeout);
        }

        @Override
        public boolean callerRuns() {
            return store.callerRuns();
        }

        @Override
        public void holding(boolean anyLease) {
            store.holding(anyLease);
        }
    }
}
