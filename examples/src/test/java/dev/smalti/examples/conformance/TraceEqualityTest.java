package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.examples.ExampleCases;
import dev.smalti.examples.tutorial.TutorialCases;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.Deadlock;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Skeleton;
import dev.smalti.runtime.protocol.Trace;
import dev.smalti.runtime.protocol.TracedMemory;
import dev.smalti.runtime.protocol.TracedWorld;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * The skeleton class of every program here communicates what the compiler's form of the program
 * does when it is interpreted: the compiler checks the one, a run is checked by the other.
 */
final class TraceEqualityTest {
  private static final long MOST_STEPS = 1_000_000;

  /** Programs that name devices, and how many. */
  private static final Map<String, Integer> DEVICES =
      Map.of("Domains.overlapping", 3, "Structures.onTwoDevices", 2);

  /** Programs that wait for what they read. */
  private static final Set<String> OPEN = Set.of("DeferredCopies.exchange", "Experts.layer");

  /** Programs that wait with EQ so often that not each can be looked at where rounds are many. */
  private static final Set<String> OFTEN_EQUAL =
      Set.of("SpreadCollectives.onTwo", "SpreadCollectives.onFour");

  private static final int MANY_ROUNDS = 64;

  private final TreeSet<String> programs = new TreeSet<>();
  private int pairs;

  @Test
  void everyProgramCommunicatesTheSameInBothForms() throws Exception {
    for (Class<?> beside :
        List.of(
            ExampleCases.all().getFirst().owner(),
            TutorialCases.all().getFirst().owner(),
            MeshAllReduce.class)) {
      CarriedFunctions carried = CarriedFunctions.beside(beside);
      for (Function function : carried.all()) {
        if (function.kind() == FunctionKind.HOST) {
          programs.add(function.id().display());
          for (int ranks : new int[] {1, 2, 3, 4, 8}) {
            for (int size : new int[] {1, 5, MANY_ROUNDS}) {
              compare(carried, function, ranks, size);
            }
          }
        }
      }
    }
    System.out.printf("compared %d traces of %d programs%n", pairs, programs.size());
    assertThat(programs).contains("RingSum.allReduce");
    assertThat(programs.size()).isAtLeast(15);
  }

  private void compare(CarriedFunctions carried, Function program, int ranks, int size)
      throws Exception {
    if (ranks < DEVICES.getOrDefault(program.id().display(), 1)) {
      return;
    }
    Map<String, Long> sizes = new HashMap<>();
    program.symbols().forEach(symbol -> sizes.put(symbol, (long) size));
    sizes.put(Function.RANKS, (long) ranks);
    ToLongFunction<String> bound =
        name -> sizes.getOrDefault(name, isExtent(program, name) ? (long) size : 0L);
    Map<String, Object> scalars = new HashMap<>();
    List<Object> arguments = new ArrayList<>();
    for (Parameter parameter : program.parameters()) {
      switch (parameter.type()) {
        case ScalarType type when type == ScalarType.INT -> {
          int value = isExtent(program, parameter.name()) ? size : ranks - 1;
          scalars.put(parameter.name(), value);
          arguments.add(value);
        }
        case TensorType type ->
            arguments.add(
                TracedMemory.of(
                    TracedMemory.Kind.TENSOR,
                    parameter.name(),
                    type.shape().stream().mapToLong(d -> d.evaluate(bound)).toArray()));
        default -> {}
      }
    }
    Communication interpreted =
        Interpreter.of(carried).trace(program, ranks, sizes, scalars).communication();
    Communication traced =
        TracedWorld.run(ranks, MOST_STEPS, skeleton(program, arguments.toArray()).run());
    String where = program.id().display() + " on " + ranks + " ranks, sizes " + size;
    for (int rank = 0; rank < ranks; rank++) {
      assertWithMessage("rank %s of %s", rank, where)
          .that(text(traced.traces().get(rank)))
          .isEqualTo(text(interpreted.traces().get(rank)));
      pairs++;
    }
    DeadlockVerdict verdict = Deadlock.verdict(traced.traces());
    if (OPEN.contains(program.id().display())) {
      assertWithMessage(where).that(verdict).isInstanceOf(DeadlockVerdict.NotDecided.class);
    } else if (size == MANY_ROUNDS
        && OFTEN_EQUAL.contains(program.id().display())
        && verdict instanceof DeadlockVerdict.NotDecided open) {
      assertWithMessage(where).that(open.reason()).startsWith("too many awaits with EQ");
    } else {
      assertWithMessage(where).that(verdict).isEqualTo(new DeadlockVerdict.Passes());
    }
  }

  /** Whether the shape of a tensor names it. */
  private static boolean isExtent(Function program, String name) {
    return program.parameters().stream()
        .map(Parameter::type)
        .filter(TensorType.class::isInstance)
        .flatMap(type -> ((TensorType) type).shape().stream())
        .anyMatch(dim -> dim.names().contains(name));
  }

  private static Skeleton skeleton(Function program, Object... arguments) throws Exception {
    Class<?> type =
        Class.forName(
            program.id().packageName() + "." + program.id().implementationName() + "_Protocol");
    Method of =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals("of"))
            .findFirst()
            .orElseThrow();
    of.setAccessible(true);
    return (Skeleton) of.invoke(null, arguments);
  }

  private static String text(Trace trace) {
    StringBuilder text = new StringBuilder();
    List<Event> events = trace.events();
    for (int step = 0; step < events.size(); step++) {
      text.append(trace.file(step)).append(' ').append(events.get(step)).append('\n');
    }
    return text.toString();
  }
}
