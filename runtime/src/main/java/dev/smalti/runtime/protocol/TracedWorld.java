package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The ranks of a program while its skeleton runs, one behind the other; waits do not block. It
 * belongs to one thread.
 */
public final class TracedWorld {
  private final List<Trace> traces = new ArrayList<>();
  private final Map<String, List<Long>> signals = new HashMap<>();
  private final StepBudget budget;
  private String file = "";
  private int at;

  /** What one dispatch performs on each rank. */
  @FunctionalInterface
  public interface Call {
    /**
     * Performs it for one rank.
     *
     * @param trace takes its communication
     * @param rank the rank
     */
    void run(Trace trace, int rank);
  }

  private TracedWorld(int ranks, long mostSteps, boolean accesses) {
    this.budget = StepBudget.of(mostSteps);
    for (int rank = 0; rank < ranks; rank++) {
      traces.add(new Trace(rank, ranks, budget, accesses));
    }
  }

  /**
   * Runs the skeleton of a program, in time and memory proportional to the steps that are taken.
   *
   * @param ranks how many, at least 1
   * @param mostSteps how many steps and rounds of loops all ranks together may take; a rank that
   *     needs more ends undetermined
   * @param skeleton the program
   * @return what the ranks communicate
   */
  public static Communication run(int ranks, long mostSteps, Consumer<TracedWorld> skeleton) {
    return run(ranks, mostSteps, true, skeleton);
  }

  static Communication run(
      int ranks, long mostSteps, boolean accesses, Consumer<TracedWorld> skeleton) {
    TracedWorld world = new TracedWorld(ranks, mostSteps, accesses);
    try {
      skeleton.accept(world);
    } catch (ArithmeticException failure) {
      String text = FaultText.of(failure);
      world.endAll(trace -> trace.failed(text, world.at));
    } catch (TraceEndedException ended) {
      if (!world.traces.stream().allMatch(Trace::partial)) {
        throw ended;
      }
    }
    return new Communication(world.traces, world.signals);
  }

  /**
   * How many ranks.
   *
   * @return at least 1
   */
  public int size() {
    return traces.size();
  }

  /**
   * Checks the axes of an argument; all traces end if the program cannot be called with it.
   *
   * @param parameter the parameter
   * @param axes how many it has
   * @param argument the argument
   */
  public void axes(String parameter, int axes, TracedMemory argument) {
    if (argument.axes() != axes) {
      throw end(FaultText.otherAxes(parameter, argument.axes(), axes), at);
    }
  }

  /**
   * Reads a symbol off an argument; all traces end if the program cannot be called with it.
   *
   * @param parameter the parameter
   * @param symbol the symbol
   * @param axis the axis, from 0
   * @param declared the extent as it is declared: {@code factor * symbol + offset}
   * @param argument the argument
   * @param offset what is added
   * @param factor what the symbol is multiplied with
   * @return the value of the symbol
   */
  public long symbol(
      String parameter,
      String symbol,
      int axis,
      String declared,
      TracedMemory argument,
      long offset,
      long factor) {
    return argument
        .symbol(axis, offset, factor)
        .orElseThrow(
            () ->
                end(
                    FaultText.noSymbol(parameter, symbol, axis, declared, argument.extent(axis)),
                    at));
  }

  /**
   * Compares an extent of an argument with what is declared; all traces end if they differ.
   *
   * @param parameter the parameter
   * @param axis the axis, from 0
   * @param declared the extent as it is declared
   * @param argument the argument
   * @param wanted the value of what is declared
   */
  public void extent(
      String parameter, int axis, String declared, TracedMemory argument, long wanted) {
    if (argument.extent(axis) != wanted) {
      throw end(
          FaultText.otherExtent(parameter, axis, declared, wanted, argument.extent(axis)), at);
    }
  }

  /**
   * A window.
   *
   * @param line the line in the user's source
   * @param name what reports call it
   * @param shape the extents, each at least 1
   * @return the window
   */
  public TracedMemory window(int line, String name, long... shape) {
    checkExtents(line, name, 1, shape);
    return TracedMemory.of(TracedMemory.Kind.WINDOW, name, shape);
  }

  /**
   * A signal.
   *
   * @param line the line in the user's source
   * @param name what reports call it
   * @param shape the extents, each at least 0
   * @return the signal
   */
  public TracedMemory signal(int line, String name, long... shape) {
    checkExtents(line, name, 0, shape);
    List<Long> extents = new ArrayList<>();
    for (long extent : shape) {
      extents.add(extent);
    }
    signals.put(name, extents);
    return TracedMemory.of(TracedMemory.Kind.SIGNAL, name, shape);
  }

  private void checkExtents(int line, String name, long least, long... shape) {
    for (long extent : shape) {
      if (extent < least) {
        throw fault(FaultText.tooSmall(name, shape, least), line);
      }
    }
  }

  /**
   * Says in which source file the program stands.
   *
   * @param name the simple name of the file, {@code Ring.java}
   */
  public void in(String name) {
    file = name;
  }

  /**
   * Says where a scalar is computed next that may fail, by a division by zero.
   *
   * @param line the line in the user's source
   */
  public void at(int line) {
    at = line;
  }

  /**
   * Counts a round of a loop; all traces end if there are too many.
   *
   * @param line the line of the loop
   */
  public void turn(int line) {
    if (!budget.spend()) {
      throw end(budget.reason(), line);
    }
  }

  /**
   * Ends the traces of all ranks, and the skeleton: what follows depends on data.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   * @return to be thrown
   */
  public TraceEndedException end(String reason, int line) {
    endAll(trace -> trace.undetermined(reason, line));
    return new TraceEndedException(reason);
  }

  /**
   * Ends the traces of all ranks, and the skeleton: the program fails here.
   *
   * @param text what is wrong, with the values
   * @param line the line in the user's source
   * @return to be thrown
   */
  public TraceEndedException fault(String text, int line) {
    endAll(trace -> trace.failed(text, line));
    return new TraceEndedException(text);
  }

  private void endAll(Consumer<Trace> end) {
    for (Trace trace : traces) {
      if (!trace.partial()) {
        trace.in(file);
        end.accept(trace);
      }
    }
  }

  /**
   * The program waits for all ranks, and calls a callback.
   *
   * @param line the line in the user's source
   */
  public void fence(int line) {
    for (Trace trace : traces) {
      if (!trace.partial()) {
        trace.in(file);
        trace.fence(line);
      }
    }
  }

  /**
   * The devices from one up to another, as a domain; all traces end if there is none.
   *
   * @param line the line in the user's source
   * @param from the first one
   * @param to where they end
   * @return the domain
   */
  public DeviceSet devices(int line, int from, int to) {
    try {
      return DeviceSet.range(from, to, size());
    } catch (IllegalArgumentException none) {
      throw fault(String.valueOf(none.getMessage()), line);
    }
  }

  /**
   * Single devices, as a domain; all traces end if they are none of the world.
   *
   * @param line the line in the user's source
   * @param devices which, ascending
   * @return the domain
   */
  public DeviceSet pick(int line, int... devices) {
    try {
      return DeviceSet.pick(size(), devices);
    } catch (IllegalArgumentException none) {
      throw fault(String.valueOf(none.getMessage()), line);
    }
  }

  /**
   * Performs a call for every rank of a domain whose trace has not ended.
   *
   * @param domain the devices
   * @param call what a rank performs
   */
  public void forEachRank(DeviceSet domain, Call call) {
    for (int rank = 0; rank < domain.size(); rank++) {
      Trace trace = traces.get(domain.device(rank));
      if (!trace.partial()) {
        trace.enters(domain, rank);
        try {
          run(trace, call);
        } finally {
          trace.leaves();
        }
      }
    }
  }

  /**
   * Performs a call for every rank whose trace has not ended.
   *
   * @param call what a rank performs
   */
  public void forEachRank(Call call) {
    for (Trace trace : traces) {
      if (!trace.partial()) {
        run(trace, call);
      }
    }
  }

  private static void run(Trace trace, Call call) {
    try {
      call.run(trace, trace.rank());
      trace.join();
    } catch (ArithmeticException failure) {
      trace.failed(FaultText.of(failure), trace.at());
    } catch (TraceEndedException ended) {
      if (!trace.partial()) {
        throw ended;
      }
    }
  }
}
