// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

/** The statements every dialect has, with their parameters, which are the same in each. */
enum Op {
    /** The store's clock in epoch microseconds. */
    NOW,
    /**
     * Grants one exclusive hold of a free name: key, claim, holder, instance, started, note, ttl, name. Answers {@code granted}
     * (1 or 0), the row and the clock; no row at all says that there is none, or, where the dialect cannot tell, that the name is
     * taken. Where the engine answers nothing, the update count says whether it was granted, and the token is the number that the
     * statement handed to the session.
     */
    ACQUIRE,
    /** Writes the first row of a name, already granted: as {@link #ACQUIRE}. Answers like it, or not at all when another was faster. */
    INSERT_GRANTED,
    /** Writes the first row of a name, free: key, name. */
    INSERT_BLANK,
    /** Ends one exclusive hold: key, claim, holdAtLeast. The update count says whether it was there. */
    RELEASE,
    /** Renews exclusive holds: keys, claims, ttl. Answers key and claim of each renewed row, or the update count. */
    RENEW,
    /** Holds back new sharers of a name that has some: waiting, key. */
    STAMP,
    /** Reads rows and the clock without a lock, in key order: keys. */
    READ,
    /** Locks rows in key order and reads them and the clock: keys. */
    LOCK,
    /** As {@link #LOCK}, leaving out what others have locked where the engine can: keys. */
    LOCK_FREE,
    /** Reads the sharers of locked names: keys. */
    SHARERS,
    /** Reads held rows and the clock in key order: key after which to begin, limit. */
    LIST,
    /** Reads the keys of names that may be forgotten: untouched, limit. */
    PURGEABLE,
    /** Forgets a name if that is still so: key, untouched. */
    PURGE,
    /** Writes all that may change in a locked row: see {@link LeaseRow}. */
    WRITE_LEASE,
    /** Adds a sharer to a locked name: see {@link SharerRow}. */
    INSERT_SHARER,
    /** Changes a sharer of a locked name: see {@link SharerRow}. */
    UPDATE_SHARER,
    /** Removes a sharer of a locked name: key, claim. */
    DELETE_SHARER,
    /** Removes all sharers of a locked name: key. */
    PURGE_SHARERS,
    /** Whether a table is there: schema or nothing for the session's own, table. One row, a number, not 0 if it is. */
    EXISTS,
    /** The installed schema's version. */
    VERSION,
    /** Asks the session whether it contains work that is not committed yet: one row, true if so. Fails on SQLite and MySQL if so. */
    UNFINISHED_WORK;

    /** Whether it changes rows, more than locking them. */
    boolean writes() {
        return switch (this) {
            case NOW, READ, LOCK, LOCK_FREE, SHARERS, LIST, PURGEABLE, EXISTS, VERSION, UNFINISHED_WORK -> false;
            default -> true;
        };
    }
}
