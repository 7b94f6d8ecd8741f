// SPDX-License-Identifier: Apache-2.0
/** A lease store in the SQL database that is already there: {@link io.holdonce.jdbc.JdbcStore}. */
@org.jspecify.annotations.NullMarked
package io.holdonce.jdbc;
