// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

import io.holdonce.canary.internal.Hidden;
import java.util.List;

public abstract class ShowsInternal {
    public abstract List<? extends Hidden> all();

    abstract Hidden notShown();
}
