// SPDX-License-Identifier: Apache-2.0
/** Locks that hold: names, requests, leases and the {@link io.holdonce.Locks} that grant them. */
@org.jspecify.annotations.NullMarked
package io.holdonce;
