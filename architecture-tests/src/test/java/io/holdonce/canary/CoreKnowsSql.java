// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

import javax.sql.DataSource;

abstract class CoreKnowsSql {
    abstract DataSource source();
}
