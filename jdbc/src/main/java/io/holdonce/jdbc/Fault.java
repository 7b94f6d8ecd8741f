// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

/** What a dialect's error code means for the statement that got it. */
enum Fault {
    /** Nothing happened, and the same again may work: serialization, deadlock, a busy file. */
    RETRY,
    /** Nothing happened: a row was locked by another for longer than the engine waits. */
    STUCK,
    /** Nothing happened: another was faster with the same key. */
    DUPLICATE,
    /** Nothing happened: a table, column or schema is not there. */
    MISSING,
    /** Nothing happened: this user may not. */
    RIGHTS,
    /** Nothing happened: the database, the session or this copy of it only reads. */
    READ_ONLY,
    /** Nobody knows. */
    OTHER
}
