// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

/** Mistakes that the simulation must notice, made at the seams of the engine: its port, its timeline, its settings. */
enum SimMutant {
    NONE,
    /** The deadline counts from the answer instead of from before the request. */
    DEADLINE_FROM_ANSWER,
    /** A request that was not clearly answered is sent again under a new claim. */
    RETRY_WITH_NEW_CLAIM,
    /** A renewal that nobody answered counts as confirmed. */
    UNKNOWN_IS_RENEWED,
    /** The holder relies on its lease to the last moment of its own clock. */
    NO_MARGIN,
    /** What an abandoned attempt may have been granted is never released. */
    NO_SETTLE,
    /** Only the monotonic clock is looked at. */
    NO_DOUBT,
    /** Nobody watches the deadlines. */
    NO_ALARM,
    /** A store that failed is reported as a name that is held. */
    ERROR_IS_CONTENDED,
    /** The release of a lease is never sent. */
    NO_RELEASE,
    /** Above an exclusive hold stands the intent of a shared one. */
    WEAK_INTENT
}
