// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The floor: two updates by primary key, each in autocommit on a borrowed connection, the expiry by the server's clock. No
 * token, no renewal, no answer to a lost answer.
 */
final class RawContender extends Pooled {

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final String acquire;
    private final Duration ttl;

    RawContender(EngineKind engine, String url, Duration ttl) {
        super(url);
        this.ttl = ttl;
        String now =
                switch (engine) {
                    case POSTGRESQL -> "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
                    case MARIADB, MYSQL -> "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
                    case H2 -> "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
                };
        this.acquire =
                "UPDATE raw_lock SET holder = ?, expires_at = " + now + " + ? WHERE name = ? AND expires_at <= " + now;
    }

    @Override
    public Held acquire(String name) throws SQLException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] holder = bytes(new UUID(random.nextLong(), random.nextLong()));
        while (true) {
            long called = System.nanoTime();
            if (tryAcquire(name, holder)) {
                return new Simple(Held.NO_TOKEN, called + ttl.toNanos(), () -> release(name, holder));
            }
            if (known.add(name)) {
                insert(name);
            } else {
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
    }

    private boolean tryAcquire(String name, byte[] holder) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(acquire)) {
            statement.setBytes(1, holder);
            statement.setLong(2, TimeUnit.NANOSECONDS.toMicros(ttl.toNanos()));
            statement.setString(3, name);
            return statement.executeUpdate() == 1;
        }
    }

    private void release(String name, byte[] holder) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE raw_lock SET expires_at = 0 WHERE name = ? AND holder = ?")) {
            statement.setString(1, name);
            statement.setBytes(2, holder);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("The lock was lost.");
            }
        }
    }

    /** Another client may be faster, or the two may deadlock: the next update tells. */
    private void insert(String name) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO raw_lock (name, expires_at) VALUES (?, 0)")) {
            statement.setString(1, name);
            statement.executeUpdate();
        } catch (SQLException e) {
            if (!"23505".equals(e.getSQLState()) && !"23000".equals(e.getSQLState())) {
                known.remove(name);
            }
        }
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
