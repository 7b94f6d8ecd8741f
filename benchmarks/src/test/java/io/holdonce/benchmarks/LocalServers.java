// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import io.holdonce.jdbc.TestH2Server;
import io.holdonce.jdbc.TestMariadb;
import io.holdonce.jdbc.TestMysql;
import io.holdonce.jdbc.TestMysqlServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Real servers on loopback ports in temporary folders, which flush every commit to the disk (H2: write it). */
final class LocalServers implements Servers {

    @Override
    public String missing(EngineKind kind) {
        return kind != EngineKind.MYSQL || TestMysql.startsHere()
                ? ""
                : "its server needs the system's libaio.so.1: apt-get install libaio1";
    }

    @Override
    public Server start(EngineKind kind) {
        return switch (kind) {
            case POSTGRESQL -> postgresql();
            case MARIADB -> {
                TestMysqlServer server = TestMariadb.start();
                String url = server.mariadbUrl(server.freshDatabase());
                yield new Local(kind, url, url, server::close);
            }
            case MYSQL -> {
                TestMysqlServer server = TestMysql.start();
                String url = server.mysqlUrl(server.freshDatabase());
                yield new Local(kind, url, url + "&sessionVariables=innodb_lock_wait_timeout=3", server::close);
            }
            case H2 -> {
                TestH2Server server = TestH2Server.start();
                String url = server.urlOfFreshDatabase();
                yield new Local(kind, url, url, server::close);
            }
        };
    }

    private record Local(EngineKind kind, String url, String advisedUrl, Runnable stop) implements Server {
        @Override
        public void close() {
            stop.run();
        }
    }

    /** As the tests' own, and with the module that counts statements; it counts only while it is asked to. */
    private static Server postgresql() {
        try {
            Path folder = Files.createTempDirectory("holdonce-benchmark");
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve("data"))
                    .setOverrideWorkingDirectory(folder.resolve("work").toFile())
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                    .setPGStartupWait(Duration.ofSeconds(120))
                    .start();
            String url =
                    "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres&password=postgres";
            return new Local(EngineKind.POSTGRESQL, url, url, () -> {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    io.holdonce.jdbc.TestFolders.delete(folder);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
