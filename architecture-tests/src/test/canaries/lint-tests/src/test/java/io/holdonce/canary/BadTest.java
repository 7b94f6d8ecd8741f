// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

import java.util.List;

class BadTest {
    @SuppressWarnings("rawtypes")
    List<String> cast(List raw) {
        return raw;
    }
}
