// SPDX-License-Identifier: Apache-2.0
/** The holder's side: attempts, local queues, renewal, deadlines, scopes. Not API. */
@org.jspecify.annotations.NullMarked
package io.holdonce.internal;
