// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Driver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreKindTest {

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, jdbc:postgresql://db/locks",
        "MYSQL, jdbc:mysql://db/locks",
        "MYSQL, jdbc:mysql://db/locks?sslMode=trust",
        "MYSQL, jdbc:mysql://db/locks?permitMysqlScheme=true",
        "MARIADB, jdbc:mariadb://db/locks",
        "H2, jdbc:h2:tcp://db/locks",
        "SQLITE, jdbc:sqlite:/tmp/locks.db"
    })
    void urlIsKnownByItsBeginningAndTakenByItsDriver(StoreKind kind, String url) throws Exception {
        Driver driver = Class.forName(kind.driverClass())
                .asSubclass(Driver.class)
                .getDeclaredConstructor()
                .newInstance();

        assertThat(StoreKind.of(url)).contains(kind);
        assertThat(driver.acceptsURL(kind.driverUrl(url))).isTrue();
        assertThat(kind.driverUrl(url)).startsWith(url);
    }
}
