// SPDX-License-Identifier: Apache-2.0
/** Locks for unit tests: a store in memory, which is also the specification of all others in code. */
@org.jspecify.annotations.NullMarked
package io.holdonce.test;
