// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** How often a second the disk under the servers makes a small append durable, which bounds every single commit. */
final class FlushRate {

    private static final int BYTES = 512;

    private FlushRate() {}

    static double measure(Duration time) throws IOException {
        Path file = Files.createTempFile("holdonce-flush", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocate(BYTES);
            long start = System.nanoTime();
            long end = start + time.toNanos();
            int flushes = 0;
            while (System.nanoTime() - end < 0) {
                channel.write(block.clear());
                channel.force(false);
                flushes++;
            }
            return flushes * 1e9 / (System.nanoTime() - start);
        } finally {
            Files.delete(file);
        }
    }
}
