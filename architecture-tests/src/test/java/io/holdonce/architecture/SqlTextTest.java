// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "select now()",
                "\n  SELECT token\n  FROM lease",
                "INSERT INTO \u0001 (k) VALUES (?)",
                "update lease set token = ?",
                "DELETE FROM lease",
                "WITH c AS MATERIALIZED (SELECT k FROM lease)",
                "with recursive c (a, b) as (",
                "CREATE TABLE lease (",
                "drop view holdonce_leases",
                "PRAGMA busy_timeout = 5",
                "BEGIN IMMEDIATE",
                "SET LOCAL lock_timeout = 1"
            })
    void sqlIsRecognised(String text) {
        assertThat(SqlText.isSql(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Select one of the stores",
                "Updated by another holder",
                "Create it with createSchema()",
                "The table is missing; run CREATE TABLE from the script",
                "with reason",
                "Set a longer ttl",
                "deleted"
            })
    void proseIsNot(String text) {
        assertThat(SqlText.isSql(text)).isFalse();
    }
}
