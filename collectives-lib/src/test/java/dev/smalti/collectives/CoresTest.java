package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Algorithm;
import dev.smalti.lang.Reduce;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.RankFailedException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A collective on several cores of each rank gives the same bits as on one, by every algorithm and
 * on every pool, whatever the number of elements, ranks and cores, and leaves all cells at 0.
 */
@Timeout(300)
class CoresTest {
  private static final List<Form> FORMS =
      List.of(
          Form.ALL_REDUCE,
          Form.ALL_REDUCE_INTO,
          Form.REDUCE_SCATTER,
          Form.REDUCE_SCATTER_INTO,
          Form.REDUCE,
          Form.ALL_GATHER,
          Form.BROADCAST,
          Form.GATHER,
          Form.SCATTER,
          Form.ALL_TO_ALL);

  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Spread {
        @InCore
        static void copy(@Shape("n") Tensor<F32> from, @Shape("n") @Out Tensor<F32> to) {
          for (int i : range(0, from.dim(0), 4096)) {
            int n = Math.min(4096, from.dim(0) - i);
            to.slice(at(i), shape(n)).store(from.load(at(i), shape(n)));
          }
        }

        @InCore
        static void cells(@Shape("ranks, 9") Signal gate, @Shape("ranks, 9") @Out Tensor<I32> cells) {
          for (int peer : range(gate.ranks())) {
            for (int core : range(9)) {
              cells.write(at(peer, core), gate.read(at(peer, core)));
            }
          }
        }

        @InCore
        static void known(
            @Shape("?") @InOut Window<F32> target, @Shape("ranks, 9") Signal gate, int root) {
          target.reduce(gate, SUM, root, TREE);
        }

        @InCore
        static void unknown(
            @Shape("?") @InOut Window<F32> target, @Shape("?, ?") Signal gate, int root) {
          target.reduce(gate, SUM, root, TREE);
        }

      METHODS
        @Host
        static void tooMany(World world) {
          Window<F32> target = world.window(F32, shape(5));
          Signal gate = world.signal(shape(world.size(), 65));
          Cores several = cores(65);
          sum(target, gate, several);
        }

        @Inline
        static void sum(Window<F32> target, Signal gate, Cores several) {
          target.allReduce(gate, SUM, several);
        }
      }
      """;

  private static final String METHOD =
      """
        @Host(sizes = "n = 5, 100; root = 0; several = 3")
        static void NAME(
            World world, int root, int several,
            @Shape("ranks, TARGET") Tensor<F32> x,
            @Shape("ranks, INPUT") Tensor<F32> y,
            @Shape("ranks, TARGET") @Out Tensor<F32> once,
            @Shape("ranks, TARGET") @Out Tensor<F32> spread,
            @Shape("ranks, TARGET") @Out Tensor<F32> implied,
            @Shape("ranks, ranks, 9") @Out Tensor<I32> cells) {
          Window<F32> target = world.window(F32, shape(x.dim(1)));
          Window<F32> input = world.window(F32, shape(y.dim(1)));
          Signal gate = world.signal(shape(world.size(), 9));
          world.forEachRank(r -> copy(x.at(r), target));
          world.forEachRank(r -> copy(y.at(r), input));
          target.CALL);
          world.forEachRank(r -> copy(target, once.at(r)));
          world.forEachRank(r -> copy(x.at(r), target));
          target.CALL, cores(several));
          world.forEachRank(r -> copy(target, spread.at(r)));
          world.forEachRank(r -> copy(x.at(r), target));
          target.IMPLIED, cores(4));
          world.forEachRank(r -> copy(target, implied.at(r)));
          world.forEachRank(r -> cells(gate, cells.at(r)));
        }
      """;

  /** Those that call a collective on one core. */
  private static final List<String> KERNELS = List.of("known", "unknown");

  @TempDir private static Path folder;

  private static ClassLoader classes;

  /** A collective by an algorithm, of those that are cut into shares. */
  private static List<Choice> choices() {
    List<Choice> all = new ArrayList<>();
    for (Form form : FORMS) {
      for (Algorithm algorithm : form.algorithms()) {
        boolean halves = form == Form.ALL_GATHER && algorithm == Algorithm.RECURSIVE_DOUBLING;
        boolean ordered = algorithm == Algorithm.DOUBLE_TREE && form.reduces();
        if (algorithm != Algorithm.RING && !halves && !ordered) {
          all.add(new Choice(form, algorithm, "F32", Reduce.SUM, false, 2, 2));
        }
      }
    }
    return all;
  }

  private static String name(Choice choice) {
    return (choice.form() + "_" + choice.algorithm()).toLowerCase(java.util.Locale.ROOT);
  }

  @BeforeAll
  static void compile() {
    String methods =
        choices().stream()
            .map(
                choice -> {
                  String call = Programs.call(choice, "target").replace("signal", "gate");
                  String open = call.substring("target.".length(), call.length() - 1);
                  return METHOD
                      .replace("NAME", name(choice))
                      .replace("TARGET", choice.form().targetExtent())
                      .replace("INPUT", choice.form().inputExtent())
                      .replace("CALL", open)
                      .replace("IMPLIED", open.replace("gate, ", ""));
                })
            .collect(Collectors.joining("\n"));
    for (String kernel : KERNELS) {
      methods +=
          METHOD
              .replace("NAME", "in_" + kernel)
              .replaceAll("TARGET|INPUT", "n")
              .replace(
                  "target.CALL);\n    world", // The first of them, on one core.
                  "world.forEachRank(r -> " + kernel + "(target, gate, root));\n    world")
              .replace("CALL", "reduce(gate, SUM, root, TREE")
              .replace("IMPLIED", "reduce(SUM, root, TREE");
    }
    classes = Programs.compile(folder, "Spread", PROGRAM.replace("METHODS", methods));
  }

  /** What a program is given, and what it makes; n elements of the target. */
  private record Trial(
      int ranks,
      int n,
      Tensor<F32> x,
      Tensor<F32> y,
      Tensor<F32> once,
      Tensor<F32> spread,
      Tensor<F32> implied,
      Tensor<I32> cells) {
    static Trial of(Choice choice, int ranks, int count) {
      Random random = new Random(31L * ranks + count);
      int n = choice.form().target(count, ranks);
      int[] sentinel = new int[ranks * ranks * 9];
      Arrays.fill(sentinel, 77);
      return new Trial(
          ranks,
          n,
          drawn(random, ranks, n),
          drawn(random, ranks, choice.form().input(count, ranks)),
          output(ranks, n),
          output(ranks, n),
          output(ranks, n),
          Tensor.of(sentinel, ranks, ranks, 9));
    }

    private static Tensor<F32> drawn(Random random, int ranks, int n) {
      float[] numbers = new float[ranks * n];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextFloat() - 0.5f;
      }
      return Tensor.of(numbers, ranks, n);
    }

    private static Tensor<F32> output(int ranks, int n) {
      float[] sentinel = new float[ranks * n];
      Arrays.fill(sentinel, Float.NaN);
      return Tensor.of(sentinel, ranks, n);
    }

    void check(String where) {
      for (int rank = 0; rank < ranks; rank++) {
        for (int i = 0; i < n; i++) {
          double wanted = once.read(Smalti.at(rank, i));
          assertWithMessage("%s, element %s of rank %s", where, i, rank)
              .that(List.of(spread.read(Smalti.at(rank, i)), implied.read(Smalti.at(rank, i))))
              .isEqualTo(List.of(wanted, wanted));
        }
        for (int cell = 0; cell < 9 * ranks; cell++) {
          assertWithMessage("%s, cell %s of rank %s", where, cell, rank)
              .that(cells.readInt(Smalti.at(rank, cell / 9, cell % 9)))
              .isEqualTo(0);
        }
      }
    }

    void compare(String where, Trial other) {
      for (int i = 0; i < ranks * n; i++) {
        assertWithMessage("%s, element %s", where, i)
            .that(spread.read(Smalti.at(i / n, i % n)))
            .isEqualTo(other.spread.read(Smalti.at(i / n, i % n)));
      }
    }

    Object[] behind(Object... first) {
      List<Object> all = new ArrayList<>(List.of(first));
      all.addAll(List.of(x, y, once, spread, implied, cells));
      return all.toArray();
    }
  }

  private static void run(Choice choice, DevicePool pool, Trial trial, int several)
      throws ReflectiveOperationException {
    run(name(choice), pool, trial, several);
  }

  private static void run(String name, DevicePool pool, Trial trial, int several)
      throws ReflectiveOperationException {
    try (pool;
        PreparedProgram program = Programs.program(classes, "Spread", name).prepare(pool)) {
      Method run = Programs.method(program.getClass(), "run");
      for (int repetition = 0; repetition < 3; repetition++) {
        run.invoke(program, trial.behind(trial.ranks() - 1, several));
      }
    }
    trial.check(name + " on " + pool + " with " + several);
  }

  @Test
  void hasTheSameBits() throws ReflectiveOperationException {
    Class<?> owner = classes.loadClass("Spread");
    int place = 0;
    for (Choice choice : choices()) {
      for (int ranks : new int[] {1, 2, 3, 5, 8}) {
        for (int n : new int[] {1, 17, 131, 4127}) {
          int several = 1 + place++ % 9;
          Trial threads = Trial.of(choice, ranks, n);
          run(choice, DevicePool.threads(ranks), threads, several);
          Trial seeded = Trial.of(choice, ranks, n);
          run(choice, DevicePool.seeded(ranks, place), seeded, several);
          seeded.compare("seeded " + choice, threads);
          if (n < 200 && ranks < 5) {
            Trial eager = Trial.of(choice, ranks, n);
            int root = ranks - 1;
            World.eager(ranks)
                .run(world -> call(owner, choice, eager.behind(world, root, several)));
            eager.check("eager " + choice);
            eager.compare("eager " + choice, threads);
          }
        }
      }
    }
  }

  /**
   * A rank that is ahead gives credits of the call on several cores while others are in the call on
   * one before it, with the same signal: they must not take them for those of their own call.
   */
  @Test
  void callsOnOneCoreAndOnSeveralShareASignal() throws ReflectiveOperationException {
    for (Choice choice : choices()) {
      for (int seed = 0; seed < 12; seed++) {
        int ranks = seed % 2 == 0 ? 8 : 5;
        run(choice, DevicePool.seeded(ranks, seed), Trial.of(choice, ranks, 17), 7);
      }
    }
  }

  @Test
  void kernelsShareItWhateverTheyKnowOfItsShape() throws ReflectiveOperationException {
    Choice choice = new Choice(Form.REDUCE, Algorithm.TREE, "F32", Reduce.SUM, false, 2, 2);
    for (String kernel : KERNELS) {
      for (int seed = 0; seed < 60; seed++) {
        int ranks = 4 + seed % 5;
        run("in_" + kernel, DevicePool.seeded(ranks, seed), Trial.of(choice, ranks, 17), 7);
      }
    }
  }

  private static void call(Class<?> owner, Choice choice, Object[] arguments) {
    try {
      Programs.method(owner, name(choice)).invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void largeOnesAreSpreadOverThreads() throws ReflectiveOperationException {
    Choice mesh = new Choice(Form.ALL_REDUCE, Algorithm.AUTO, "F32", Reduce.SUM, false, 2, 2);
    run(mesh, DevicePool.threads(2), Trial.of(mesh, 2, 300_000), 4);
  }

  @Test
  void moreCoresThanADeviceHasAreRefused() throws ReflectiveOperationException {
    for (DevicePool pool : List.of(DevicePool.threads(2), DevicePool.seeded(2, 1))) {
      try (pool;
          PreparedProgram program = Programs.program(classes, "Spread", "tooMany").prepare(pool)) {
        Method run = Programs.method(program.getClass(), "run");
        Throwable thrown =
            assertThrows(InvocationTargetException.class, () -> run.invoke(program)).getCause();
        assertThat(thrown).isInstanceOf(RankFailedException.class);
        assertThat(thrown)
            .hasMessageThat()
            .containsMatch("failed at Spread.java:\\d+: cores\\(65\\); a device has 64 cores");
      }
    }
    Method eager = Programs.method(classes.loadClass("Spread"), "tooMany");
    Throwable thrown =
        assertThrows(InvocationTargetException.class, () -> eager.invoke(null, World.eager(2)))
            .getCause();
    assertThat(thrown)
        .hasMessageThat()
        .isEqualTo("allReduce with cores(65); a device has 64 cores");
  }
}
