package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
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

  private static final List<Choice> CHOICES = Choice.tried();

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
    Run expected = new Run(choice);
    expected.mean();
    Run eager = new Run(choice);
    eager.callEagerly(classes.loadClass(choice.program()));
    eager.compare("eager", expected);
    Program<?> program = Programs.program(classes, choice.program(), "run");
    try (DevicePool pool = DevicePool.threads(choice.ranks());
        PreparedProgram prepared = program.prepare(pool)) {
      Run threads = new Run(choice);
      threads.call(prepared);
      threads.compare("threads", expected);
    }
    for (int seed = 0; seed < (choice.ranks() <= 5 ? 2 : 1); seed++) {
      try (DevicePool pool = DevicePool.seeded(choice.ranks(), SEED + seed);
          PreparedProgram prepared = program.prepare(pool)) {
        Run seeded = new Run(choice);
        seeded.call(prepared);
        seeded.compare("seeded " + (SEED + seed), expected);
      }
    }
  }

  /** The memory of one run. */
  private static final class Run {
    private final Choice choice;
    private final Number[][] targetNumbers;
    private final Number[][] inputNumbers;
    private final Tensor<?> targets;
    private final Tensor<?> inputs;
    private final Tensor<?> outputs;
    private final Tensor<?> left;
    private final Tensor<?> cells;

    Run(Choice choice) {
      this.choice = choice;
      int ranks = choice.ranks();
      int target = choice.form().target(choice.count(), ranks);
      int input = choice.form().input(choice.count(), ranks);
      DType type = Choice.dtype(choice.type());
      targetNumbers = numbers(choice, ranks, target, choice.form().takesInput() ? 1 : 0);
      inputNumbers = numbers(choice, ranks, input, 0);
      targets = tensor(type, targetNumbers, Programs.MARGIN);
      inputs = tensor(type, inputNumbers, 0);
      outputs = Tensor.zeros(type, Smalti.shape(ranks, target + 2 * Programs.MARGIN));
      left = Tensor.zeros(type, Smalti.shape(ranks, input));
      cells = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
    }

    /** Small enough that sums and products of two rounds are exact in every type. */
    private static Number[][] numbers(Choice choice, int ranks, int count, int salt) {
      Number[][] rows = new Number[ranks][count];
      for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < count; i++) {
          long number =
              switch (choice.operator()) {
                case SUM ->
                    choice.form().reduces()
                        ? (r + i + salt) % 11 == 0 ? 1 : 0
                        : (31 * r + 7 * i + salt) % 100;
                case PROD -> (r + i + salt) % 11 == 0 ? 2 : 1;
                default -> (29 * r + 13 * i + salt) % 100;
              };
          long possible = choice.type().equals("BOOL") ? number & 1 : number;
          rows[r][i] =
              Choice.FLOATS.contains(choice.type())
                  ? (Number) (double) possible
                  : (Number) possible;
        }
      }
      return rows;
    }

    private static Tensor<?> tensor(DType type, Number[][] rows, int margin) {
      Tensor<?> tensor =
          Tensor.zeros(type, Smalti.shape(rows.length, rows[0].length + 2L * margin));
      for (int r = 0; r < rows.length; r++) {
        for (int i = 0; i < tensor.dim(1); i++) {
          boolean inside = i >= margin && i < margin + rows[r].length;
          long edge = type.equals(Smalti.BOOL) ? 1 : 77;
          if (!Choice.FLOATS.contains(type.toString())) {
            tensor.write(Smalti.at(r, i), inside ? rows[r][i - margin].longValue() : edge);
          } else {
            tensor.write(Smalti.at(r, i), inside ? rows[r][i - margin].doubleValue() : edge);
          }
        }
      }
      return tensor;
    }

    /** Fills the outputs with what the collective means. */
    void mean() {
      for (int round = 0; round < choice.rounds(); round++) {
        new Meaning(choice).apply(targetNumbers, inputNumbers);
      }
    }

    void callEagerly(Class<?> program) throws ReflectiveOperationException {
      invoke(
          () ->
              Programs.method(program, "run")
                  .invoke(
                      null,
                      World.eager(choice.ranks()),
                      targets,
                      inputs,
                      outputs,
                      left,
                      cells,
                      Meaning.root(choice.ranks())));
    }

    void call(PreparedProgram prepared) throws ReflectiveOperationException {
      invoke(
          () ->
              Programs.method(prepared.getClass(), "run")
                  .invoke(
                      prepared,
                      targets,
                      inputs,
                      outputs,
                      left,
                      cells,
                      Meaning.root(choice.ranks())));
    }

    private void invoke(Callable<?> call) throws ReflectiveOperationException {
      try {
        call.call();
      } catch (InvocationTargetException e) {
        throw new AssertionError(choice + ": " + e.getCause(), e.getCause());
      } catch (ReflectiveOperationException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(choice.toString(), e);
      }
    }

    void compare(String run, Run expected) {
      for (int r = 0; r < choice.ranks(); r++) {
        Number[] row = expected.targetNumbers[r];
        for (int i = 0; i < row.length + 2 * Programs.MARGIN; i++) {
          boolean inside = i >= Programs.MARGIN && i < Programs.MARGIN + row.length;
          if (inside && !isSpecified(r, i - Programs.MARGIN)) {
            continue;
          }
          Number wanted = inside ? row[i - Programs.MARGIN] : number(targets, r, i);
          check(run, "target", r, i - Programs.MARGIN, number(outputs, r, i), wanted);
        }
        for (int i = 0; i < left.dim(1); i++) {
          check(run, "input", r, i, number(left, r, i), inputNumbers[r][i]);
        }
        for (int peer = 0; peer < choice.ranks(); peer++) {
          check(run, "cell", r, peer, cells.readInt(Smalti.at(r, peer)), 0);
        }
      }
    }

    /** Some algorithms leave partial results where the collective says nothing. */
    private boolean isSpecified(int rank, int element) {
      int ranks = choice.ranks();
      long count = choice.count();
      return !choice.leavesPartialResults()
          || (choice.form() == Form.REDUCE
              ? rank == Meaning.root(ranks)
              : element >= count * rank / ranks && element < count * (rank + 1) / ranks);
    }

    private Number number(Tensor<?> tensor, int rank, int element) {
      return tensor.dtype().equals(Smalti.I64)
          ? (Number) tensor.readLong(Smalti.at(rank, element))
          : (Number) tensor.read(Smalti.at(rank, element));
    }

    private void check(
        String run, String what, int rank, int element, Number found, Number wanted) {
      if (found.doubleValue() != wanted.doubleValue() || found.longValue() != wanted.longValue()) {
        assertWithMessage("%s, %s: %s of rank %s, element %s", choice, run, what, rank, element)
            .that(found)
            .isEqualTo(wanted);
      }
    }
  }
}
