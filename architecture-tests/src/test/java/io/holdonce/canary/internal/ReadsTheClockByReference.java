// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.internal;

import java.util.function.LongSupplier;

final class ReadsTheClockByReference {
    final LongSupplier clock = System::nanoTime;
}
