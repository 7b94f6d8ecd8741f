// SPDX-License-Identifier: Apache-2.0
/** The {@code holdonce} command: one class for each of its commands, and what keeps a locked command inside its lease. */
@org.jspecify.annotations.NullMarked
package io.holdonce.cli;
