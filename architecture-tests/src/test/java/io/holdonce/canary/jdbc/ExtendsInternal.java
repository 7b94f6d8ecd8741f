// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

import io.holdonce.canary.internal.Hidden;

public final class ExtendsInternal extends Hidden {}
