// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import io.holdonce.spi.StatusQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** Sessions and JVMs in other zones, in the hour that autumn has twice. */
class ZonesTest {

    private static final List<String> ZONES = List.of("Europe/Amsterdam", "UTC", "Asia/Kolkata");

    /** 02:30 in Amsterdam on 25 October 2026, for the first and for the second time. */
    private static final Instant FIRST = Instant.parse("2026-10-25T00:30:00Z");

    private static final Instant SECOND = Instant.parse("2026-10-25T01:30:00Z");

    private final TimeZone original = TimeZone.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(original);
    }

    /** A URL whose sessions are in the zone. */
    private static String inZone(TestDatabase database, String url, String zone) {
        return switch (database) {
            case POSTGRESQL -> url + "&options=-c%20timezone=" + zone;
            case MYSQL -> url + ",time_zone=" + offset(zone);
            // This driver takes its URL as it is, without decoding.
            case MARIADB ->
                url + "&sessionVariables=time_zone="
                        + offset(zone).replace("%27", "'").replace("%2B", "+");
            case H2, H2_SERVER -> url + ";TIME ZONE=" + zone;
            case SQLITE -> url;
        };
    }

    @ParameterizedTest
    @EveryDatabase
    void sessionsAndJvmsOfAllZonesAgree(TestDatabase database) {
        String url = database.freshUrl();
        JdbcSchema.of(TestDatabase.plain(url)).create();
        Instant first = Instant.now();
        for (String zone : ZONES) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            try (JdbcStore store = JdbcStore.of(TestDatabase.plain(inZone(database, url, ZONES.get(0))));
                    JdbcStore other = JdbcStore.of(TestDatabase.plain(inZone(database, url, ZONES.get(2))))) {
                assertThat(store.now(Claims.TIMEOUT)).isBetween(first.minusSeconds(2), first.plusSeconds(120));
                Claim claim = exclusive(zone);
                Claims.granted(store, claim);
                HoldInfo seen =
                        Claims.contended(other, exclusive(zone)).blockers().get(0);
                assertThat(seen.since()).isBetween(first.minusSeconds(2), first.plusSeconds(120));
                assertThat(seen.remaining()).isBetween(Duration.ofSeconds(1), Claims.TTL);
            }
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void timesWrittenInTheDoubledHourAreAnHourApart(TestDatabase database) throws Exception {
        String url = database.freshUrl();
        JdbcSchema.of(TestDatabase.plain(url)).create();
        for (String zone : ZONES) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            String zoned = inZone(database, url, zone);
            try (JdbcStore store = JdbcStore.of(TestDatabase.plain(zoned))) {
                for (Instant instant : List.of(FIRST, SECOND)) {
                    // Without a colon, whose escape MySQL would take for its own.
                    String name = zone + instant.getEpochSecond();
                    Claims.granted(store, exclusive(name));
                    long micros = instant.getEpochSecond() * 1_000_000;
                    Shift.execute(
                            TestDatabase.plain(zoned),
                            "UPDATE holdonce_lease SET acquired_at = " + micros + " WHERE name = '" + LockName.of(name)
                                    + "'");
                    assertThat(store.status(StatusQuery.of(LockName.of(name)), Claims.TIMEOUT)
                                    .get(0)
                                    .holds())
                            .singleElement()
                            .satisfies(hold -> assertThat(hold.since()).isEqualTo(instant));
                }
            }
            assertThat(clockAt(database, zoned, SECOND) - clockAt(database, zoned, FIRST))
                    .isEqualTo(3_600_000_000L);
        }
    }

    /** These servers know zones by their names only if told; their own is that of Amsterdam. */
    private static String offset(String zone) {
        return switch (zone) {
            case "UTC" -> "%27%2B00:00%27";
            case "Asia/Kolkata" -> "%27%2B05:30%27";
            default -> "%27SYSTEM%27";
        };
    }

    /** The dialect's clock expression with the engine's own "now" put at that moment. */
    private static long clockAt(TestDatabase database, String url, Instant instant) throws Exception {
        Dialect dialect = Dialect.all().get(List.of(0, 1, 2, 3, 3, 4).get(database.ordinal()));
        String now =
                switch (database) {
                    case POSTGRESQL -> "'" + instant + "'::timestamptz";
                    case MYSQL, MARIADB -> "";
                    case H2, H2_SERVER -> "CAST('" + instant + "' AS TIMESTAMP(6) WITH TIME ZONE)";
                    case SQLITE -> "unixepoch('" + instant + "', 'subsec')";
                };
        String expression = dialect.clock()
                .replace("clock_timestamp()", now)
                .replace("CURRENT_TIMESTAMP(6)", now)
                .replace("unixepoch('subsec')", now);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            if (now.isEmpty()) {
                // The session's own "now" can be set there.
                statement.execute("SET timestamp = " + instant.getEpochSecond());
            }
            try (ResultSet row = statement.executeQuery("SELECT " + expression)) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(instant.getEpochSecond() * 1_000_000);
                return row.getLong(1);
            }
        }
    }
}
