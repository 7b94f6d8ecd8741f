// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The default label of a holder: what runs, where, as which process. */
final class HolderLabel {

    private HolderLabel() {}

    static String ofThisProcess() {
        return NameText.printable(
                program() + '/' + host() + '/' + ProcessHandle.current().pid());
    }

    /** The first word of the Java command line without its folders or package: the main class or jar. */
    private static String program() {
        String command = System.getProperty("sun.java.command", "java").split(" ", 2)[0];
        String file = command.substring(command.lastIndexOf('/') + 1);
        String name = file.endsWith(".jar")
                ? file.substring(0, file.length() - 4)
                : file.substring(file.lastIndexOf('.') + 1);
        return name.isBlank() ? "java" : name.substring(0, Math.min(name.length(), 200));
    }

    private static String host() {
        String fromEnvironment = System.getenv("HOSTNAME");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return fromEnvironment;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
