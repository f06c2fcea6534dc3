package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Verifier;
import dev.smalti.processor.ir.run.Argument;
import dev.smalti.processor.ir.run.CommunicationTrace;
import dev.smalti.processor.ir.run.ElementArray;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.processor.ir.run.Memory;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Trace;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Random functions mean the same before and after each pass. */
class RandomFunctionsTest {
  private static final Interpreter INTERPRETER = Interpreter.of(_ -> Optional.empty());
  private static final PassPipeline PIPELINE =
      new PassPipeline(PassModule.passes(_ -> Optional.empty()));

  /** The function on its way, by stage. */
  private static Map<String, Function> stages(String text) {
    Map<String, Function> stages = new LinkedHashMap<>();
    PIPELINE.run(IrText.parse(text), stages::put);
    return stages;
  }

  private static Function stage(Map<String, Function> stages, String name) {
    return Objects.requireNonNull(stages.get(name), name);
  }

  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void everyPassKeepsTheBits(@ForAll long seed) {
    String text = RandomFunction.of(seed, true);
    Map<String, Function> stages = stages(text);
    int[][] shapes = {{3, 2}, {4, 33}};
    for (int[] shape : shapes) {
      for (int k = 0; k <= 2; k++) {
        String wanted = outcome(stage(stages, "00-front-end"), shape[0], shape[1], k, seed);
        for (Map.Entry<String, Function> stage : stages.entrySet()) {
          assertWithMessage(
                  "seed %s, %s, k = %s, after %s\n%s\n%s",
                  seed, Arrays.toString(shape), k, stage.getKey(), text, print(stage.getValue()))
              .that(outcome(stage.getValue(), shape[0], shape[1], k, seed))
              .isEqualTo(wanted);
        }
      }
    }
  }

  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void everyPassKeepsWhatIsCommunicatedBetweenWhichSteps(@ForAll long seed) {
    String text = RandomFunction.of(seed, false);
    Map<String, Function> stages = stages(text);
    // A barrier records what its lowered form records.
    for (int k = 0; k <= 2; k++) {
      String wanted = communication(stage(stages, "00-front-end"), k);
      for (Map.Entry<String, Function> stage : stages.entrySet()) {
        assertWithMessage("seed %s, k = %s, after %s\n%s", seed, k, stage.getKey(), text)
            .that(communication(stage.getValue(), k))
            .isEqualTo(wanted);
      }
    }
  }

  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void everyPassKeepsTheRulesAndTheSourcePlaces(@ForAll long seed) {
    for (Map.Entry<String, Function> stage : stages(RandomFunction.of(seed, true)).entrySet()) {
      Verifier.check(stage.getValue(), "after " + stage.getKey() + ", seed " + seed);
    }
  }

  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void safePairsMayBeTheSameMemory(@ForAll long seed) {
    String text = RandomFunction.of(seed, true);
    Map<String, Function> stages = stages(text);
    Function lowered = stage(stages, "04-lower-barriers");
    Function compiled = stage(stages, "10-fuse-elementwise");
    boolean safe =
        InPlaceSafety.of(lowered, compiled)
            .mayCoincide(lowered.parameters().get(1), lowered.parameters().get(0));
    if (safe) {
      for (int k = 0; k <= 2; k++) {
        assertWithMessage("seed %s, k = %s\n%s\n%s", seed, k, text, print(compiled))
            .that(inPlace(compiled, k, seed))
            .isEqualTo(inPlace(lowered, k, seed));
      }
    }
  }

  private static String print(Function function) {
    return IrText.print(function);
  }

  private static float[] numbers(Random random, int length) {
    float[] numbers = new float[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = random.nextInt(30) == 0 ? Float.NaN : (float) random.nextGaussian() * 4;
    }
    return numbers;
  }

  /** What all memory holds afterwards. */
  private static String outcome(Function function, int rows, int columns, int k, long seed) {
    Random random = new Random(seed);
    Memory x = tensor("x", random, rows, columns);
    Memory y = tensor("y", random, rows, columns);
    return run(function, x, y, rows, columns, k, random);
  }

  private static String inPlace(Function function, int k, long seed) {
    Random random = new Random(seed);
    Memory both = tensor("both", random, 4, 5);
    return run(function, both, both, 4, 5, k, random);
  }

  private static Memory tensor(String name, Random random, int rows, int columns) {
    return Memory.tensor(name, ElementArray.of(numbers(random, rows * columns)), rows, columns);
  }

  private static String run(
      Function function, Memory x, Memory y, int rows, int columns, int k, Random random) {
    Memory z = tensor("z", random, rows + 2, columns);
    Memory w = Memory.window("w", Element.F32, 1, rows, columns);
    Memory s = Memory.signal("s", 1, 1, 1);
    System.arraycopy(numbers(random, rows * columns), 0, w.instance(0).array(), 0, rows * columns);
    INTERPRETER.runKernel(function, List.of(x, y, z, w, s, new Argument.OfScalar(k)), 0, 1);
    StringBuilder text = new StringBuilder();
    for (Memory memory : List.of(x, y, z, w)) {
      text.append(Arrays.toString(bits((float[]) memory.instance(0).array()))).append('\n');
    }
    return text.append(Arrays.toString((int[]) s.instance(0).array())).toString();
  }

  /** With one NaN for all. */
  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToIntBits(values[i]);
    }
    return bits;
  }

  /** Notify and await in order, and the elements that are touched between two of them. */
  private static String communication(Function function, int k) {
    CommunicationTrace trace =
        INTERPRETER.trace(function, 2, Map.of("R", 3L, "C", 2L), Map.of("k", k));
    StringBuilder text = new StringBuilder(trace.ends().toString());
    for (Trace rank : trace.traces()) {
      text.append("\nrank ").append(rank.rank());
      Set<String> touched = new TreeSet<>();
      for (Event event : rank.events()) {
        switch (event) {
          case Event.Notify e -> {
            flush(touched, text);
            text.append("\n notify ").append(List.of(e.peer(), e.cell(), e.update(), e.value()));
          }
          case Event.Await e -> {
            flush(touched, text);
            text.append("\n await ").append(List.of(e.cell(), e.relation(), e.value()));
          }
          case Event.Access e -> touched.addAll(elements(e));
          case Event.Collective _ -> {} // Left out of what runs.
          case Event.Unseen _ -> {} // How many statements there are is up to the passes.
          case Event.Begin _, Event.End _, Event.Join _, Event.Fence _ -> flush(touched, text);
          case Event.Fault e -> text.append("\n ").append(e.text());
          case Event.Undetermined e -> text.append("\n ").append(e.reason());
        }
      }
      flush(touched, text);
    }
    return text.toString();
  }

  private static void flush(Set<String> touched, StringBuilder text) {
    text.append("\n ").append(touched);
    touched.clear();
  }

  private static Set<String> elements(Event.Access access) {
    Set<String> elements = new HashSet<>();
    List<Long> from = access.box().from();
    List<Long> extent = access.box().extent();
    for (long row = 0; row < extent.get(0); row++) {
      for (long column = 0; column < extent.get(1); column++) {
        elements.add(
            access.mode()
                + " of "
                + access.owner()
                + " "
                + (from.get(0) + row)
                + ","
                + (from.get(1) + column));
      }
    }
    return elements;
  }
}
