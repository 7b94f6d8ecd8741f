// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The SQL on the store's page is the dialect's: a block names its text block by {@code <!-- statement: File.java#NAME -->}. */
class DocStatementsTest {

    private static final Path ROOT = Path.of(System.getProperty("holdonce.root", ".."));
    private static final Path DIALECTS = ROOT.resolve("jdbc/src/main/java/io/holdonce/jdbc");
    private static final Pattern BLOCK =
            Pattern.compile("<!-- statement: (\\S+)#(\\S+) -->\n```sql\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyStatementOnThePageIsTheOneInTheDialect() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/stores/jdbc.md"));
        List<String> found = new ArrayList<>();

        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            found.add(block.group(1).replace("Dialect.java", " ") + block.group(2));
            assertThat(block.group(3).strip())
                    .as("%s of %s", block.group(2), block.group(1))
                    .isEqualTo(statement(Files.readString(DIALECTS.resolve(block.group(1))), block.group(2)));
        }

        assertThat(found)
                .containsExactly(
                        "Postgresql ACQUIRE",
                        "Postgresql INSERT_GRANTED",
                        "Postgresql RENEW",
                        "Postgresql RELEASE",
                        "Mysql ACQUIRE");
        assertThat(page.split("```sql", -1))
                .as("all SQL blocks name a statement")
                .hasSize(found.size() + 1);
    }

    private static String statement(String source, String name) {
        Matcher constant = Pattern.compile("String " + name + " =\\s*\"\"\"\n(.*?)\"\"\"", Pattern.DOTALL)
                .matcher(source);
        assertThat(constant.find()).as("text block " + name).isTrue();
        return constant.group(1).stripIndent().strip();
    }
}
