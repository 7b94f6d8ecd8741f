// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.jdbc.JdbcSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdonce schema}: the tables, to copy into a migration or to create. */
@Command(
        name = "schema",
        header = "Print the statements that create the tables, or run them.",
        description =
                "Prints the statements of the configured store, of the store at a URL, or of a database by its word"
                        + " (postgresql, mysql, mariadb, h2, sqlite). With --apply it shows them, runs them and says what it did.")
final class SchemaCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "STORE",
            arity = "0..1",
            description = "postgresql, mysql, mariadb, h2, sqlite, or a store's URL. Default: the configured store.")
    private @Nullable String target;

    @Option(names = "--apply", description = "Run the statements after showing them.")
    private boolean apply;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        String word = target;
        Optional<StoreKind> dialect = word == null ? Optional.empty() : StoreKind.named(word);
        if (dialect.isPresent() && !apply) {
            Console.OUT.print(JdbcSchema.ddl(dialect.get().dialect()));
            return ExitCode.OK;
        }
        if (dialect.isPresent()) {
            throw CliException.usage("--apply needs to know where: give the URL of a store instead of '" + word + "'.");
        }
        StoreLocation location = word == null
                ? store.location()
                : StoreSettings.ofThisProcess().ofCommandLine(word, StoreSettings.ARGUMENT);
        if (!apply) {
            Console.OUT.print(JdbcSchema.ddl(location.kind().dialect()));
            return ExitCode.OK;
        }
        return create(location);
    }

    private static int create(StoreLocation location) {
        JdbcSchema schema = JdbcSchema.of(OpenStore.dataSource(location));
        List<String> problems = schema.problems();
        if (problems.isEmpty()) {
            Console.say("the tables are there already in " + location.shown() + "; nothing was changed.");
            return ExitCode.OK;
        }
        Console.OUT.print(schema.ddl());
        Console.OUT.flush();
        schema.create();
        Console.say("created in " + location.shown() + ".");
        return ExitCode.OK;
    }
}
