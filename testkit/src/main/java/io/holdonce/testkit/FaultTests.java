// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a {@link FaultTest} once where its faults can be done, else not at all. */
final class FaultTests implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        LeaseStoreContract contract = context.getRequiredTestInstances()
                .findInstance(LeaseStoreContract.class)
                .orElseThrow(() -> new IllegalStateException("A case that needs faults stands outside a contract."));
        Set<Fault> needed = Set.of(
                context.getRequiredTestMethod().getAnnotation(FaultTest.class).value());
        return contract.harness().faults().containsAll(needed) ? Stream.of(new Once()) : Stream.empty();
    }

    /** The one run, named like the case. */
    private static final class Once implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return "with the faults it needs";
        }
    }
}
