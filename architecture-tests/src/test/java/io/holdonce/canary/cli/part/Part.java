// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.cli.part;

import io.holdonce.canary.cli.Command;

public interface Part {
    Command command();
}
