// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One store under test and what the contracts must be able to do to it. Made once per contract class; the data it stands for
 * may outlive it.
 *
 * <p><b>Threads:</b> {@link #open()} is called from several threads, everything else from one.
 */
public interface StoreHarness extends AutoCloseable {

    /**
     * The engine's name in the report of cases run.
     *
     * @return lower-case letters, digits and hyphens: {@code postgresql}, {@code h2-server}
     */
    String engine();

    /**
     * Opens a further instance over the same data. Several instances stand for several processes, so they share nothing in
     * this JVM that processes could not share.
     *
     * @return a store; the contracts close it
     */
    LeaseStore open();

    /** Forgets every name, as if the store were new. Called before each case. */
    void clear();

    /**
     * Lets time pass in the store, at once. A harness whose store's clock cannot be set takes the duration off every stored
     * time instead: acquisition, renewal, expiry, waiting, last touch, revocation.
     *
     * <p>A negative duration sets the clock back. Where times are shifted instead, it must also be added to the last token of
     * every name, or the tokens would not be ahead of the clock as they are after a real step.
     *
     * @param time how long
     */
    void elapse(Duration time);

    /**
     * Which faults this harness can do.
     *
     * @return by default those of {@link DroppingStore}, and {@link Fault#SECOND_PROCESS} if there are
     *     {@link #childArguments()}
     */
    default Set<Fault> faults() {
        return childArguments().isEmpty()
                ? EnumSet.complementOf(EnumSet.of(Fault.SECOND_PROCESS))
                : EnumSet.allOf(Fault.class);
    }

    /**
     * Opens a further instance over a link that can be broken in the ways that {@link #faults()} names.
     *
     * @return by default a {@link DroppingStore}, right for embedded stores; a store with a socket goes through a
     *     {@link FaultProxy}
     */
    default FaultyLink openFaulty() {
        return new DroppingStore(open());
    }

    /**
     * How a second JVM with this one's class path opens the same data, for {@link Fault#SECOND_PROCESS}.
     *
     * @return the name of a {@link StoreOpener} class, then its arguments; empty where there is no such way
     */
    default List<String> childArguments() {
        return List.of();
    }

    /**
     * Frees what the harness opened.
     *
     * @throws Exception if it cannot; the contract class fails
     */
    @Override
    default void close() throws Exception {}
}
