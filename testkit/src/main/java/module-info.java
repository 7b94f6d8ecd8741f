// SPDX-License-Identifier: Apache-2.0
/** For authors of stores: the contracts that every store must pass, and the means to break its connections. */
@org.jspecify.annotations.NullMarked
module io.holdonce.testkit {
    requires transitive io.holdonce;
    requires transitive org.junit.jupiter.api;
    requires transitive java.sql;
    requires org.assertj.core;
    requires static org.jspecify;
    // Present wherever tests are launched; only the report needs it.
    requires static transitive org.junit.platform.launcher;

    exports io.holdonce.testkit;

    // The contracts' classes and cases are not API; JUnit finds them all the same.
    opens io.holdonce.testkit to
            org.junit.platform.commons;

    provides org.junit.platform.launcher.TestExecutionListener with
            io.holdonce.testkit.ContractReport;
}
