// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A holder's label in the form service/host/pid, read back to tell whether the holder still runs.
 *
 * @param host its host
 * @param pid its process
 */
record HolderText(String host, long pid) {

    private static final Pattern LABEL = Pattern.compile(".*/([^/]+)/(\\d{1,10})");

    /** The label of this process, for a command; only its name, since arguments may hold secrets. */
    static String of(String command) {
        String name = command.substring(command.lastIndexOf('/') + 1);
        String shown = name.isBlank() ? "holdonce" : name.substring(0, Math.min(100, name.length()));
        return shown + "/" + thisHost() + "/" + ProcessHandle.current().pid();
    }

    static Optional<HolderText> parse(String label) {
        Matcher matcher = LABEL.matcher(label);
        return matcher.matches()
                ? Optional.of(new HolderText(matcher.group(1), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    boolean isHere() {
        return host.equals(thisHost());
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** From the kernel, because asking a name server can take seconds. */
    static String thisHost() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname"), StandardCharsets.UTF_8)
                    .strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // Not Linux: ask the resolver.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }

    /** Who types: for the record of a revocation. */
    static String operator() {
        return System.getProperty("user.name", "unknown") + "@" + thisHost();
    }
}
