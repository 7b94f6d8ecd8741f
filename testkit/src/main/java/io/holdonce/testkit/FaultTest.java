// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A case that needs faults. Where the harness cannot do them the case does not exist, rather than being skipped: the report
 * of cases run shows it, and skipping stays an alarm.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(FaultTests.class)
@interface FaultTest {
    /** The faults it needs. */
    Fault[] value();
}
