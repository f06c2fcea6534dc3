package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.lang.Reduce;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The full product of choices: each collective by each algorithm, for each element type, operator
 * and path, on all numbers of ranks and of elements. With the system property {@code
 * smalti.collectives} set to {@code all}, or to a part of the names of programs.
 *
 * <p>A program is compiled once and runs on all numbers of ranks and elements. Those that mean the
 * same, whatever their algorithm and path, share their numbers and pools. All of them run on
 * threads. Where there are few elements each runs one rank at a time and as it stands as well,
 * where there are many one in {@link #SAMPLED}: there a program that runs as it stands takes the
 * time of a thousand that are compiled.
 */
@EnabledIfSystemProperty(named = "smalti.collectives", matches = "(?!pairs$).+")
@Execution(ExecutionMode.CONCURRENT)
class FullProductTest {
  /** Elements of all ranks up to which every program runs as it stands. */
  private static final long FEW = 20_000;

  private static final int SAMPLED = 32;

  /** Elements of which two groups at once do not have the room. */
  private static final long MANY = 1_000_000;

  private static final Semaphore LARGE = new Semaphore(1);

  private static final LongAdder RUNS = new LongAdder();

  @TempDir private static Path folder;

  /** What means the same. */
  record Meant(Form form, String type, Reduce operator) {
    static Meant of(Choice choice) {
      return new Meant(choice.form(), choice.type(), choice.operator());
    }

    @Override
    public String toString() {
      return "%s-%s-%s".formatted(form, type, operator).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Meant> meanings() {
    return Choice.wanted().stream().map(Meant::of).distinct();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("meanings")
  void isWhatItMeans(Meant meant) throws Exception {
    List<Choice> programs =
        Choice.wanted().stream().filter(choice -> Meant.of(choice).equals(meant)).toList();
    ClassLoader classes = Programs.compile(folder.resolve(meant.toString()), programs);
    for (int ranks : Choice.RANKS) {
      try (DevicePool threads = DevicePool.threads(ranks);
          DevicePool seeded = DevicePool.seeded(ranks, ranks)) {
        for (int count : Choice.COUNTS) {
          List<Choice> choices = programs.stream().map(each -> each.on(ranks, count)).toList();
          boolean large = elements(choices.getFirst()) > MANY;
          if (large) {
            LARGE.acquire();
          }
          try {
            check(classes, choices, threads, seeded);
          } finally {
            if (large) {
              LARGE.release();
            }
          }
        }
      }
    }
    ((Closeable) classes).close();
  }

  /** Of what all ranks have: the larger one of target and input. */
  private static long elements(Choice choice) {
    Form form = choice.form();
    int target = form.target(choice.count(), choice.ranks());
    int input = form.input(choice.count(), choice.ranks());
    return (long) choice.ranks() * Math.max(target, input);
  }

  /** Those of one meaning, on one number of ranks and elements. */
  private static void check(
      ClassLoader classes, List<Choice> choices, DevicePool threads, DevicePool seeded)
      throws Exception {
    Map<Integer, Trial> expected = new HashMap<>(); // By how often a program calls it.
    for (Choice choice : choices) {
      Trial meant = expected.get(choice.rounds());
      if (meant == null) {
        meant = new Trial(choice);
        meant.mean();
        expected.put(choice.rounds(), meant);
      }
      onPool(classes, choice, meant, threads);
      if (elements(choice) <= FEW || Math.floorMod(choice.toString().hashCode(), SAMPLED) == 0) {
        onPool(classes, choice, meant, seeded);
        Trial eager = new Trial(choice, meant);
        eager.callEagerly(classes.loadClass(choice.program()));
        eager.compare("eager", meant);
        RUNS.increment();
      }
    }
  }

  private static void onPool(ClassLoader classes, Choice choice, Trial meant, DevicePool pool)
      throws Exception {
    Trial trial = new Trial(choice, meant);
    try (PreparedProgram prepared =
        Programs.program(classes, choice.program(), "run").prepare(pool)) {
      trial.call(prepared);
    }
    trial.compare(pool.toString(), meant);
    RUNS.increment();
  }

  @AfterAll
  static void tell() {
    System.out.printf("ran %,d times, %d programs%n", RUNS.sum(), Choice.wanted().size());
    assertThat(RUNS.sum()).isAtLeast(Choice.wanted().size());
  }
}
