package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Printer;
import dev.smalti.processor.ir.RandomFunctions;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Verifier;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.processor.ir.run.Argument;
import dev.smalti.processor.ir.run.ElementArray;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.processor.ir.run.Memory;
import dev.smalti.processor.ir.run.Schedule;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Random kernels compute the same bits after every pass, and stay well-formed. A failure names the
 * seed and the pass; {@code -Dsmalti.seed=N} runs one seed, {@code -Dsmalti.seeds=N} that many.
 */
final class RandomFunctionsRunTest {
  private static final FunctionTable NO_CALLEES = _ -> Optional.empty();

  /** The passes; in the end strips so small that there are several. */
  private static List<Pass> passes() {
    List<Pass> passes = new ArrayList<>(PassModule.passes(NO_CALLEES));
    passes.add(new StripMine(4));
    passes.set(passes.size() - 2, new StripMine(16));
    return passes;
  }

  /** What is compared above is not the same function again and again. */
  @Test
  void everyPassHasSomethingToDo() {
    Set<String> idle = new TreeSet<>();
    passes().forEach(pass -> idle.add(pass.name()));
    for (long seed = 0; seed < 10; seed++) {
      Function current = RandomFunctions.rankKernel(seed);
      for (Pass pass : passes()) {
        Function changed = pass.apply(current);
        if (!changed.equals(current)) {
          idle.remove(pass.name());
        }
        current = changed;
      }
    }

    assertThat(idle).containsExactly("inline-calls");
  }

  @Test
  void everyPassKeepsTheBitsOfAKernel() {
    forEachSeed(seed -> compare(seed, RandomFunctions.kernel(seed), 1));
  }

  @Test
  void everyPassKeepsTheBitsOfSeveralRanks() {
    forEachSeed(seed -> compare(seed, RandomFunctions.rankKernel(seed), 1 + (int) (seed % 3)));
  }

  private static void forEachSeed(java.util.function.LongConsumer check) {
    Optional<Long> one = Optional.ofNullable(Long.getLong("smalti.seed"));
    long from = one.orElse(0L);
    long to = one.map(seed -> seed + 1).orElse(Long.getLong("smalti.seeds", 30));
    for (long seed = from; seed < to; seed++) {
      check.accept(seed);
    }
  }

  private static void compare(long seed, Function function, int ranks) {
    List<Object> expected = run(seed, function, ranks, "the front end");
    Function current = function;
    for (Pass pass : passes()) {
      String when = "seed " + seed + " after " + pass.name();
      Function before = current;
      try {
        current = pass.apply(before);
      } catch (RuntimeException failure) {
        throw new AssertionError(when + "\n" + Printer.print(before), failure);
      }
      Verifier.check(current, when);
      List<Object> found = run(seed, current, ranks, pass.name());
      for (int i = 0; i < expected.size(); i++) {
        assertWithMessage("%s, array %s\n%s", when, i, Printer.print(current))
            .that(text(found.get(i)))
            .isEqualTo(text(expected.get(i)));
      }
    }
  }

  /** Any NaN is the same; zeros keep their sign. */
  private static String text(Object array) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(String.valueOf(Array.get(array, i)));
    }
    return elements.toString();
  }

  private static List<Object> run(long seed, Function function, int ranks, String when) {
    Inputs inputs = new Inputs(new Random(seed), ranks);
    List<List<Argument>> arguments = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      arguments.add(function.parameters().stream().map(inputs::argument).toList());
    }
    try {
      Interpreter.of(NO_CALLEES)
          .runKernels(function, arguments, new Schedule.Seeded(seed ^ when.hashCode()));
    } catch (RuntimeException failure) {
      String text = "seed " + seed + " after " + when + "\n" + Printer.print(function);
      throw new AssertionError(text, failure);
    }
    return inputs.arrays;
  }

  /** Arguments that depend on the seed alone. */
  private static final class Inputs {
    private final Random random;
    private final int ranks;
    private final Map<String, Long> sizes;
    private final Map<String, Memory> shared = new HashMap<>();
    final List<Object> arrays = new ArrayList<>();

    Inputs(Random random, int ranks) {
      this.random = random;
      this.ranks = ranks;
      this.sizes =
          Map.of(
              "R",
              1L + random.nextInt(4),
              "C",
              1L + random.nextInt(40),
              Function.RANKS,
              (long) ranks);
    }

    Argument argument(Parameter parameter) {
      return switch (parameter.type()) {
        case ScalarType type -> new Argument.OfScalar(scalar(type));
        case TensorType type when type.isWindow() ->
            shared.computeIfAbsent(parameter.name(), name -> window(name, type));
        case TensorType type -> tensor(parameter, type);
        case SignalType type ->
            shared.computeIfAbsent(
                parameter.name(), name -> Memory.signal(name, ranks, extents(type.shape())));
        case TileType _, TaskType _, WorldType _, CallbackType _ ->
            throw new IllegalArgumentException(parameter.name());
      };
    }

    private Object scalar(ScalarType type) {
      return switch (type) {
        case INT -> random.nextInt(7) - 2;
        case LONG -> (long) random.nextInt(7) - 2;
        case FLOAT -> random.nextFloat() * 4 - 2;
        case DOUBLE -> random.nextDouble() * 4 - 2;
        case BOOLEAN -> random.nextBoolean();
      };
    }

    private long[] extents(List<Dim> shape) {
      return shape.stream().mapToLong(dim -> dim.evaluate(sizes::get)).toArray();
    }

    private Memory window(String name, TensorType type) {
      Memory window = Memory.window(name, (Element) type.element(), ranks, extents(type.shape()));
      for (int rank = 0; rank < ranks; rank++) {
        arrays.add(window.instance(rank).array());
      }
      return window;
    }

    private Memory tensor(Parameter parameter, TensorType type) {
      long[] extents = extents(type.shape());
      int length = (int) Arrays.stream(extents).reduce(1, (a, b) -> a * b);
      ElementArray elements = ElementArray.zeros((Element) type.element(), length);
      if (parameter.direction() != Direction.OUT) {
        fill(elements);
      }
      arrays.add(elements.array());
      return Memory.tensor(parameter.name(), elements, extents);
    }

    private void fill(ElementArray elements) {
      for (int i = 0; i < elements.length(); i++) {
        double value = random.nextGaussian() * 3;
        switch (elements.array()) {
          case short[] shorts -> shorts[i] = bits(elements.element(), (float) value);
          case byte[] bytes -> bytes[i] = (byte) (value * 10);
          case float[] floats -> floats[i] = (float) value;
          case double[] doubles -> doubles[i] = value;
          case int[] ints -> ints[i] = (int) (value * 10);
          case long[] longs -> longs[i] = (long) (value * 10);
          default -> throw new IllegalArgumentException(elements.element().name());
        }
      }
    }

    private static short bits(Element element, float value) {
      return switch (element) {
        case F16 -> Float.floatToFloat16(value);
        case BF16 -> (short) (Float.floatToIntBits(value) >> 16);
        default -> (short) (value * 10);
      };
    }
  }
}
