// SPDX-License-Identifier: Apache-2.0

/** What every gate accepts. */
@NullMarked
package io.holdonce.canary;

import org.jspecify.annotations.NullMarked;
