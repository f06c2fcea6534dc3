package dev.smalti.bench;

import dev.smalti.bench.peer.PeerBuild;
import dev.smalti.bench.peer.PeerFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private static final List<String> NAMES =
      List.of("softmax", "elementwise", "allreduce", "processor");
  private static final String ALL = "all";

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      description = "softmax, elementwise, allreduce, processor, or all.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--quick", description = "Show in seconds that everything runs; no verdicts.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds a run has; below 9 there are no verdicts.")
  private @Nullable Integer rounds;

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
    Plan plan = plan();
    Path directory = Files.createDirectories(out).toAbsolutePath();
    PeerFiles files = new PeerFiles(peers);
    Report report =
        new Session(plan, files, new PeerBuild(files, directory.resolve("peers"), compiler))
            .hold(
                chosen,
                directory,
                "bench " + String.join(" ", spec().commandLine().getParseResult().originalArgs()));
    String name = String.join("-", names) + (quick ? "-quick" : "");
    Files.writeString(directory.resolve(name + ".md"), report.markdown());
    Json.write(directory.resolve(name + ".json"), report);
    PrintWriter printed = spec().commandLine().getOut();
    printed.println(report.markdown());
    printed.println("Written to " + directory.resolve(name) + ".md and .json");
    printed.flush();
    return 0;
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

  private Plan plan() {
    Plan plan = quick ? Plan.QUICK : Plan.FULL;
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
