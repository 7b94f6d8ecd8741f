// SPDX-License-Identifier: Apache-2.0
/**
 * The contracts of {@link io.holdonce.spi.LeaseStore}: subclass {@link io.holdonce.testkit.LeaseStoreContract}, supply a
 * {@link io.holdonce.testkit.StoreHarness}, and every promise is a test.
 */
@org.jspecify.annotations.NullMarked
package io.holdonce.testkit;
