// SPDX-License-Identifier: Apache-2.0
/** Holdonce as users write it; README and docs quote from here, and the tests run it. */
@org.jspecify.annotations.NullMarked
package io.holdonce.examples;
