package dev.smalti.bench;

import dev.smalti.bench.kernel.Competitor;
import dev.smalti.bench.kernel.Form;
import dev.smalti.bench.kernel.Libraries;
import dev.smalti.bench.kernel.Workload;
import dev.smalti.bench.kernel.Workloads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lets some competitors compute a workload by turns, in a JVM of its own. */
final class WorkloadJvm {
  private static final int SAMPLES = 64;

  /** Between the names of competitors. */
  static final String AND = "; ";

  private WorkloadJvm() {}

  private record Player(Competitor who, Form form) {}

  /**
   * Measures.
   *
   * @param arguments workload, tier, plan, rounds, file with the libraries, competitors, file for
   *     the rounds
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    Tiers.check(arguments[1]);
    Plan plan = Plan.named(arguments[2]).withRounds(Integer.parseInt(arguments[3]));
    Libraries libraries = Json.read(Path.of(arguments[4]), Libraries.class);
    Workload workload = Workloads.named(arguments[0]).make().get();
    List<Player> players = new ArrayList<>();
    for (String name : arguments[5].split(AND, -1)) {
      Competitor who = Competitor.named(name);
      players.add(new Player(who, workload.form(who, libraries)));
    }
    Json.write(Path.of(arguments[6]), measure(arguments[0], arguments[1], plan, workload, players));
  }

  private static Measured measure(
      String name, String tier, Plan plan, Workload workload, List<Player> players)
      throws IOException, InterruptedException {
    List<Contestant> contestants = new ArrayList<>();
    List<Batches> turns = new ArrayList<>();
    for (Player player : players) {
      player.form().run();
      check(name, workload, player);
      Batches batches = new Batches(player.form(), plan);
      turns.add(batches);
      contestants.add(new Contestant(player.who().toString(), batches));
    }
    turns.forEach(Batches::warmUp);
    turns.forEach(Batches::warmUp); // again: the others changed what the JIT compilers know
    var seconds = Rounds.run(contestants, plan.rounds());
    players.forEach(player -> check(name, workload, player));
    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return new Measured(name + ", " + tier, options, seconds);
  }

  /** Who computes something else is not compared. */
  private static void check(String name, Workload workload, Player player) {
    Random random = new Random(2);
    for (int sample = 0; sample < SAMPLES; sample++) {
      int i = random.nextInt(workload.elements());
      float actual = player.form().result(i);
      double expected = workload.expected(i);
      if (!(Math.abs(actual - expected) <= workload.tolerance(player.who(), expected))) {
        throw new IllegalStateException(
            "%s, %s: element %d is %s, expected %s"
                .formatted(name, player.who(), i, actual, expected));
      }
    }
  }
}
