// SPDX-License-Identifier: Apache-2.0
package io.holdonce.engines.bridge;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.ScriptPlugin;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.script.ScriptEngine;
import org.elasticsearch.script.UpdateScript;
import org.opensearch.painless.PainlessScriptEngine;

/** Runs OpenSearch's Painless inside Elasticsearch, for the scripts of updates only; Elastic's own is not on Maven Central. */
public final class PainlessBridge extends Plugin implements ScriptPlugin {

    /** For the node. */
    public PainlessBridge() {}

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public ScriptEngine getScriptEngine(Settings settings, Collection<ScriptContext<?>> contexts) {
        Map allowed = new HashMap();
        allowed.put(org.opensearch.script.UpdateScript.CONTEXT, whatUpdatesMayUse());
        return new Engine(new PainlessScriptEngine(org.opensearch.common.settings.Settings.EMPTY, allowed));
    }

    /** The list has another name in each of OpenSearch's majors. */
    private static List<?> whatUpdatesMayUse() {
        for (String[] name :
                List.of(new String[] {"Whitelist", "BASE_WHITELISTS"}, new String[] {"Allowlist", "BASE_ALLOWLISTS"})) {
            try {
                Class<?> type = Class.forName("org.opensearch.painless.spi." + name[0]);
                return (List<?>) type.getField(name[1]).get(null);
            } catch (ReflectiveOperationException e) {
                // The other one, then.
            }
        }
        throw new IllegalStateException("This Painless has no base list");
    }

    private record Engine(PainlessScriptEngine painless) implements ScriptEngine {

        @Override
        public String getType() {
            return "painless";
        }

        @Override
        public Set<ScriptContext<?>> getSupportedContexts() {
            return Set.of(UpdateScript.CONTEXT);
        }

        @Override
        public <F> F compile(String name, String source, ScriptContext<F> context, Map<String, String> params) {
            if (!context.name.equals(UpdateScript.CONTEXT.name)) {
                throw new IllegalArgumentException("Only updates have scripts here, not " + context.name);
            }
            org.opensearch.script.UpdateScript.Factory compiled =
                    painless.compile(name, source, org.opensearch.script.UpdateScript.CONTEXT, params);
            UpdateScript.Factory factory = (given, metadata) -> new UpdateScript(given, metadata) {
                @Override
                public void execute() {
                    compiled.newInstance(given, metadata).execute();
                }
            };
            return context.factoryClazz.cast(factory);
        }
    }
}
