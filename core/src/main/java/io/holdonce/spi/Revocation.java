// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.LockName;
import java.util.Optional;

/**
 * An operator's order to end holds of a name.
 *
 * @param name the name
 * @param holder only holds of this label; empty for all
 * @param by who orders it
 * @param reason why
 * @param now whether to free the name at once instead of refusing renewal
 */
public record Revocation(LockName name, Optional<String> holder, String by, String reason, boolean now) {}
