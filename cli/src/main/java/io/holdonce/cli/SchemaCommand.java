// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.elasticsearch.ElasticsearchSchema;
import io.holdonce.jdbc.JdbcSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code holdonce schema}: the tables, to copy into a migration or to create. */
@Command(
        name = "schema",
        header = "Print the statements that create the tables or the index, or run them.",
        description =
                "Prints the statements of the configured store, of the store at a URL, or of a kind of store by its word"
                        + " (postgresql, mysql, mariadb, h2, sqlite, elasticsearch, opensearch). With --apply it shows them,"
                        + " runs them and says what it did.")
final class SchemaCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "STORE",
            arity = "0..1",
            description =
                    "postgresql, mysql, mariadb, h2, sqlite, elasticsearch, opensearch, or a store's URL. Default: the"
                            + " configured store.")
    private @Nullable String target;

    @Option(names = "--apply", description = "Run the statements after showing them.")
    private boolean apply;

    @Option(
            names = "--tables",
            paramLabel = "TABLES",
            defaultValue = "leases",
            converter = Tables.class,
            description = "leases, transaction-locks (not on SQLite) or fences. Default: ${DEFAULT-VALUE}.")
    private SchemaTables tables = SchemaTables.LEASES;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        String word = target;
        Optional<StoreKind> kind = word == null ? Optional.empty() : StoreKind.named(word);
        if (kind.isPresent() && !apply) {
            Console.OUT.print(
                    isCluster(kind.get())
                            ? ElasticsearchSchema.defaultRequests()
                            : tables.ddl(kind.get().dialect()));
            return ExitCode.OK;
        }
        StoreLocation location = word == null || kind.isPresent()
                ? store.location()
                : StoreSettings.ofThisProcess().ofCommandLine(word, StoreSettings.ARGUMENT);
        if (kind.isPresent() && location.kind() != kind.get()) {
            throw CliException.usage("--apply needs to know where: the configured store is no "
                    + kind.get().dialect() + " (" + location + "); name one by --store, or give its URL instead of '"
                    + word + "'.");
        }
        Schema schema = isCluster(location.kind()) ? ofCluster(location) : ofDatabase(location);
        if (!apply) {
            Console.OUT.print(schema.text.get());
            return ExitCode.OK;
        }
        return create(location, schema);
    }

    private boolean isCluster(StoreKind kind) {
        if (kind.isCluster() && tables != SchemaTables.LEASES) {
            throw CliException.usage("--tables=" + tables + " is for databases; a search engine has no such index.");
        }
        return kind.isCluster();
    }

    /** The words as people write them. */
    private static final class Tables implements ITypeConverter<SchemaTables> {
        @Override
        public SchemaTables convert(String word) {
            return Stream.of(SchemaTables.values())
                    .filter(tables -> tables.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + word + "' is none of leases, transaction-locks, fences."));
        }
    }

    /** What is there to be made, and how. */
    private record Schema(
            String what,
            Supplier<String> text,
            Supplier<String> textThere,
            Supplier<List<String>> problems,
            Runnable create) {}

    private Schema ofDatabase(StoreLocation location) {
        Supplier<JdbcSchema> schema = () -> tables.of(JdbcSchema.of(OpenStore.dataSource(location)));
        return new Schema(
                "the tables are",
                () -> tables.ddl(location.kind().dialect()),
                () -> schema.get().ddl(),
                () -> schema.get().problems(),
                () -> schema.get().create());
    }

    private static Schema ofCluster(StoreLocation location) {
        ElasticsearchSchema schema = Cluster.of(location).schema();
        return new Schema("the index is", schema::requests, schema::requests, schema::problems, schema::create);
    }

    private static int create(StoreLocation location, Schema schema) {
        if (schema.problems.get().isEmpty()) {
            Console.say(schema.what + " there already in " + location.shown() + "; nothing was changed.");
            return ExitCode.OK;
        }
        Console.OUT.print(schema.textThere.get());
        Console.OUT.flush();
        schema.create.run();
        Console.say("created in " + location.shown() + ".");
        return ExitCode.OK;
    }
}
