// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

import java.util.concurrent.TimeUnit;

final class Sleeps {
    void rest() throws InterruptedException {
        Thread.sleep(1);
        TimeUnit.SECONDS.sleep(1);
    }
}
