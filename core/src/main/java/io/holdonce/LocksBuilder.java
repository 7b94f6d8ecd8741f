// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import io.holdonce.internal.Engine;
import io.holdonce.internal.Settings;
import io.holdonce.internal.Texts;
import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a {@link Locks}; every one has a default that is right for most.
 *
 * <p><b>Threads:</b> not safe; build once and share the locks.
 */
public final class LocksBuilder {

    private static final Duration LEAST = Duration.ofMillis(1);

    private final LeaseStore store;
    private final List<LocksListener> listeners = new ArrayList<>();
    private String holder = HolderLabel.ofThisProcess();
    private boolean takeOverPast;
    private Optional<Duration> margin = Optional.empty();
    private Duration storeTimeout = Duration.ofSeconds(5);
    private Duration shutdownTime = Duration.ofSeconds(30);
    private Duration purgeAfter = Duration.ofDays(7);

    LocksBuilder(LeaseStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /**
     * Sets the label that people see as the holder. A random part is always recorded beside it.
     *
     * @param label 1 to 500 characters; default main class, host and process id
     * @return this builder
     * @throws IllegalArgumentException if it is empty or too long
     */
    public LocksBuilder holder(String label) {
        if (label.isBlank() || label.length() > 500) {
            throw new IllegalArgumentException("A holder's label has 1 to 500 characters and is not blank.");
        }
        this.holder = NameText.printable(label);
        return this;
    }

    /**
     * Takes over at once, with a new token, what an earlier instance of the same holder left behind. Only for processes of
     * which one can live: an older instance that is still alive gets LOST and an error in its log.
     *
     * @return this builder
     */
    public LocksBuilder takeOverPast() {
        this.takeOverPast = true;
        return this;
    }

    /**
     * Sets how long before the ttl's end a holder stops relying on its lease: room for clock error and for stopping in time.
     *
     * @param margin 1 ms to 1 h; default the greater of 500 ms and 5 % of the ttl; the least ttl is four times the margin
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public LocksBuilder margin(Duration margin) {
        this.margin = Optional.of(within("margin", margin, Duration.ofHours(1)));
        return this;
    }

    /**
     * Sets how long one call to the store may take, and with it how long a try or a release may.
     *
     * @param storeTimeout 1 ms to 1 h; default 5 s; always less than the time to the deadline that the call serves
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public LocksBuilder storeTimeout(Duration storeTimeout) {
        this.storeTimeout = within("storeTimeout", storeTimeout, Duration.ofHours(1));
        return this;
    }

    /**
     * Sets how long {@link Locks#close()} waits for bodies to end.
     *
     * @param shutdownTime 1 ms to 365 days; default 30 s
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public LocksBuilder shutdownTime(Duration shutdownTime) {
        this.shutdownTime = within("shutdownTime", shutdownTime, LockRequest.MAX_DURATION);
        return this;
    }

    /**
     * Sets for how long a free name must have been left alone before it is forgotten in the background.
     *
     * @param purgeAfter 1 ms to 365 days; default 7 days
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public LocksBuilder purgeAfter(Duration purgeAfter) {
        this.purgeAfter = within("purgeAfter", purgeAfter, LockRequest.MAX_DURATION);
        return this;
    }

    /**
     * Adds a listener.
     *
     * @param listener hears of grants, releases, losses
     * @return this builder
     */
    public LocksBuilder listener(LocksListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Checks the store and starts.
     *
     * @return locks; the caller closes them
     * @throws StoreMisconfiguredException if the store says it cannot be used; the message says what to change. A store that
     *     cannot be reached is logged, not thrown: it is asked again by the first request.
     */
    public Locks build() {
        return Engine.start(
                store, new Settings(holder, takeOverPast, margin, storeTimeout, shutdownTime, purgeAfter, listeners));
    }

    private static Duration within(String what, Duration value, Duration most) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    what + " must be from 1 ms to " + Texts.duration(most) + ", it is " + Texts.duration(value) + ".");
        }
        return value;
    }
}
