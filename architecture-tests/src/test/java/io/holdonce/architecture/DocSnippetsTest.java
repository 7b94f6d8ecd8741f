// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocSnippetsTest {
    @Test
    void everyJavaBlockOfTheDocsIsItsRegion() {
        Path examples = Repository.ROOT.resolve("examples");
        DocSnippets snippets = new DocSnippets(List.of(
                Repository.ROOT,
                examples,
                examples.resolve("src/main/java/io/holdonce/examples"),
                examples.resolve("src/test/java/io/holdonce/examples")));
        List<Path> pages = new ArrayList<>(Repository.files(Repository.ROOT.resolve("docs"), ".md"));
        Path readme = Repository.ROOT.resolve("README.md");
        if (Files.exists(readme)) {
            pages.add(readme);
        }

        List<String> problems = pages.stream()
                .flatMap(page ->
                        snippets.problems(Repository.ROOT.relativize(page).toString(), Repository.read(page)).stream())
                .toList();

        assertThat(problems).isEmpty();
    }

    @Test
    void aBlockThatIsNotItsRegionIsFound(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("Example.java"), """
                class Example {
                    // region whole
                    void run() {
                        // region part
                        int one = 1;

                        // endregion
                        int two = 2;
                    }
                    // endregion
                }
                """);
        DocSnippets snippets = new DocSnippets(List.of(folder));

        assertThat(snippets.problems("p", page("<!-- example: Example.java#part -->", "int one = 1;")))
                .isEmpty();
        assertThat(snippets.problems(
                        "p",
                        page(
                                "<!-- example: Example.java#whole -->",
                                "void run() {\n    int one = 1;\n\n    int two = 2;\n}")))
                .isEmpty();
        assertThat(snippets.problems("p", page("<!-- not compiled: a sketch -->", "anything")))
                .isEmpty();

        assertThat(snippets.problems("p", page("<!-- example: Example.java#part -->", "int one = 2;")))
                .singleElement()
                .asString()
                .startsWith("p:4: the block is not region part of Example.java");
        assertThat(snippets.problems("p", page("<!-- example: Example.java#gone -->", "int one = 1;")))
                .singleElement()
                .asString()
                .contains("no lines between");
        assertThat(snippets.problems("p", page("<!-- example: Gone.java#part -->", "int one = 1;")))
                .singleElement()
                .asString()
                .contains("no file Gone.java");
        assertThat(snippets.problems("p", page("", "int one = 1;")))
                .singleElement()
                .asString()
                .contains("needs '<!-- example");
    }

    private static String page(String comment, String block) {
        return "# Title\n\n" + comment + "\n```java\n" + block + "\n```\n\nText.\n";
    }
}
