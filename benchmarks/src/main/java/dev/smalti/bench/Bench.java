package dev.smalti.bench;

import dev.smalti.bench.peer.PeerBuild;
import dev.smalti.bench.peer.PeerFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command: measures, prints a table, and writes it and all raw rounds into files. */
@Command(
    name = "bench",
    description = "Times generated code beside what somebody would write or use instead.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Bench implements Callable<Integer> {
  /** Benchmarks with a table of their own. */
  private static final String KERNELS = "kernels";

  private static final String COLLECTIVES = "collectives";

  /** When nothing is measured again any more, unless the user says. */
  private static final int KERNEL_MINUTES = 11;

  private static final int COLLECTIVE_MINUTES = 15;

  private static final List<String> NAMES =
      List.of("softmax", "elementwise", "allreduce", "processor", KERNELS, COLLECTIVES);

  private static final String ALL = "all";

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      description = "softmax, elementwise, allreduce, processor, kernels, collectives, or all.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--quick", description = "Show in seconds that everything runs; no verdicts.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds a run has; below 9 there are no verdicts.")
  private @Nullable Integer rounds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      split = ",",
      description = "Only these rows of the table of kernels or collectives.")
  private List<Integer> rows = new ArrayList<>();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "Cells of the table of kernels or collectives are measured again if they are unclear and"
              + " it began less than so many minutes ago; default: "
              + KERNEL_MINUTES
              + " and "
              + COLLECTIVE_MINUTES
              + ".")
  private @Nullable Integer minutes;

  @Option(
      names = "--peers",
      paramLabel = "DIR",
      defaultValue = "benchmarks/peers",
      description = "Where the peers' files are; default: ${DEFAULT-VALUE}.")
  private Path peers = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "benchmarks/target/bench",
      description = "Where the files go; default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("");

  @Option(
      names = "--gcc",
      paramLabel = "COMMAND",
      defaultValue = "gcc",
      description = "The C compiler; default: ${DEFAULT-VALUE}.")
  private String compiler = "";

  @Option(
      names = "--mpicc",
      paramLabel = "COMMAND",
      defaultValue = "mpicc",
      description = "The C compiler of MPI; default: ${DEFAULT-VALUE}.")
  private String mpiCompiler = "";

  @Spec private @Nullable CommandSpec command;

  /** Exit status 0 if it was measured, whatever the verdicts are; 2 for a wrong call. */
  public static void main(String... arguments) {
    int status = new CommandLine(new Bench()).execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Runs the command, and prints what is no error to {@code out}. */
  static int run(PrintWriter out, String... arguments) {
    return new CommandLine(new Bench()).setOut(out).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> chosen = chosen();
    Path directory = Files.createDirectories(out).toAbsolutePath();
    PeerFiles files = new PeerFiles(peers);
    PeerBuild build = new PeerBuild(files, directory.resolve("peers"), compiler);
    List<String> others =
        chosen.stream().filter(name -> !name.equals(KERNELS) && !name.equals(COLLECTIVES)).toList();
    if (!others.isEmpty()) {
      Report report = new Session(plan(Plan.FULL), files, build).hold(others, directory, asked());
      String name = String.join("-", names) + suffix();
      Files.writeString(directory.resolve(name + ".md"), report.markdown());
      Json.write(directory.resolve(name + ".json"), report);
      print(report.markdown());
      print("Written to " + directory.resolve(name) + ".md and .json");
    }
    if (chosen.contains(KERNELS)) {
      kernels(directory, files, build);
    }
    if (chosen.contains(COLLECTIVES)) {
      collectives(directory, files, build);
    }
    return 0;
  }

  private void kernels(Path directory, PeerFiles files, PeerBuild build)
      throws IOException, InterruptedException {
    Plan plan = plan(Plan.TABLE);
    List<KernelCell> cells =
        Goals.read().cells().stream()
            .filter(cell -> rows.isEmpty() || rows.contains(cell.row()))
            .toList();
    var surroundings = Surroundings.look(asked(), plan, compiler);
    KernelTable table =
        new KernelTable(
            plan,
            cells,
            KernelPeers.find(build),
            directory.resolve("work").resolve(KERNELS),
            Duration.ofMinutes(minutes(KERNEL_MINUTES)));
    List<TableLine> lines = table.fill();
    TableReport report =
        new TableReport(KERNELS, surroundings, files.hashes(), lines, table.runs(), Map.of());
    write(directory, report, "Kernels", "");
  }

  private void collectives(Path directory, PeerFiles files, PeerBuild build)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    Plan plan = plan(Plan.COLLECTIVES);
    List<CollectiveCell> cells =
        Goals.exchanged().stream()
            .filter(goal -> rows.isEmpty() || rows.contains(goal.row()))
            .map(goal -> CollectiveCell.of(goal, quick))
            .toList();
    Map<String, String> surroundings = Surroundings.look(asked(), plan, compiler);
    surroundings.put("threads", "a thread for each rank: of the system up to the processors");
    surroundings.put("Open MPI", Fork.firstLine("mpirun", "--version"));
    CollectiveTable table =
        new CollectiveTable(plan, cells, CollectivePeers.find(build, mpiCompiler));
    table.fill();
    Growth growth = rows.isEmpty() ? Growth.measure(plan) : new Growth(Map.of());
    table.fillAgain(began + Duration.ofMinutes(minutes(COLLECTIVE_MINUTES)).toNanos());
    TableReport report =
        new TableReport(
            COLLECTIVES,
            surroundings,
            files.hashes(),
            table.lines(),
            table.runs(),
            growth.seconds());
    if (rows.isEmpty()) {
      GrowthPlot.write(directory.resolve(COLLECTIVES + suffix() + "-growth"), growth);
    }
    write(directory, report, "Collectives", growth.markdown());
  }

  private void write(Path directory, TableReport report, String title, String more)
      throws IOException {
    Path file = directory.resolve(report.name() + suffix());
    String text = report.markdown() + more;
    Files.writeString(Path.of(file + ".md"), text);
    Json.write(Path.of(file + ".json"), report);
    TablePlot.write(Path.of(file + ".png"), title, report.lines());
    print(text);
    print("Written to " + file + ".md, .json and .png");
    print(report.summary());
  }

  private int minutes(int table) {
    return minutes == null ? table : minutes;
  }

  private String asked() {
    return "bench " + String.join(" ", spec().commandLine().getParseResult().originalArgs());
  }

  private String suffix() {
    return quick ? "-quick" : "";
  }

  private void print(String text) {
    PrintWriter printed = spec().commandLine().getOut();
    printed.println(text);
    printed.flush();
  }

  private CommandSpec spec() {
    if (command == null) {
      throw new IllegalStateException("the command is run by its command line only");
    }
    return command;
  }

  private List<String> chosen() {
    for (String name : names) {
      if (!NAMES.contains(name) && !name.equals(ALL)) {
        throw refused(
            "there is no benchmark '%s'; there are: %s, %s"
                .formatted(name, String.join(", ", NAMES), ALL));
      }
    }
    if (!Files.isDirectory(peers)) {
      throw refused(
          "there is no folder %s; run this in the project's folder, or say --peers"
              .formatted(peers));
    }
    return names.contains(ALL) ? NAMES : names;
  }

  private Plan plan(Plan full) {
    Plan plan = quick ? Plan.QUICK : full;
    if (rounds == null) {
      return plan;
    }
    if (rounds < 1) {
      throw refused("--rounds " + rounds + ": at least one is needed");
    }
    return plan.withRounds(rounds);
  }

  private ParameterException refused(String text) {
    return new ParameterException(spec().commandLine(), text);
  }
}
