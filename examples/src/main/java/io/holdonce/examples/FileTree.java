// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static io.holdonce.Locks.shared;

import io.holdonce.LockName;
import io.holdonce.Locks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Files with their full paths, as an index or an object store has them: who renames a directory rewrites every file below it,
 * one after another, and in the middle of it nothing is true. The locks make it one step for everybody who asks for them.
 */
final class FileTree {

    private final DataSource dataSource;
    private final Locks locks;

    /** What goes on between two files of a rename; with many files it is a lot. */
    private final Runnable betweenFiles;

    FileTree(DataSource dataSource, Locks locks, Runnable betweenFiles) {
        this.dataSource = dataSource;
        this.locks = locks;
        this.betweenFiles = betweenFiles;
    }

    // region rename
    /** Renames a file, or a directory with all that is below it; returns how many files that were. A move is the same. */
    int rename(LockName from, LockName to) throws SQLException {
        return locks.call(exclusive(from, to), () -> rewrite(from, to)); // both ends, or neither
    }

    /** The files below a directory, never in the middle of a rename; any number of readers at a time. */
    List<LockName> list(LockName directory) throws SQLException {
        return locks.call(shared(directory), () -> below(directory));
    }

    /** Changes one file, beside everybody who changes another. */
    void write(LockName file, String text) throws SQLException {
        locks.run(file, () -> save(file, text));
    }
    // endregion

    void create() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE file (path VARCHAR(4000) PRIMARY KEY, text VARCHAR(4000) NOT NULL)");
        }
    }

    private int rewrite(LockName from, LockName to) throws SQLException {
        List<LockName> files = below(from);
        for (LockName file : files) {
            betweenFiles.run();
            List<String> parts = new ArrayList<>(to.parts());
            parts.addAll(file.parts().subList(from.parts().size(), file.parts().size()));
            update(file, LockName.path(parts.toArray(String[]::new)));
        }
        return files.size();
    }

    private List<LockName> below(LockName top) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT path FROM file ORDER BY path");
                ResultSet rows = query.executeQuery()) {
            List<LockName> files = new ArrayList<>();
            while (rows.next()) {
                LockName file = LockName.parse(rows.getString(1));
                if (file.equals(top) || file.ancestors().contains(top)) {
                    files.add(file);
                }
            }
            return files;
        }
    }

    private void update(LockName from, LockName to) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE file SET path = ? WHERE path = ?")) {
            update.setString(1, to.toString());
            update.setString(2, from.toString());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("Somebody took " + from + " away in the middle of its rename.");
            }
        }
    }

    private void save(LockName file, String text) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement merge = connection.prepareStatement("MERGE INTO file (path, text) VALUES (?, ?)")) {
            merge.setString(1, file.toString());
            merge.setString(2, text);
            merge.executeUpdate();
        }
    }
}
