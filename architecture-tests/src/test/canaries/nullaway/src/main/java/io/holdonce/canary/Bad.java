// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

final class Bad {
    String name() {
        return null;
    }
}
