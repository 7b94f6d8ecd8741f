// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import io.holdonce.internal.Texts;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What to acquire and on which terms: names with their modes, all or nothing, and times.
 *
 * <p>Starts at {@link Locks#exclusive} or {@link Locks#shared}; every method returns a new request.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class LockRequest {

    /** The longest ttl, one day: a holder that dies unseen blocks its names no longer. */
    public static final Duration MAX_TTL = Duration.ofDays(1);

    static final Duration MAX_DURATION = Duration.ofDays(365);
    static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    static final int MAX_NAMES = 1_000;
    static final int MAX_NOTE = 1_000;

    private final Map<LockName, LockMode> holds;
    private final Terms terms;

    /** The times and texts of a request, kept apart from its holds. */
    private record Terms(
            Duration ttl,
            @Nullable Duration waitTime,
            Duration holdAtLeast,
            @Nullable Duration maxHold,
            Duration warnAfter,
            OnLoss onLoss,
            String note) {}

    private static final Terms DEFAULTS =
            new Terms(Duration.ofSeconds(30), null, Duration.ZERO, null, Duration.ofMinutes(10), OnLoss.INTERRUPT, "");

    private LockRequest(Map<LockName, LockMode> holds, Terms terms) {
        this.holds = holds;
        this.terms = terms;
    }

    static LockRequest of(LockMode mode, LockName... names) {
        return new LockRequest(new TreeMap<>(LockName::compareByKey), DEFAULTS).plus(mode, names);
    }

    private LockRequest plus(LockMode mode, LockName... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("A lock request needs at least one name.");
        }
        TreeMap<LockName, LockMode> all = new TreeMap<>(LockName::compareByKey);
        all.putAll(holds);
        for (LockName name : names) {
            if (all.put(Objects.requireNonNull(name, "name"), mode) != null) {
                throw new IllegalArgumentException(
                        "'" + name + "' is in this request twice; ask for each name once, in one mode.");
            }
        }
        if (all.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    "A lock request holds up to " + MAX_NAMES + " names, this one has " + all.size() + ".");
        }
        all.keySet().forEach(name -> name.ancestors().stream()
                .filter(all::containsKey)
                .forEach(above -> {
                    throw new IllegalArgumentException("'" + name + "' is below '" + above
                            + "' in this request; hold the upper one alone, it covers what is below.");
                }));
        return new LockRequest(all, terms);
    }

    private LockRequest with(Terms changed) {
        return new LockRequest(holds, changed);
    }

    /**
     * Adds exclusive holds.
     *
     * @param names at least one name that is not yet in the request
     * @return a new request
     * @throws IllegalArgumentException if a name is already in it, or a path above or below it, or there would be more than
     *     1,000
     */
    public LockRequest exclusive(LockName... names) {
        return plus(LockMode.EXCLUSIVE, names);
    }

    /**
     * Adds shared holds.
     *
     * @param names at least one name that is not yet in the request
     * @return a new request
     * @throws IllegalArgumentException if a name is already in it, or a path above or below it, or there would be more than
     *     1,000
     */
    public LockRequest shared(LockName... names) {
        return plus(LockMode.SHARED, names);
    }

    /**
     * Sets how long the lease lasts without a renewal.
     *
     * @param ttl from four times the margin (2 s by default) to {@link #MAX_TTL}; default 30 s
     * @return a new request
     * @throws IllegalArgumentException if it is not positive or too long; the lower bound is checked when acquiring
     */
    public LockRequest ttl(Duration ttl) {
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(MAX_TTL) > 0) {
            throw new IllegalArgumentException("ttl must be positive and at most " + Texts.duration(MAX_TTL)
                    + ", it is " + Texts.duration(ttl) + ".");
        }
        return with(new Terms(
                ttl, terms.waitTime, terms.holdAtLeast, terms.maxHold, terms.warnAfter, terms.onLoss, terms.note));
    }

    /**
     * Sets how long to queue for the names.
     *
     * @param waitTime from zero to 365 days; default zero for the try methods, 60 s for the others
     * @return a new request
     * @throws IllegalArgumentException if it is out of range
     */
    public LockRequest waitTime(Duration waitTime) {
        return waiting(requireUpToAYear("waitTime", waitTime));
    }

    /**
     * Queues for the names without an end.
     *
     * @return a new request
     */
    public LockRequest waitForever() {
        return waiting(FOREVER);
    }

    private LockRequest waiting(Duration waitTime) {
        return with(new Terms(
                terms.ttl, waitTime, terms.holdAtLeast, terms.maxHold, terms.warnAfter, terms.onLoss, terms.note));
    }

    /**
     * Keeps the names taken at least so long from the acquisition on, by the store's clock, even when they are released
     * earlier; so a short job on several nodes with skewed timers runs once a tick.
     *
     * @param holdAtLeast from zero to 365 days; default zero
     * @return a new request
     * @throws IllegalArgumentException if it is out of range
     */
    public LockRequest holdAtLeast(Duration holdAtLeast) {
        requireUpToAYear("holdAtLeast", holdAtLeast);
        return with(new Terms(
                terms.ttl, terms.waitTime, holdAtLeast, terms.maxHold, terms.warnAfter, terms.onLoss, terms.note));
    }

    /**
     * Ends renewal after so long, so that the lease is lost within one ttl of it.
     *
     * @param maxHold positive, up to 365 days; off by default
     * @return a new request
     * @throws IllegalArgumentException if it is out of range
     */
    public LockRequest maxHold(Duration maxHold) {
        requirePositive("maxHold", maxHold);
        return with(new Terms(
                terms.ttl, terms.waitTime, terms.holdAtLeast, maxHold, terms.warnAfter, terms.onLoss, terms.note));
    }

    /**
     * Logs a warning once a lease has been held so long.
     *
     * @param warnAfter positive, up to 365 days; default 10 min; noticed at the next renewal
     * @return a new request
     * @throws IllegalArgumentException if it is out of range
     */
    public LockRequest warnAfter(Duration warnAfter) {
        requirePositive("warnAfter", warnAfter);
        return with(new Terms(
                terms.ttl, terms.waitTime, terms.holdAtLeast, terms.maxHold, warnAfter, terms.onLoss, terms.note));
    }

    /**
     * Sets what a scoped call does to its thread when the lease is lost.
     *
     * @param onLoss default {@link OnLoss#INTERRUPT}
     * @return a new request
     */
    public LockRequest onLoss(OnLoss onLoss) {
        Objects.requireNonNull(onLoss, "onLoss");
        return with(new Terms(
                terms.ttl, terms.waitTime, terms.holdAtLeast, terms.maxHold, terms.warnAfter, onLoss, terms.note));
    }

    /**
     * Adds a note for people, shown to whoever finds the names held.
     *
     * @param note up to 1,000 characters
     * @return a new request
     * @throws IllegalArgumentException if it is longer
     */
    public LockRequest note(String note) {
        if (note.length() > MAX_NOTE) {
            throw new IllegalArgumentException("A note may have up to " + MAX_NOTE + " characters.");
        }
        return with(new Terms(
                terms.ttl,
                terms.waitTime,
                terms.holdAtLeast,
                terms.maxHold,
                terms.warnAfter,
                terms.onLoss,
                NameText.printable(note)));
    }

    /**
     * The names with their modes, in the order of their store keys.
     *
     * @return an unmodifiable map of at least one name
     */
    public Map<LockName, LockMode> holds() {
        return java.util.Collections.unmodifiableMap(holds);
    }

    /**
     * The ttl.
     *
     * @return how long the lease lasts without a renewal
     */
    public Duration ttl() {
        return terms.ttl;
    }

    /**
     * The wait time, if one was set.
     *
     * @return the wait time; practically endless after {@link #waitForever()}
     */
    public Optional<Duration> waitTime() {
        return Optional.ofNullable(terms.waitTime);
    }

    /**
     * How long the names stay taken at least.
     *
     * @return zero if it was not set
     */
    public Duration holdAtLeast() {
        return terms.holdAtLeast;
    }

    /**
     * When renewal ends, if ever.
     *
     * @return empty if it was not set
     */
    public Optional<Duration> maxHold() {
        return Optional.ofNullable(terms.maxHold);
    }

    /**
     * When a long hold is logged.
     *
     * @return 10 min if it was not set
     */
    public Duration warnAfter() {
        return terms.warnAfter;
    }

    /**
     * What a scoped call does on loss.
     *
     * @return {@link OnLoss#INTERRUPT} if it was not set
     */
    public OnLoss onLoss() {
        return terms.onLoss;
    }

    /**
     * The note for people.
     *
     * @return empty if there is none
     */
    public String note() {
        return terms.note;
    }

    /** The names and modes, for messages. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        holds.forEach((name, mode) -> out.append(out.isEmpty() ? "" : ", ")
                .append(mode)
                .append(" '")
                .append(name)
                .append('\''));
        return out.toString();
    }

    private static void requirePositive(String what, Duration value) {
        if (requireUpToAYear(what, value).isZero()) {
            throw new IllegalArgumentException(what + " must be positive.");
        }
    }

    private static Duration requireUpToAYear(String what, Duration value) {
        if (value.isNegative() || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(what + " must be from zero to " + Texts.duration(MAX_DURATION)
                    + ", it is " + Texts.duration(value) + ".");
        }
        return value;
    }
}
