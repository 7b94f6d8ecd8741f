// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

/** Starts servers that keep what they acknowledge. */
interface Servers {

    /** Why the engine cannot be started on this machine; empty if it can. */
    String missing(EngineKind kind);

    Server start(EngineKind kind);
}
