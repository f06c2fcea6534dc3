package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All pairs of choices: collective and algorithm, element type, operator, path, number of ranks,
 * and number of elements. Each program calls its collective twice on the same windows, with nothing
 * between, and leaves alone what lies beside them; all signal cells are 0 afterwards.
 */
@Execution(ExecutionMode.CONCURRENT)
class CollectivesTest {
  private static final long SEED = 20_261_202;

  private static final List<Choice> CHOICES = Choice.inEveryBuild();

  @TempDir private static Path folder;

  /** Of how many programs a compilation has the trees in memory. */
  private static final int AT_ONCE = 210;

  /** By the name of the program. */
  private static final Map<String, ClassLoader> CLASSES = new ConcurrentHashMap<>();

  @BeforeAll
  static void compile() {
    List<Choice> programs = List.copyOf(Choice.byProgram(CHOICES));
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      List<CompletableFuture<Void>> parts = new ArrayList<>();
      for (int from = 0; from < programs.size(); from += AT_ONCE) {
        List<Choice> part = programs.subList(from, Math.min(from + AT_ONCE, programs.size()));
        Path classes = folder.resolve("from" + from);
        parts.add(CompletableFuture.runAsync(() -> compile(classes, part), two));
      }
      parts.forEach(CompletableFuture::join);
    }
  }

  private static void compile(Path classes, List<Choice> programs) {
    ClassLoader loader = Programs.compile(classes, programs);
    programs.forEach(choice -> CLASSES.put(choice.program(), loader));
  }

  static Stream<Choice> choices() {
    return CHOICES.stream();
  }

  @Test
  void theChoicesAreMany() {
    assertThat(Choice.inEveryBuild().size()).isAtLeast(300);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("choices")
  void isWhatItMeans(Choice choice) throws Exception {
    ClassLoader classes = Objects.requireNonNull(CLASSES.get(choice.program()));
    Trial expected = new Trial(choice);
    expected.mean();
    Trial eager = new Trial(choice);
    eager.callEagerly(classes.loadClass(choice.program()));
    eager.compare("eager", expected);
    Program<?> program = Programs.program(classes, choice.program(), "run");
    try (DevicePool pool = DevicePool.threads(choice.ranks());
        PreparedProgram prepared = program.prepare(pool)) {
      Trial threads = new Trial(choice);
      threads.call(prepared);
      threads.compare("threads", expected);
    }
    for (int seed = 0; seed < (choice.ranks() <= 5 ? 2 : 1); seed++) {
      try (DevicePool pool = DevicePool.seeded(choice.ranks(), SEED + seed);
          PreparedProgram prepared = program.prepare(pool)) {
        Trial seeded = new Trial(choice);
        seeded.call(prepared);
        seeded.compare("seeded " + (SEED + seed), expected);
      }
    }
  }
}
