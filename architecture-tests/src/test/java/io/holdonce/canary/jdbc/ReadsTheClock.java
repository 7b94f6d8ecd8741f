// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

import java.time.Instant;

final class ReadsTheClock {
    Instant now() {
        return Instant.now();
    }
}
