// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickStartTest {

    @Test
    void holdsThreeTimesOnH2() {
        holdsThreeTimes(Databases.h2());
    }

    @Test
    void holdsThreeTimesOnSqlite(@TempDir Path folder) {
        holdsThreeTimes(Databases.sqlite(folder));
    }

    private static void holdsThreeTimes(String url) {
        Captured captured = new Captured();

        new QuickStart(captured.out).hold(new UrlDataSource(url));

        assertThat(captured.lines()).hasSize(3);
        assertThat(captured.lines().subList(0, 2)).containsExactly("rebuilt", "rebuilt");
        assertThat(captured.lines().get(2)).matches("saved under token \\d{16}");
    }
}
