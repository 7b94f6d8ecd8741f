// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

final class Bad {
    boolean same(int[] a, int[] b) {
        return a.equals(b);
    }
}
