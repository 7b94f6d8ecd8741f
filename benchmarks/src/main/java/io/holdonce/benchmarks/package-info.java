// SPDX-License-Identifier: Apache-2.0
/** Holdonce and what people use instead, measured side by side in one run. Not published. */
@org.jspecify.annotations.NullMarked
package io.holdonce.benchmarks;
