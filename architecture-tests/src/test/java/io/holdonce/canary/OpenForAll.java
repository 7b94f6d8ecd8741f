// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

public class OpenForAll {
    public static class Nested {}

    public abstract static class FineBecauseAbstract {}

    public static final class FineBecauseFinal {}

    public record FineBecauseRecord(int value) {}

    public static class FineBecauseException extends RuntimeException {}
}
