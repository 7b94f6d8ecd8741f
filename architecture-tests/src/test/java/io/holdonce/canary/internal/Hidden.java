// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.internal;

public abstract class Hidden {}
