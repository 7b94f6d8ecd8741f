// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractTableTest {
    @Test
    @Tag("whole-build")
    void everyEngineRanEveryTopic() {
        Path results = Repository.ROOT.resolve("target/contracts");
        Path written = Repository.ROOT.resolve("target/contract-table.txt");
        boolean required = Boolean.getBoolean("holdonce.contracts.required") && Repository.hasSources("testkit");
        if (Repository.files(results, ".csv").isEmpty() && !required) {
            System.out.println("No contract results in target/contracts: the contracts did not run before this test.");
            return;
        }
        ContractTable table = ContractTable.read(
                results,
                Repository.OWN.resolve("contracts-not-applicable.txt"),
                Repository.OWN.resolve("contracts-expected.txt"));
        Repository.write(written, table.text());
        System.out.println("Contract cases by engine and topic:\n" + table.text());

        assertThat(Repository.files(results, ".csv"))
                .as("contract results in target/contracts; run the whole build, or -Dholdonce.contracts.required=false")
                .isNotEmpty();
        assertThat(table.problems()).as(table.text()).isEmpty();
    }

    @Test
    void aCellWithoutCasesAndWithoutReasonIsFound(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("h2.csv"), "h2,acquire,3\nh2,crash,1\nh2,acquire,2\n");
        Files.writeString(folder.resolve("memory.csv"), "memory,acquire,5\nmemory,crash,0\n");
        Path excused = Files.writeString(folder.resolve("excused.txt"), "# none\n");
        Path expected = Files.writeString(folder.resolve("expected.txt"), "engine,sqlite\ntopic,acquire\n");

        ContractTable table = ContractTable.read(folder, excused, expected);

        assertThat(table.problems())
                .containsExactly(
                        "no case of 'crash' ran on memory",
                        "no case of 'acquire' ran on sqlite",
                        "no case of 'crash' ran on sqlite");
        assertThat(table.text()).isEqualTo("""
                                 h2  memory  sqlite
                        acquire   5       5       0
                        crash     1       0       0
                        """);
    }

    @Test
    void aReasonExcusesItsCellAndNoOther(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("memory.csv"), "memory,acquire,5\nmemory,crash,0\n");
        Path expected = Files.writeString(folder.resolve("expected.txt"), "");

        Path right = Files.writeString(folder.resolve("right.txt"), "memory,crash,it lives in one process\n");
        assertThat(ContractTable.read(folder, right, expected).problems()).isEmpty();
        assertThat(ContractTable.read(folder, right, expected).text()).contains("n/a");

        Path stale = Files.writeString(folder.resolve("stale.txt"), "memory,acquire,not so\nmemory,gone,not so\n");
        assertThat(ContractTable.read(folder, stale, expected).problems())
                .containsExactly(
                        "cases of 'acquire' ran on memory, which is listed as not applicable",
                        "no case of 'crash' ran on memory",
                        "'memory,gone' is excused but unknown");
    }

    @Test
    void anEngineThatTheMachineCannotStartIsExcusedForThisRunAlone(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("h2.csv"), "h2,acquire,3\n");
        Path excused = Files.writeString(folder.resolve("excused.txt"), "# none\n");
        Path expected = Files.writeString(folder.resolve("expected.txt"), "engine,mysql\n");
        Files.writeString(folder.resolve("mysql.not-here"), "a library is missing\n");

        ContractTable table = ContractTable.read(folder, excused, expected);
        assertThat(table.problems()).isEmpty();
        assertThat(table.text()).contains("n/a");

        Files.writeString(folder.resolve("mysql.csv"), "mysql,acquire,3\nmysql,crash,0\n");
        assertThat(ContractTable.read(folder, excused, expected).problems())
                .containsExactly("no case of 'crash' ran on h2", "no case of 'crash' ran on mysql");
    }
}
