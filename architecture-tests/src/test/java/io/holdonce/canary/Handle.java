// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

/** Stands for a lease: nothing that a store may know. */
public interface Handle extends AutoCloseable {}
