// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldonceException;
import io.holdonce.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs operations, each on a borrowed connection in a known state, repeats what the engine undid, and names what failed. */
final class Calls implements AutoCloseable {

    private static final int ROUNDS = 40;

    private final Connections connections;
    private final boolean plainPool;
    private final TableNames names;
    private final boolean createSchema;
    private volatile @Nullable Database database;

    /** The schema was there once. Until then every call looks for it. */
    private volatile boolean usable;

    Calls(DataSource source, TableNames names, boolean createSchema) {
        this.plainPool = Pool.isPlain(source);
        this.connections = new Connections(source, this::callerRuns);
        this.names = names;
        this.createSchema = createSchema;
    }

    /** One operation on one session. Repeated as a whole when the engine undid it, so it starts from nothing each time. */
    interface Use<T> {
        T on(Session session, Deadline deadline) throws SQLException;
    }

    /** Runs an operation on a connection of the pool. */
    <T> T call(String what, Duration timeout, Use<T> use) {
        return run(what, Deadline.after(timeout), false, true, use);
    }

    /** As {@link #call} with the time that is left. */
    <T> T call(String what, Deadline deadline, Use<T> use) {
        return run(what, deadline, false, true, use);
    }

    /** As {@link #call}, whether the schema is there or not. */
    <T> T callUnchecked(String what, Duration timeout, Use<T> use) {
        return run(what, Deadline.after(timeout), false, false, use);
    }

    /** Runs an operation that may be sent twice on the kept connection, a second time if that one turns out broken. */
    <T> T callKept(String what, Deadline deadline, Use<T> use) {
        return run(what, deadline, true, true, use);
    }

    /** Whether a call may run on a thread that is not ours. Never before the database is known. */
    boolean callerRuns() {
        Database known = database;
        return plainPool && known != null && known.dialect().bearsAnyThread();
    }

    void keepConnection(boolean wanted) {
        connections.keep(wanted);
    }

    private <T> T run(String what, Deadline deadline, boolean renewal, boolean checked, Use<T> use) {
        boolean again = renewal;
        for (int round = 0; ; round++) {
            Connections.Borrowed borrowed = borrow(deadline, renewal);
            boolean sound = false;
            try {
                T answer = onConnection(borrowed.connection, deadline, checked, use);
                sound = true;
                return answer;
            } catch (SQLException e) {
                Database known = database;
                Fault fault = known == null ? Fault.OTHER : known.dialect().fault(e);
                sound = fault != Fault.OTHER;
                boolean repeat = fault == Fault.RETRY || (again && borrowed.isKept() && fault == Fault.OTHER);
                again &= fault == Fault.RETRY;
                if (!repeat || round >= ROUNDS || !deadline.pause(round)) {
                    throw Failures.of(what, e, known);
                }
            } finally {
                connections.giveBack(borrowed, sound);
            }
        }
    }

    private Connections.Borrowed borrow(Deadline deadline, boolean renewal) {
        try {
            return renewal ? connections.borrowKept(deadline) : connections.borrow(deadline);
        } catch (SQLException e) {
            throw Failures.noConnection(e);
        } catch (HoldonceException e) {
            throw e;
        } catch (RuntimeException e) {
            // Pools throw what they like when they cannot start.
            throw Failures.noConnection(new SQLException(String.valueOf(e.getMessage()), e));
        }
    }

    private <T> T onConnection(Connection connection, Deadline deadline, boolean checked, Use<T> use)
            throws SQLException {
        Database found = database;
        if (found == null) {
            found = Database.of(connection, names);
            database = found;
        }
        ConnectionState state = ConnectionState.prepare(connection, found);
        try {
            state.limit(deadline.leftMillis());
            state.shortenWaits();
            Session session = new Session(connection, found, state.manualCommit());
            try {
                return onSession(session, deadline, checked, use);
            } catch (SQLException e) {
                if (found.dialect().fault(e) != Fault.READ_ONLY || !state.madeWritable()) {
                    throw e;
                }
                return onSession(session, deadline, checked, use);
            }
        } finally {
            state.restore();
        }
    }

    private <T> T onSession(Session session, Deadline deadline, boolean checked, Use<T> use) throws SQLException {
        if (!session.dialect().hasOneWriter()) {
            return use(session, deadline, checked, use);
        }
        return Turns.take(session.connection(), deadline, () -> use(session, deadline, checked, use));
    }

    private <T> T use(Session session, Deadline deadline, boolean checked, Use<T> use) throws SQLException {
        if (!usable && createSchema) {
            new Schema(session, session.database()).create();
        }
        if (!usable && checked) {
            new Schema(session, session.database()).require();
            usable = true;
        }
        return use.on(session, deadline);
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Nothing can be said to have happened in time. */
    static StoreUnavailableException outOfTime(String what) {
        return new StoreUnavailableException(what + " did not end in time. Nothing was sent.", false, null);
    }
}
