package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the compiler costs: the CPU time of javac with it, on so many kernels, beyond that of javac
 * with a processor that does nothing. That includes javac's work on the classes it generates.
 *
 * @param plan how much
 * @param directory for sources and classes
 */
record ProcessorSuite(Plan plan, Path directory) {
  /** Seconds that are allowed, and those for each kernel. */
  private static final double START = 0.3;

  private static final double EACH = 0.003;

  private static final String SMALTI = "dev.smalti.processor.SmaltiProcessor";
  private static final Pattern SECONDS = Pattern.compile(CompilationJvm.SECONDS + "([\\d.E-]+)");

  /** Which tiers are generated. */
  private enum Form {
    SCALAR_ONLY("scalar tier", List.of()),
    BOTH("both tiers", List.of("--add-modules=jdk.incubator.vector"));

    private final String text;
    private final List<String> options;

    Form(String text, List<String> options) {
      this.text = text;
      this.options = options;
    }
  }

  Suite suite() throws IOException {
    List<Contest> contests = new ArrayList<>();
    for (int kernels : plan.isQuick() ? List.of(1) : List.of(1, 10, 100, 1000)) {
      Path sources = directory.resolve("sources-" + kernels);
      KernelSources.write(sources, kernels);
      contests.add(contest(kernels, sources));
    }
    return new Suite(contests, List.of());
  }

  private Contest contest(int kernels, Path sources) {
    List<Cell> cells = new ArrayList<>();
    List<Contestant> contestants = new ArrayList<>();
    for (Form form : plan.isQuick() ? List.of(Form.SCALAR_ONLY) : List.of(Form.values())) {
      String ours = "smalti, " + form.text;
      String idle = "idle processor, " + form.text;
      contestants.add(new Contestant(ours, () -> seconds(sources, SMALTI, form)));
      contestants.add(
          new Contestant(idle, () -> seconds(sources, IdleProcessor.class.getName(), form)));
      cells.add(
          new Cell(
              String.format(Locale.ROOT, "javac, %d kernels, %s", kernels, form.text),
              Cell.Kind.EXTRA,
              ours,
              idle,
              0,
              OptionalDouble.of(START + EACH * kernels)));
    }
    String name = "javac, " + kernels + " kernels";
    return new Contest(
        name, cells, () -> new Measured(name, List.of(), Rounds.run(contestants, plan.rounds())));
  }

  private double seconds(Path sources, String processor, Form form)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(sources.toString(), directory.resolve("classes").toString(), processor));
    arguments.addAll(form.options);
    String output = Fork.run(Fork.plainJava(CompilationJvm.class, arguments));
    Matcher found = SECONDS.matcher(output);
    if (!found.find()) {
      throw new IOException("no CPU time in:\n" + output);
    }
    return Double.parseDouble(found.group(1));
  }

  /**
   * The straight line through the medians: what the compiler costs at all, and for each kernel.
   *
   * @param results the cells of this suite
   */
  static List<String> lines(List<Result> results) {
    List<String> lines = new ArrayList<>();
    for (Form form : Form.values()) {
      List<double[]> points = new ArrayList<>();
      for (Result result : results) {
        Matcher kernels =
            Pattern.compile("javac, (\\d+) kernels, " + form.text).matcher(result.cell().name());
        if (kernels.matches()) {
          double extra =
              Interval.median(
                  result.rounds().stream().map(round -> round.ours() - round.peer()).toList());
          points.add(new double[] {Double.parseDouble(kernels.group(1)), extra});
        }
      }
      if (points.size() > 1) {
        lines.add(line(form, points));
      }
    }
    return lines;
  }

  /** By least squares. */
  private static String line(Form form, List<double[]> points) {
    double meanX = points.stream().mapToDouble(point -> point[0]).average().orElseThrow();
    double meanY = points.stream().mapToDouble(point -> point[1]).average().orElseThrow();
    double products = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[1] - meanY)).sum();
    double squares = points.stream().mapToDouble(p -> (p[0] - meanX) * (p[0] - meanX)).sum();
    double slope = products / squares;
    return String.format(
        Locale.ROOT,
        "The compiler, %s: %.3f s and %.2f ms for each kernel (goal: %.1f s and %.0f ms).",
        form.text,
        meanY - slope * meanX,
        1000 * slope,
        START,
        1000 * EACH);
  }
}
