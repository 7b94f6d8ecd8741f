// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

import java.util.List;
import org.jspecify.annotations.Nullable;

final class Bad {
    List<String> names(List<@Nullable String> some) {
        return some;
    }
}
