// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine that can run here does, and does what the tests rely on; of the others the build's end says why not. */
class EnginesTest {

    static Stream<Engine> here() {
        return Stream.of(Engine.values()).filter(EngineReport::isHere);
    }

    @ParameterizedTest
    @MethodSource("here")
    void runsScriptsOnRealNodes(Engine engine) {
        TestNode node = TestNode.shared(engine);
        String update = """
                {"scripted_upsert":true,"upsert":{},"script":{"lang":"painless","params":{"by":2},"source":\
                "if (ctx._source.n == null) { ctx._source.n = params.by; ctx._source.at = ctx._now } else { ctx.op = 'none' }"}}""";

        HttpResponse<String> root = node.request("GET", "/", "");
        HttpResponse<String> first = node.request("POST", "/engines-test/_update/a?_source=true", update);
        HttpResponse<String> second = node.request("POST", "/engines-test/_update/a?_source=true", update);

        assertThat(root.body()).contains('"' + engine.version() + '"');
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).contains("\"result\":\"created\"", "\"n\":2");
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).contains("\"result\":\"noop\"", "\"n\":2");
    }

    @ParameterizedTest
    @EnumSource
    void isStartedOrSaysWhyNot(Engine engine) {
        assertThat(engine.available())
                .isEqualTo(engine.missing().filter(reason -> !reason.isBlank()).isEmpty());
    }

    @Test
    void theTwoEnginesOfJava17AreAlwaysHere() {
        assertThat(here()).contains(Engine.ELASTICSEARCH_8, Engine.OPENSEARCH_2);
    }
}
