// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

import io.holdonce.canary.cli.Command;

abstract class StoreKnowsCommandLine {
    abstract Command command();
}
