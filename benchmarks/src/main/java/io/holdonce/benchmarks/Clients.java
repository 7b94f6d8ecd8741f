// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The clients of all contenders on one server: two of each, as two processes have them, over the tables that each needs. */
final class Clients implements AutoCloseable {

    /** The one table that its locks need. */
    private static final Pattern SPRING_TABLE = Pattern.compile("(CREATE TABLE INT_LOCK\\b[^;]*);");

    private final Map<ContenderKind, List<Contender>> clients = new EnumMap<>(ContenderKind.class);
    private final Server server;

    private Clients(Server server) {
        this.server = server;
    }

    static Clients open(Server server, Set<ContenderKind> kinds) throws SQLException {
        EngineKind engine = server.kind();
        createTables(server);
        ServerCounts.off(engine, server.url());
        Clients result = new Clients(server);
        for (ContenderKind kind : kinds) {
            if (kind.runsOn(engine)) {
                result.clients.put(
                        kind,
                        List.of(
                                Contenders.open(kind, server, Contender.TTL),
                                Contenders.open(kind, server, Contender.TTL)));
            }
        }
        return result;
    }

    Server server() {
        return server;
    }

    EngineKind engine() {
        return server.kind();
    }

    /** Rotated by so many places, so that nobody always runs first. */
    List<ContenderKind> order(int round) {
        List<ContenderKind> kinds = new ArrayList<>(clients.keySet());
        Collections.rotate(kinds, round);
        return kinds;
    }

    /** One of the two clients, 0 or 1. */
    Contender client(ContenderKind kind, int which) {
        List<Contender> two = clients.get(kind);
        if (two == null) {
            throw new IllegalArgumentException(kind.title + " does not run here");
        }
        return two.get(which);
    }

    private static void createTables(Server server) throws SQLException {
        EngineKind engine = server.kind();
        Matcher table = SPRING_TABLE.matcher(
                resource("/org/springframework/integration/jdbc/schema-" + engine.springScript + ".sql"));
        if (!table.find()) {
            throw new IllegalStateException("Spring Integration's script has no table of locks");
        }
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(table.group(1));
            for (String sql : resource("/benchmarks/" + engine.id() + ".sql").split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    private static String resource(String path) {
        try (InputStream in = Clients.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("There is no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clients.values().forEach(two -> two.forEach(Contender::close));
    }
}
