// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of the real command on a machine of its own. */
abstract class CommandTest {

    @TempDir
    Path folder;

    Machine machine;

    @BeforeEach
    void newMachine() {
        machine = new Machine(folder);
    }

    @AfterEach
    void noProcessStays() {
        machine.close();
    }
}
