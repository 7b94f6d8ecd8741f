// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "30, PT30S",
        "0, PT0S",
        "0.5, PT0.5S",
        "500ms, PT0.5S",
        "10s, PT10S",
        "5m, PT5M",
        "1h, PT1H",
        "2d, PT48H",
        "1h30m, PT1H30M",
        "PT1M, PT1M",
        "pt90s, PT90S",
        "1.5H, PT1H30M"
    })
    void whatPeopleTypeIsRead(String text, Duration value) {
        assertThat(DurationText.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "-PT1S",
                "PT-1S",
                "1h30",
                "10 s",
                "s",
                "1w",
                "1e9",
                "99999999999999999999",
                "٣",
                "NaN",
                "999999999999999d"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is not a duration");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.85S, 850 ms",
        "PT1.25S, 1.2 s",
        "PT12.9S, 12 s",
        "PT3M20S, 3 min 20 s",
        "PT2H5M, 2 h 5 min",
        "PT48H, 2 d",
        "PT-1S, 0 ms"
    })
    void whatPeopleReadIsShort(Duration value, String text) {
        assertThat(DurationText.format(value)).isEqualTo(text);
    }
}
