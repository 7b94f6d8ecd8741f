// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.cli;

import io.holdonce.canary.cli.part.Part;

public interface Command {
    Part part();
}
