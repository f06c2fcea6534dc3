package dev.smalti.examples;

import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.RankFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs {@link RingSum} on a table, one row a rank, and compares every cell with its sum. */
@Command(
    name = "RingSum",
    description = "Adds the rows of a table on every rank.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class RingSumCommand implements Callable<Integer> {
  private static final Path DATA = Path.of("examples", "data", "ring-sum.csv");
  private static final int COLUMNS = 8;
  private static final int SHOWN = 12;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "A row of numbers for each rank, separated by commas; at most 65536 a row.")
  private @Nullable Path input;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks; without a file, so many rows are made.")
  private @Nullable Integer ranks;

  @Option(names = "--eager", description = "Run the methods as they stand, not the generated ones.")
  private boolean eager;

  @Spec private @Nullable CommandSpec command;

  /** Exit status 0 for OK, 1 for a wrong sum, 2 for a wrong call or file. */
  static int run(String... arguments) {
    return new CommandLine(new RingSumCommand())
        .setExecutionExceptionHandler(RingSumCommand::explain)
        .execute(arguments);
  }

  /** What a rank could not do is said in one sentence; anything else is a fault of ours. */
  private static int explain(Exception failure, CommandLine command, ParseResult arguments)
      throws Exception {
    if (!(failure instanceof RankFailedException)) {
      throw failure;
    }
    command.getErr().println(failure.getMessage());
    return 2;
  }

  @Override
  public Integer call() throws IOException {
    NumberTable table = table();
    float[] sums = new float[table.cells().length];
    Arrays.fill(sums, Float.NaN);
    allReduce(table, sums);
    PrintWriter out = spec().commandLine().getOut();
    print(out, table, sums);
    Optional<String> wrong = firstWrongCell(table, sums);
    out.println(wrong.orElse("OK"));
    out.flush();
    return wrong.isPresent() ? 1 : 0;
  }

  private CommandSpec spec() {
    if (command == null) {
      throw new IllegalStateException("the command is run by its command line only");
    }
    return command;
  }

  private NumberTable table() throws IOException {
    if (input == null && ranks != null) {
      requireRanks(ranks);
      return NumberTable.ramp(ranks, COLUMNS);
    }
    NumberTable table;
    try {
      table = NumberTable.read(input == null ? DATA : input);
    } catch (NumberTable.MalformedTableException e) {
      throw new ParameterException(spec().commandLine(), e.getMessage(), e);
    }
    if (ranks != null && ranks != table.rows()) {
      throw new ParameterException(
          spec().commandLine(),
          "--ranks "
              + ranks
              + ", but the file has "
              + count(table.rows(), "row")
              + ": one row a rank");
    }
    return table;
  }

  private void requireRanks(int count) {
    if (count < 1) {
      throw new ParameterException(
          spec().commandLine(), "--ranks " + count + ": at least one rank is needed");
    }
  }

  private void allReduce(NumberTable table, float[] sums) {
    var inputs = Tensor.of(table.cells(), table.rows(), 1, table.columns());
    var outputs = Tensor.of(sums, table.rows(), 1, table.columns());
    if (eager) {
      RingSum.allReduce(World.eager(table.rows()), inputs, outputs);
      return;
    }
    try (DevicePool pool = DevicePool.threads(table.rows());
        var allReduce = RingSumPrograms.allReduce().prepare(pool)) {
      allReduce.run(inputs, outputs);
    }
  }

  private void print(PrintWriter out, NumberTable table, float[] sums) {
    out.println(
        "RingSum on "
            + count(table.rows(), "rank")
            + ", "
            + count(table.columns(), "column")
            + (eager ? ", eager" : ""));
    for (int rank = 0; rank < table.rows(); rank++) {
      out.println("rank " + rank + " contributed " + row(table.cells(), rank, table.columns()));
    }
    for (int rank = 0; rank < table.rows(); rank++) {
      out.println("rank " + rank + " received    " + row(sums, rank, table.columns()));
    }
  }

  private static String count(int things, String name) {
    return things + " " + name + (things == 1 ? "" : "s");
  }

  private static String row(float[] cells, int rank, int columns) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < Math.min(columns, SHOWN); column++) {
      text.append(column == 0 ? "" : " ").append(cells[rank * columns + column]);
    }
    return text + (columns > SHOWN ? " ... (" + columns + " in all)" : "");
  }

  /** The sum in the order of the kernel: the own row first, then the others. */
  private static Optional<String> firstWrongCell(NumberTable table, float[] sums) {
    int columns = table.columns();
    for (int rank = 0; rank < table.rows(); rank++) {
      for (int column = 0; column < columns; column++) {
        float expected = table.cells()[rank * columns + column];
        for (int peer = 0; peer < table.rows(); peer++) {
          if (peer != rank) { // adding 0 instead would turn -0 into 0
            expected += table.cells()[peer * columns + column];
          }
        }
        float actual = sums[rank * columns + column];
        if (Float.compare(expected, actual) != 0) {
          return Optional.of(
              "WRONG: column "
                  + column
                  + " of rank "
                  + rank
                  + " is "
                  + actual
                  + ", expected "
                  + expected);
        }
      }
    }
    return Optional.empty();
  }
}
