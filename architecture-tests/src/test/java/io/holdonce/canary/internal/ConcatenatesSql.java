// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.internal;

final class ConcatenatesSql {
    String sql(String table) {
        return "DELETE FROM " + table;
    }
}
