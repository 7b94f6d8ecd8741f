// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.jdbc;

final class FineDialect {
    String sql() {
        return "UPDATE lease SET token = ?";
    }
}
