// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

/**
 * A name's row as it was locked; times in microseconds since 1970.
 *
 * @param token the token of this taking, or of the last exclusive one if this is shared
 * @param takenBefore when it was last taken exclusively before; 0 if never
 */
record TransactionRow(long token, long createdAt, long takenBefore) {}
