// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

/** Points at {@link Nothing}. */
public final class Bad {
    private Bad() {}
}
