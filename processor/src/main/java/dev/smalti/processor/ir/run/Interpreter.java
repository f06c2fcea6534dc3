package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.runtime.protocol.FaultText;
import dev.smalti.runtime.protocol.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Runs functions as they stand, before or after any pass. It computes the same bits as the method
 * run eagerly and as generated code, and checks at run time whatever the language demands.
 *
 * <p>What a function does wrong is an {@link InterpretationException}, a wait that cannot end a
 * {@link StalledRunException}; an integer division by zero is an {@link ArithmeticException}, as in
 * Java, whose message begins with the place.
 */
public final class Interpreter {
  /** Statements that {@link #trace(Function, int, Map, Map)} runs before it gives up. */
  public static final long MOST_STEPS = 50_000_000;

  private final Callees functions;

  private Interpreter(Callees functions) {
    this.functions = functions;
  }

  /**
   * An interpreter.
   *
   * @param functions where callees are found
   */
  public static Interpreter of(FunctionTable functions) {
    return new Interpreter(new Callees(functions));
  }

  /**
   * Runs a kernel, task graph or helper on one rank. What other ranks have to say to it must be in
   * its cells before.
   *
   * @param arguments one a parameter
   * @param rank which rank it runs on
   * @param ranks the size of the world
   */
  public void runKernel(Function function, List<Argument> arguments, int rank, int ranks) {
    Execution execution = new Execution(functions, ranks, new Schedule.LowestFirst());
    execution.queues().add(rank, machine(execution, function, arguments, rank, ranks));
    execution.queues().finish();
  }

  /**
   * Runs a kernel, task graph or helper on every rank.
   *
   * @param argumentsOfRank entry r are the arguments on rank r; as many as there are ranks
   */
  public void runKernels(
      Function function, List<List<Argument>> argumentsOfRank, Schedule schedule) {
    int ranks = argumentsOfRank.size();
    Execution execution = new Execution(functions, ranks, schedule);
    for (int rank = 0; rank < ranks; rank++) {
      execution
          .queues()
          .add(rank, machine(execution, function, argumentsOfRank.get(rank), rank, ranks));
    }
    execution.queues().finish();
  }

  /**
   * Runs a program on a world: the program to its end, and every dispatch of every rank.
   *
   * @param worldSize how many ranks
   * @param arguments one a parameter behind the world
   */
  public void runProgram(
      Function program, int worldSize, List<Argument> arguments, Schedule schedule) {
    Execution execution = new Execution(functions, worldSize, schedule);
    machine(execution, program, arguments, Frame.PROGRAM, worldSize).run(() -> false);
    execution.queues().finish();
  }

  private Machine machine(
      Execution execution, Function function, List<Argument> arguments, int rank, int ranks) {
    List<Object> values = new ArrayList<>();
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof WorldType world) {
        values.add(world);
      }
    }
    for (Argument argument : arguments) {
      values.add(
          switch (argument) {
            case Argument.OfScalar(Object value) -> value;
            case Argument.OfCallback callback -> callback;
            case Memory memory -> memory;
          });
    }
    try {
      Frame frame = new Binding(function).bind(rank, ranks, values);
      return new Machine(frame, function.body(), functions, execution);
    } catch (Violation e) {
      throw new InterpretationException(Origin.of(function.span()), String.valueOf(e.getMessage()));
    }
  }

  /** As {@link #trace(Function, int, Map, Map, long)}, for at most {@link #MOST_STEPS} steps. */
  public CommunicationTrace trace(
      Function function, int ranks, Map<String, Long> sizes, Map<String, Object> scalars) {
    return trace(function, ranks, sizes, scalars, MOST_STEPS);
  }

  /**
   * Runs the communication of every rank alone: no tile is computed, no wait blocks, and nothing is
   * read of memory. Takes time in proportion to the statements that are run.
   *
   * <p>A value that comes from an element or a cell is unknown, and so is a scalar parameter that
   * is not given. It may flow into tiles and tensors freely. Where it decides what is communicated,
   * the trace of that rank ends.
   *
   * <p>A statement on data that waits for nobody and raises no cell is passed over: only what it
   * touches of windows is then not seen.
   *
   * @param function a program, or any other function, which then runs once on every rank
   * @param ranks the size of the world
   * @param sizes the value of each symbol
   * @param scalars the values of scalar parameters by name, boxed, in the parameter's type
   * @param mostSteps how many statements are run in all
   * @throws IllegalArgumentException if a symbol has no value
   */
  public CommunicationTrace trace(
      Function function,
      int ranks,
      Map<String, Long> sizes,
      Map<String, Object> scalars,
      long mostSteps) {
    return trace(function, ranks, sizes, scalars, mostSteps, rank -> new Trace(rank, ranks));
  }

  /**
   * As {@link #trace(Function, int, Map, Map, long)}, but accesses to windows are checked and left
   * out: the traces take less memory.
   */
  public CommunicationTrace signals(
      Function function,
      int ranks,
      Map<String, Long> sizes,
      Map<String, Object> scalars,
      long mostSteps) {
    return trace(function, ranks, sizes, scalars, mostSteps, rank -> Trace.ofSignals(rank, ranks));
  }

  private CommunicationTrace trace(
      Function function,
      int ranks,
      Map<String, Long> sizes,
      Map<String, Object> scalars,
      long mostSteps,
      IntFunction<Trace> empty) {
    checkSizes(function, sizes);
    Recording recording =
        new Recording(functions, ranks, empty, mostSteps, Origin.of(function.span()));
    Binding binding = new Binding(function);
    recording.runForAll(
        () -> {
          List<Object> values;
          try {
            values = samples(function, ranks, sizes, scalars);
            binding.bind(Frame.PROGRAM, ranks, values);
          } catch (Violation e) {
            recording.notCallable(String.valueOf(e.getMessage()));
            return;
          } catch (ArithmeticException e) {
            recording.notCallable(FaultText.of(e));
            return;
          }
          if (function.kind() == FunctionKind.HOST) {
            recorder(recording, binding, values, Frame.PROGRAM, ranks).run(() -> false);
          } else {
            for (int rank = 0; rank < ranks; rank++) {
              recording.run(rank, recorder(recording, binding, values, rank, ranks));
            }
          }
        });
    return recording.result();
  }

  private static void checkSizes(Function function, Map<String, Long> sizes) {
    for (String symbol : function.symbols()) {
      if (!symbol.equals(Function.RANKS) && !sizes.containsKey(symbol)) {
        throw new IllegalArgumentException(
            "%s needs a value of %s; there are %s"
                .formatted(function.id().display(), symbol, sizes));
      }
    }
  }

  private Machine recorder(
      Recording recording, Binding binding, List<Object> values, int rank, int ranks) {
    Frame frame = binding.bind(rank, ranks, values);
    return new Machine(frame, binding.function().body(), functions, recording);
  }

  /** Arguments of the declared shapes, without elements. */
  private static List<Object> samples(
      Function function, int ranks, Map<String, Long> sizes, Map<String, Object> scalars) {
    Frame frame = Frame.of(Frame.PROGRAM, ranks);
    sizes.forEach(frame::set);
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof ScalarType) {
        frame.set(parameter.name(), scalar(parameter.name(), scalars));
      }
    }
    return function.parameters().stream().map(p -> sample(frame, p)).toList();
  }

  private static Object scalar(String name, Map<String, Object> scalars) {
    Object value = scalars.get(name);
    return value == null ? new Unknown("it depends on the argument " + name) : value;
  }

  private static Object sample(Frame frame, Parameter parameter) {
    return switch (parameter.type()) {
      case ScalarType _ -> frame.get(parameter.name());
      case TensorType type ->
          memory(
              frame, parameter, type.isWindow() ? Allocation.Kind.WINDOW : Allocation.Kind.TENSOR);
      case SignalType _ -> memory(frame, parameter, Allocation.Kind.SIGNAL);
      case TileType type -> frame.box(type);
      case TaskType _ -> 0;
      case WorldType world -> world;
      case CallbackType _ -> new Argument.OfCallback(_ -> {});
    };
  }

  private static Memory memory(Frame frame, Parameter parameter, Allocation.Kind kind) {
    Type type = parameter.type();
    return Memory.of(
        Allocation.withoutElements(
            parameter.name(), kind, Binding.element(type), frame.extents(Binding.shape(type))));
  }
}
