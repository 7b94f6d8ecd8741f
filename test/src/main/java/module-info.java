// SPDX-License-Identifier: Apache-2.0
/** For the unit tests of users: locks without a server, with a clock that is set by hand. */
@org.jspecify.annotations.NullMarked
module io.holdonce.test {
    requires transitive io.holdonce;
    requires static org.jspecify;

    exports io.holdonce.test;
}
