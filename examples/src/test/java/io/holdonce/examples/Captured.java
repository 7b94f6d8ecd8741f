// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What an example printed. */
final class Captured {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
