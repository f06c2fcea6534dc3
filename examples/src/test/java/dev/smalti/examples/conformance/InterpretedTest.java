package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.examples.ExampleCases;
import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Verifier;
import dev.smalti.processor.ir.run.Argument;
import dev.smalti.processor.ir.run.ElementArray;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.processor.ir.run.Memory;
import dev.smalti.processor.ir.run.Schedule;
import dev.smalti.processor.pass.PassModule;
import dev.smalti.processor.pass.PassPipeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the compiler has of a method after each pass, interpreted, computes the bits of the eager
 * run: one function after one pass at a time, and then all of them together.
 */
@Tag("without-tier")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InterpretedTest {
  private final Map<String, CarriedFunctions> packages = new LinkedHashMap<>();
  private final Set<String> pairs = new TreeSet<>();
  private final Set<String> interpreted = new TreeSet<>();
  private int runs;

  static Stream<Case> cases() {
    return Stream.of(
            Stream.of(1, 2, 3).flatMap(ranks -> CommunicationCases.on(ranks).stream()),
            Stream.of(1, 2, 3).map(CommunicationCases::hostBarrier),
            ofTheTable(),
            KernelCases.all().stream(),
            ExampleCases.all().stream())
        .flatMap(all -> all);
  }

  /** The programs of the table on 1 and 3 ranks: on 2, those that repeat do so a hundred times. */
  private static Stream<Case> ofTheTable() {
    return ProgramRows.all().stream()
        .flatMap(Row::worlds)
        .flatMap(
            worlds ->
                worlds.sizes().stream()
                    .filter(ranks -> ranks == 1 || ranks == 3)
                    .flatMap(ranks -> worlds.on().apply(ranks).stream()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyFunctionAfterEveryPass(Case tried) {
    CarriedFunctions carried =
        packages.computeIfAbsent(
            tried.owner().getPackageName(), _ -> CarriedFunctions.beside(tried.owner()));
    Function root = carried.of(tried.owner(), tried.method());
    List<long[]> eager = Conformance.eagerly(tried);
    Stages stages = new Stages(carried);
    stages.take(root);
    compare(tried, eager, root, stages, "as it was read");

    for (FunctionId id : List.copyOf(stages.found.keySet())) {
      interpreted.add(id.toString());
      for (Map.Entry<String, Function> stage : stages.of(id).entrySet()) {
        stages.replaced.put(id, stage.getValue());
        compare(tried, eager, root, stages, id.display() + " after " + stage.getKey());
        pairs.add(id + " " + stage.getKey());
        stages.replaced.clear();
      }
    }
    for (FunctionId id : stages.found.keySet()) {
      stages.replaced.put(id, stages.of(id).lastEntry().getValue());
    }
    compare(tried, eager, root, stages, "all after all passes");
  }

  @AfterAll
  void tell() {
    Set<String> missed = new TreeSet<>();
    for (CarriedFunctions each : packages.values()) {
      each.all().forEach(function -> missed.add(function.id().toString()));
    }
    missed.removeAll(interpreted);
    missed.removeIf(id -> id.startsWith(RacingShift.class.getName())); // wrong on purpose
    assertThat(missed).isEmpty();
    System.out.printf(
        "interpreted %d pairs of a function and a pass, %d functions, in %d runs%n",
        pairs.size(), interpreted.size(), runs);
  }

  /** The functions that a case runs, and what stands for them in a run. */
  private static final class Stages implements FunctionTable {
    private final FunctionTable carried;
    private final Map<FunctionId, LinkedHashMap<String, Function>> found = new LinkedHashMap<>();
    private final Map<FunctionId, Function> replaced = new LinkedHashMap<>();

    Stages(FunctionTable carried) {
      this.carried = carried;
    }

    void take(Function function) {
      found.computeIfAbsent(function.id(), _ -> afterEachPass(function));
    }

    private LinkedHashMap<String, Function> afterEachPass(Function function) {
      LinkedHashMap<String, Function> stages = new LinkedHashMap<>();
      new PassPipeline(PassModule.passes(carried))
          .run(
              function,
              (stage, result) -> {
                Verifier.check(result, carried, "after " + stage);
                stages.put(stage, result);
              });
      return stages;
    }

    LinkedHashMap<String, Function> of(FunctionId id) {
      LinkedHashMap<String, Function> stages = found.get(id);
      if (stages == null) {
        throw new IllegalArgumentException("not part of the case: " + id);
      }
      return stages;
    }

    @Override
    public Optional<Function> find(FunctionId id) {
      carried.find(id).ifPresent(this::take);
      Function replacement = replaced.get(id);
      return replacement == null ? carried.find(id) : Optional.of(replacement);
    }
  }

  private void compare(Case tried, List<long[]> eager, Function root, Stages stages, String what) {
    for (Schedule schedule : schedules(tried)) {
      List<ElementArray> memory = new ArrayList<>();
      interpret(tried, stages.find(root.id()).orElse(root), stages, memory, schedule);
      runs++;
      for (int i = 0; i < memory.size(); i++) {
        Slot<?> slot = tried.slots().get(i);
        Optional<String> wrong =
            new Expected.Exactly(eager.get(i)).wrong(slot.dtype(), bits(memory.get(i)));
        if (wrong.isPresent()) {
          throw new AssertionError(
              "%s, %s, %s: tensor %d: %s".formatted(tried, what, schedule, i, wrong.get()));
        }
      }
    }
  }

  private static List<Schedule> schedules(Case tried) {
    return tried.ranks() == 1
        ? List.of(new Schedule.LowestFirst())
        : List.of(new Schedule.LowestFirst(), new Schedule.Seeded(tried.ranks()));
  }

  private static void interpret(
      Case tried,
      Function root,
      FunctionTable functions,
      List<ElementArray> memory,
      Schedule schedule) {
    List<Argument> arguments = new ArrayList<>();
    for (Object argument : tried.arguments()) {
      if (argument instanceof Slot<?> slot) {
        ElementArray elements = elements(slot);
        memory.add(elements);
        arguments.add(Memory.tensor("argument" + memory.size(), elements, slot.shape()));
      } else if (argument instanceof Callback callback) {
        arguments.add(
            new Argument.OfCallback(
                given ->
                    callback.call().accept(given.stream().map(InterpretedTest::plain).toList())));
      } else {
        arguments.add(new Argument.OfScalar(argument));
      }
    }
    Interpreter interpreter = Interpreter.of(functions);
    if (root.kind() == FunctionKind.HOST) {
      interpreter.runProgram(root, tried.ranks(), arguments, schedule);
    } else {
      interpreter.runKernel(root, arguments, 0, 1);
    }
  }

  /** Memory as a tensor of the same elements. */
  private static Object plain(Object given) {
    return given instanceof Memory memory ? memory.tensor() : given;
  }

  private static ElementArray elements(Slot<?> slot) {
    long[] before = slot.before();
    ElementArray elements = ElementArray.zeros(element(slot.dtype()), before.length);
    for (int i = 0; i < before.length; i++) {
      switch (elements.array()) {
        case float[] array -> array[i] = Float.intBitsToFloat((int) before[i]);
        case double[] array -> array[i] = Double.longBitsToDouble(before[i]);
        case int[] array -> array[i] = (int) before[i];
        case long[] array -> array[i] = before[i];
        case short[] array -> array[i] = (short) before[i];
        case byte[] array -> array[i] = (byte) before[i];
        case boolean[] array -> array[i] = before[i] != 0;
        default -> throw new IllegalStateException(elements.array().toString());
      }
    }
    return elements;
  }

  private static long[] bits(ElementArray elements) {
    return switch (elements.array()) {
      case float[] array -> Bits.of(array);
      case double[] array -> Bits.of(array);
      case int[] array -> Bits.of(array);
      case long[] array -> array.clone();
      case short[] array -> {
        DType type = elements.element() == Element.F16 ? Smalti.F16 : Smalti.BF16;
        long[] bits = new long[array.length];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = elements.element() == Element.I16 ? array[i] : Bits.half(type, array[i]);
        }
        yield bits;
      }
      case byte[] array -> {
        long[] bits = new long[array.length];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = array[i];
        }
        yield bits;
      }
      case boolean[] array -> {
        long[] bits = new long[array.length];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = array[i] ? 1 : 0;
        }
        yield bits;
      }
      default -> throw new IllegalStateException(elements.array().toString());
    };
  }

  private static Element element(DType dtype) {
    return Element.valueOf(dtype.toString());
  }
}
