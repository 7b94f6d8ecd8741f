// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

/** Lacks the comment of a method. */
public final class Bad {
    private Bad() {}

    public static int two() {
        return 2;
    }
}
