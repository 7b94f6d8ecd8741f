// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

final class SqlInAStore {
    String sql() {
        return """
                SELECT token
                FROM lease WHERE k = ?
                """;
    }
}
