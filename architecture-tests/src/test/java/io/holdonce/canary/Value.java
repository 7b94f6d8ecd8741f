// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

public record Value(String text) {}
