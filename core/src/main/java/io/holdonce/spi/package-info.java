// SPDX-License-Identifier: Apache-2.0
/** What a store must do: one interface, {@link io.holdonce.spi.LeaseStore}, and the records it speaks in. */
@org.jspecify.annotations.NullMarked
package io.holdonce.spi;
