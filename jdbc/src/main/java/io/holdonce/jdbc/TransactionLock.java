// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One or more names held until the end of the transaction in which they were taken. There is nothing to release: commit or roll back.
 *
 * <p><b>Threads:</b> immutable.
 *
 * <p><b>Time:</b> the database server's clock (H2: in milliseconds).
 */
public final class TransactionLock {

    private final Map<LockName, LockMode> holds;
    private final Map<LockName, TransactionRow> rows;
    private final OptionalLong token;
    private final Duration waited;

    TransactionLock(
            Map<LockName, LockMode> holds, Map<LockName, TransactionRow> rows, OptionalLong token, Duration waited) {
        this.holds = holds;
        this.rows = rows;
        this.token = token;
        this.waited = waited;
    }

    /**
     * The names held, in the order of their store keys, in which they were taken.
     *
     * @return at least one name
     */
    public List<LockName> names() {
        return List.copyOf(new ArrayList<>(holds.keySet()));
    }

    /**
     * How a name is held.
     *
     * @param name a held name
     * @return exclusive or shared
     * @throws IllegalArgumentException if the name is not among those held
     */
    public LockMode mode(LockName name) {
        return held(holds.get(name), name);
    }

    /**
     * The number that only grows with every exclusive taking of a name; the same for all names taken together. It is never below
     * those of holders that rolled back as long as the server's clock does not fall back.
     *
     * @return the token, positive
     * @throws IllegalStateException if no name is held exclusively: sharers have no token of their own
     */
    public long fencingToken() {
        return token.orElseThrow(() -> new IllegalStateException(
                holds.keySet() + " are held shared only; a shared lock has no fencing token."));
    }

    /**
     * When the name was used for the first time.
     *
     * @param name a held name
     * @return the time of the transaction's first use that was committed, or this one
     * @throws IllegalArgumentException if the name is not among those held
     */
    public Instant createdAt(LockName name) {
        return Infos.instant(row(name).createdAt());
    }

    /**
     * When the name was last taken exclusively before this, by a transaction that was committed.
     *
     * @param name a held name
     * @return the time, if there was one
     * @throws IllegalArgumentException if the name is not among those held
     */
    public Optional<Instant> lastTakenAt(LockName name) {
        long micros = row(name).takenBefore();
        return micros == 0 ? Optional.empty() : Optional.of(Infos.instant(micros));
    }

    private TransactionRow row(LockName name) {
        return held(rows.get(name), name);
    }

    private <T> T held(@Nullable T found, LockName name) {
        if (found == null) {
            throw new IllegalArgumentException("'" + name + "' is not held here; held are " + holds.keySet() + '.');
        }
        return found;
    }

    /**
     * How long it took to get all names.
     *
     * @return the time by this process's monotonic clock, round trips included
     */
    public Duration waited() {
        return waited;
    }

    @Override
    public String toString() {
        return "TransactionLock" + holds + (token.isPresent() ? " token " + token.getAsLong() : "");
    }
}
