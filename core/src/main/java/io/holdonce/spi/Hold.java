// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.LockMode;
import io.holdonce.LockName;

/**
 * One name in one mode.
 *
 * @param name the name; its {@link LockName#key() key} is the store's primary key
 * @param mode the mode
 */
public record Hold(LockName name, LockMode mode) {}
