// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

final class Bad {
    boolean same(String a, String b) {
        return a == b.strip();
    }
}
