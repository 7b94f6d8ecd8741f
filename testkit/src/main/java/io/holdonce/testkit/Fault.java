// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

/** What a {@link StoreHarness} can do to its store. Cases that need a fault it cannot do are left out of the run. */
public enum Fault {
    /** A call takes effect and its answer never arrives: {@link FaultyLink#loseAnswers}. */
    ANSWER_LOST,
    /** Nothing can reach the store, and the client is told so: {@link FaultyLink#refuse}. */
    REFUSED,
    /** Packets vanish and nobody says so: {@link FaultyLink#swallow}. */
    SILENCE,
    /** A second JVM opens the same store, is killed and is stopped: {@link StoreHarness#childArguments}. */
    SECOND_PROCESS
}
