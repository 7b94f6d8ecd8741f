// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

/** A running database server. */
interface Server extends AutoCloseable {

    EngineKind kind();

    /** The URL of an empty database, with user and password, that asks for nothing special. */
    String url();

    /** The URL as Holdonce's documentation advises it; the same where it advises nothing. */
    String advisedUrl();

    @Override
    void close();
}
