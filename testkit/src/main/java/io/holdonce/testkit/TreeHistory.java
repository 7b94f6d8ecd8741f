// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Who was inside which path, in one file to which several processes append a line at a time. A worker writes that it is in
 * after it was granted, and that it leaves before it releases, so that whoever is inside by the file was inside in truth,
 * and the file's order is an order in which it may all have happened.
 */
final class TreeHistory implements AutoCloseable {

    private final Path path;
    private final FileChannel file;

    TreeHistory(Path path) throws IOException {
        this.path = path;
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** @param worker a word that names the process and the thread, and is inside one path at a time */
    void enter(String worker, LockMode mode, LockName name, long token) {
        append("+ %s %s %d %s".formatted(worker, mode, token, name));
    }

    void leave(String worker) {
        append("- " + worker);
    }

    /** Whether so many workers whose words end like this have been inside. */
    boolean hasEntered(String end, int workers) {
        try (Stream<String> lines = Files.lines(path)) {
            return lines.filter(line -> line.startsWith("+ ") && line.split(" ", 3)[1].endsWith(end))
                            .count()
                    >= workers;
        } catch (IOException e) {
            throw new IllegalStateException("The history could not be read.", e);
        }
    }

    /** One write is one line, also beside another process's: that is what appending is for. */
    private synchronized void append(String line) {
        try {
            file.write(ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("The history could not be written.", e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** One stay inside a path. */
    private record Stay(String worker, LockMode mode, LockName name) {

        boolean isOfAnotherProcess(Stay other) {
            return !worker.split("/", 2)[0].equals(other.worker.split("/", 2)[0]);
        }

        boolean isInLine(Stay other) {
            return name.equals(other.name)
                    || name.ancestors().contains(other.name)
                    || other.name.ancestors().contains(name);
        }
    }

    /** What a history shows. */
    static final class Reading {
        private final Map<String, Stay> inside = new LinkedHashMap<>();
        private final Map<LockName, Long> highest = new HashMap<>();
        private final Map<LockName, Long> highestWriter = new HashMap<>();
        private final List<String> sightings = new ArrayList<>();
        int stays;
        int overlapsOfProcesses;
        int sharedOverlaps;

        private void enter(Stay stay, long token) {
            stays++;
            for (Stay other : inside.values()) {
                boolean bothShared = stay.mode == LockMode.SHARED && other.mode == LockMode.SHARED;
                if (stay.isInLine(other)) {
                    sharedOverlaps += bothShared ? 1 : 0;
                    if (!bothShared) {
                        sightings.add(stay + " beside " + other);
                    }
                } else if (stay.isOfAnotherProcess(other)) {
                    overlapsOfProcesses++;
                }
            }
            boolean writer = stay.mode == LockMode.EXCLUSIVE;
            // Sharers may write in another order than they were granted in.
            if (token <= (writer ? highest : highestWriter).getOrDefault(stay.name, 0L)) {
                sightings.add(stay + " got token " + token + " after " + highest.get(stay.name));
            }
            highest.merge(stay.name, token, Math::max);
            if (writer) {
                highestWriter.put(stay.name, token);
            }
            Stay twice = inside.put(stay.worker, stay);
            assertThat(twice).as("what a worker that enters was inside of").isNull();
        }

        void assertThatNoConflictingPairWasInsideTogether() {
            assertThat(sightings)
                    .as("conflicting pairs and tokens out of order, of %d stays", stays)
                    .isEmpty();
            assertThat(inside).as("who never left").isEmpty();
        }
    }

    static Reading read(Path path) throws IOException {
        Reading reading = new Reading();
        for (String line : Files.readAllLines(path)) {
            String[] words = line.split(" ", 5);
            if (words[0].equals("+")) {
                reading.enter(
                        new Stay(words[1], LockMode.valueOf(words[2]), LockName.parse(words[4])),
                        Long.parseLong(words[3]));
            } else {
                assertThat(reading.inside.remove(words[1])).as(line).isNotNull();
            }
        }
        return reading;
    }
}
