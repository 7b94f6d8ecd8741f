// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.internal;

import org.assertj.core.api.Condition;

abstract class CoreKnowsFrameworks {
    abstract Condition<String> foreign();
}
