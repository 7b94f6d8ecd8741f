// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A command as a plain child, for systems without {@code setsid} (macOS): what it started is found by descent, and nothing ends
 * it when this process is killed.
 */
final class PlainCommand implements LockedCommand {

    private final Process process;

    private PlainCommand(Process process) {
        this.process = process;
    }

    static PlainCommand start(List<String> command, Map<String, String> additions) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(additions);
        return new PlainCommand(builder.start());
    }

    @Override
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void until(Duration remaining) {}

    @Override
    public void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-s", name, String.valueOf(process.pid())).start();
            var unused = kill.onExit().thenAccept(done -> {
                if (done.exitValue() != 0) {
                    process.destroy();
                }
            });
        } catch (IOException e) {
            process.destroy();
        }
    }

    @Override
    public void kill() {
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public List<Long> living() {
        return processes()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .toList();
    }

    private Stream<ProcessHandle> processes() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()));
    }

    @Override
    public void finish() {}
}
