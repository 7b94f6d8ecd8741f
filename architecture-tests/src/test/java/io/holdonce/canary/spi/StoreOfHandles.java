// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.spi;

import io.holdonce.canary.Handle;

interface StoreOfHandles {
    Handle handle();
}
