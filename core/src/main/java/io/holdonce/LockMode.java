// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** How a name is held: alone, or beside others who only share it. */
public enum LockMode {
    /** No other hold of the name exists beside this one. */
    EXCLUSIVE,
    /** Any number of shared holds of the name exist side by side, and no exclusive one. */
    SHARED
}
