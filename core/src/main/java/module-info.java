// SPDX-License-Identifier: Apache-2.0
/** Leases over the database you already run: the API, the store SPI, renewal and waiting. */
// The test module, which drives the engine by a settable clock, is built after this one.
@SuppressWarnings("module")
@org.jspecify.annotations.NullMarked
module io.holdonce {
    requires transitive static org.jspecify;

    exports io.holdonce;
    exports io.holdonce.spi;
    exports io.holdonce.internal to
            io.holdonce.test;
}
