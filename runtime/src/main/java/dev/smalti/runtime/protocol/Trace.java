package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The communication of one rank in program order. A skeleton class writes it, and the verdicts read
 * it. It belongs to one thread.
 */
public final class Trace {
  /** In a place of an array of tasks in which none has been put. */
  private static final int NO_TASK = -1;

  private static final int NO_EVENT = -1;

  private final int device;
  private final int world;
  private final StepBudget budget;
  private final boolean accesses;
  private final List<Event> events = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private DeviceSet domain;
  private int rank;
  private String file = "";
  private int at;

  /** Deferred tasks so far, and those that the dispatch before has waited for. */
  private int tasks;

  private int joined;
  private int lastTaskLine;

  /** Where the last collective is among the events. */
  private int collective = NO_EVENT;

  /** The collective of which the steps that follow are part. */
  private int within = NO_EVENT;

  /** Of each event, the collective of which it is part. */
  private final List<Integer> parts = new ArrayList<>();

  /**
   * An empty trace.
   *
   * @param rank whose steps it holds, in {@code [0, ranks)}
   * @param ranks the size of the world, at least 1
   */
  public Trace(int rank, int ranks) {
    this(rank, ranks, StepBudget.unbounded(), true);
  }

  /**
   * An empty trace that leaves accesses to windows out: what raises and awaits signals takes far
   * less memory.
   *
   * @param rank whose steps it holds, in {@code [0, ranks)}
   * @param ranks the size of the world, at least 1
   * @return the trace
   */
  public static Trace ofSignals(int rank, int ranks) {
    return new Trace(rank, ranks, StepBudget.unbounded(), false);
  }

  /** One that shares a budget, and may leave accesses out. */
  Trace(int rank, int ranks, StepBudget budget, boolean accesses) {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " is not one of " + ranks + " ranks");
    }
    this.device = rank;
    this.world = ranks;
    this.domain = DeviceSet.all(ranks);
    this.rank = rank;
    this.budget = budget;
    this.accesses = accesses;
  }

  /**
   * Whose steps these are, in the domain of the dispatch that is performed, if one is.
   *
   * @return the rank
   */
  public int rank() {
    return rank;
  }

  /**
   * The size of the domain of the dispatch that is performed, or of the world.
   *
   * @return how many ranks there are
   */
  public int ranks() {
    return domain.size();
  }

  /** The steps that follow are of a domain; events name its devices. */
  void enters(DeviceSet devices, int rankInside) {
    domain = devices;
    rank = rankInside;
  }

  /** The device of a rank of the domain; what is no rank is for the verdicts to find. */
  private int device(int peer) {
    return peer >= 0 && peer < domain.size() ? domain.device(peer) : peer;
  }

  /** The steps that follow are of the whole world. */
  void leaves() {
    enters(DeviceSet.all(world), device);
  }

  /**
   * Says in which source file the steps that follow stand.
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

  int at() {
    return at;
  }

  /**
   * Takes a scalar that is computed because that may fail; its value does not matter.
   *
   * @param ignored the scalar
   */
  public void value(double ignored) {}

  /**
   * Takes a scalar that is computed because that may fail; its value does not matter.
   *
   * @param ignored the scalar
   */
  public void value(boolean ignored) {}

  /**
   * Reads a symbol off an argument; the trace ends if no value fits.
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
                fault(
                    FaultText.noSymbol(parameter, symbol, axis, declared, argument.extent(axis)),
                    at));
  }

  /**
   * Compares an extent of an argument with what is declared; the trace ends if they differ.
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
      throw fault(
          FaultText.otherExtent(parameter, axis, declared, wanted, argument.extent(axis)), at);
    }
  }

  /**
   * Says that accesses to what is passed for a tensor are not recorded, if it is a window.
   *
   * @param argument the argument
   * @param parameter the parameter
   * @param line the line in the user's source
   */
  public void tensor(TracedMemory argument, String parameter, int line) {
    if (argument.isWindow()) {
      unseen("the window " + argument.name() + " is passed for the tensor " + parameter, line);
    }
  }

  /**
   * Counts a round of a loop; the trace ends if there are too many.
   *
   * @param line the line of the loop
   */
  public void turn(int line) {
    if (!budget.spend()) {
      throw end(budget.reason(), line);
    }
  }

  /**
   * Records a notify.
   *
   * @param peer the rank whose cell it is
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param update how it changes
   * @param value the number added or set
   * @param line the line in the user's source
   */
  public void notify(int peer, String signal, long cell, Event.Update update, int value, int line) {
    add(new Event.Notify(device(peer), signal, cell, update, value, line));
  }

  /**
   * Records an await of the rank's own cell.
   *
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param relation what it waits for
   * @param value the number it is compared with
   * @param line the line in the user's source
   */
  public void await(String signal, long cell, Event.Relation relation, int value, int line) {
    add(new Event.Await(signal, cell, relation, value, line));
  }

  /**
   * Records a condition on the rank's own cell, a deferred task.
   *
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param relation what it waits for
   * @param value the number it is compared with
   * @param line the line in the user's source
   * @return the task
   */
  public int condition(String signal, long cell, Event.Relation relation, int value, int line) {
    if (value < 0) {
      throw fault(FaultText.heldAlready(signal, value), line);
    }
    int task = begin(line, List.of());
    await(signal, cell, relation, value, line);
    end(task);
    return task;
  }

  /**
   * Begins a task: what is recorded up to its end is its own, if it is deferred.
   *
   * @param line the line in the user's source
   * @param after the tasks before it
   * @return the task; 0 if it is not deferred, and runs where it stands
   */
  public int begin(int line, int[]... after) {
    for (int[] before : after) {
      for (int place = 0; place < before.length; place++) {
        if (before[place] == NO_TASK) {
          throw fault(FaultText.noTaskYet(place, before.length), line);
        }
      }
    }
    List<Integer> deferred =
        Arrays.stream(after)
            .flatMapToInt(Arrays::stream)
            .filter(task -> task > 0)
            .distinct()
            .boxed()
            .toList();
    return deferred.isEmpty() ? 0 : begin(line, deferred);
  }

  private int begin(int line, List<Integer> after) {
    tasks++;
    lastTaskLine = line;
    add(new Event.Begin(tasks, after, line));
    return tasks;
  }

  /**
   * Ends a task.
   *
   * @param task as it was begun
   */
  public void end(int task) {
    if (task > 0) {
      add(new Event.End(task, lastTaskLine));
    }
  }

  /** Ends a dispatch: it waits for the deferred tasks of its own. */
  public void join() {
    if (tasks > joined && !partial()) {
      joined = tasks;
      append(new Event.Join(lastTaskLine));
    }
  }

  /**
   * Records that the program waits for all ranks, between dispatches.
   *
   * @param line the line in the user's source
   */
  public void fence(int line) {
    append(new Event.Fence(line));
  }

  /**
   * Records that the rank takes part in a collective; its steps follow.
   *
   * @param name the method, {@code allReduce}
   * @param operator by what it combines; empty if it does not
   * @param asked the algorithm that the call names, or {@code AUTO} or {@code CANONICAL}
   * @param element the type of the elements; empty for a barrier
   * @param root the root; {@link CollectiveCall#UNKNOWN} if it has none
   * @param line the line in the user's source
   * @param signal its signal
   * @param memory what it is called on, and its input if that is a window too; none if it is not
   *     known
   */
  public void joins(
      String name,
      String operator,
      String asked,
      String element,
      int root,
      int line,
      TracedMemory signal,
      TracedMemory... memory) {
    long elements = element.isEmpty() ? 0 : CollectiveCall.UNKNOWN;
    joins(
        new CollectiveCall(
            name,
            operator,
            asked,
            asked,
            element,
            memory.length == 0 ? elements : memory[0].elements(),
            root,
            signal.all(),
            Arrays.stream(memory).map(TracedMemory::all).toList()),
        domain,
        line);
  }

  /**
   * Records that the rank takes part in a collective; its steps follow.
   *
   * @param call the collective
   * @param devices those of the ranks that take part
   * @param line the line in the user's source
   */
  public void joins(CollectiveCall call, DeviceSet devices, int line) {
    collective = events.size();
    append(new Event.Collective(call, devices, line));
    within = collective;
  }

  /** Records that the collective is complete, as far as the rank is concerned. */
  public void completes() {
    within = NO_EVENT;
  }

  /**
   * Records which algorithm was chosen for the collective that the rank takes part in.
   *
   * @param algorithm {@code TWO_PHASE}
   */
  public void chooses(String algorithm) {
    if (collective != NO_EVENT
        && events.get(collective) instanceof Event.Collective(var call, var devices, int line)
        && call.isChosen()) {
      events.set(collective, new Event.Collective(call.by(algorithm), devices, line));
    }
  }

  /**
   * An array of tasks, in whose places are none.
   *
   * @param length how many places
   * @param line the line in the user's source
   * @return the array
   */
  public int[] tasks(int length, int line) {
    if (length < 0) {
      throw fault(FaultText.noArray(length), line);
    }
    int[] array = new int[length];
    Arrays.fill(array, NO_TASK);
    return array;
  }

  /**
   * A task of an array.
   *
   * @param name the name of the array
   * @param array the array
   * @param index which place
   * @param line the line in the user's source
   * @return the task
   */
  public int task(String name, int[] array, int index, int line) {
    checkPlace(name, array, index, line);
    return array[index];
  }

  /**
   * Puts a task in an array.
   *
   * @param name the name of the array
   * @param array the array
   * @param index which place
   * @param task the task
   * @param line the line in the user's source
   */
  public void put(String name, int[] array, int index, int task, int line) {
    checkPlace(name, array, index, line);
    array[index] = task;
  }

  private void checkPlace(String name, int[] array, int index, int line) {
    if (index < 0 || index >= array.length) {
      throw fault(FaultText.noTask(name, array.length, index), line);
    }
  }

  /**
   * Records an access to a window.
   *
   * @param window the name of the window
   * @param owner the rank whose instance it is
   * @param from the first element of each axis
   * @param extent how many elements of each axis
   * @param mode what is done to them
   * @param line the line in the user's source
   */
  public void access(
      String window, int owner, long[] from, long[] extent, Event.Mode mode, int line) {
    if (accesses) {
      access(window, owner, Box.of(from, extent), mode, line);
    } else {
      turn(line);
    }
  }

  /**
   * Records an access to a window.
   *
   * @param window the name of the window
   * @param owner the rank whose instance it is
   * @param box which elements
   * @param mode what is done to them
   * @param line the line in the user's source
   */
  public void access(String window, int owner, Box box, Event.Mode mode, int line) {
    if (accesses) {
      add(new Event.Access(window, device(owner), box, mode, line));
    } else {
      turn(line);
    }
  }

  /**
   * Checks the size of the pieces of a transfer; the trace ends if they have no element.
   *
   * @param extent how many rows or columns a piece has
   * @param line the line in the user's source
   */
  public void chunk(int extent, int line) {
    if (extent < 1) {
      throw fault(FaultText.emptyChunk(extent), line);
    }
  }

  /**
   * Records that elements of windows are touched, and that it depends on data which ones.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   */
  public void unseen(String reason, int line) {
    add(new Event.Unseen(reason, line));
  }

  /**
   * Ends the trace: what follows depends on data.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   */
  public void undetermined(String reason, int line) {
    append(new Event.Undetermined(reason, line));
  }

  /**
   * Ends the trace as {@link #undetermined} does, and the skeleton with it.
   *
   * @param reason what the next step depends on
   * @param line the line in the user's source
   * @return to be thrown
   */
  public TraceEndedException end(String reason, int line) {
    undetermined(reason, line);
    return new TraceEndedException(reason);
  }

  /**
   * Ends the trace: the rank fails here.
   *
   * @param text what is wrong, with the values
   * @param line the line in the user's source
   */
  public void failed(String text, int line) {
    append(new Event.Fault(text, line));
  }

  /**
   * Ends the trace as {@link #failed} does, and the skeleton with it.
   *
   * @param text what is wrong, with the values
   * @param line the line in the user's source
   * @return to be thrown
   */
  public TraceEndedException fault(String text, int line) {
    failed(text, line);
    return new TraceEndedException(text);
  }

  /**
   * The steps so far.
   *
   * @return an unmodifiable copy, in program order
   */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /**
   * The source file of a step.
   *
   * @param step its position in {@link #events()}
   * @return the simple name of the file, empty if it was not said
   */
  public String file(int step) {
    return files.get(step);
  }

  /**
   * Where a step stands for the user: of a collective, at its call.
   *
   * @param step its position in {@link #events()}
   * @return the place
   */
  public StepPlace place(int step) {
    int call = parts.get(step);
    return call != NO_EVENT && events.get(call) instanceof Event.Collective of
        ? new StepPlace(files.get(call), of.line(), of.call().name())
        : new StepPlace(files.get(step), events.get(step).line(), "");
  }

  /**
   * The collective of which a step is part.
   *
   * @param step its position in {@link #events()}
   * @return the position of the collective, if it is part of one
   */
  OptionalInt collective(int step) {
    return parts.get(step) == NO_EVENT ? OptionalInt.empty() : OptionalInt.of(parts.get(step));
  }

  /**
   * Whether the trace ends before the rank would.
   *
   * @return whether its last event is {@link Event.Undetermined} or {@link Event.Fault}
   */
  public boolean partial() {
    return !events.isEmpty()
        && (events.getLast() instanceof Event.Undetermined
            || events.getLast() instanceof Event.Fault);
  }

  int size() {
    return events.size();
  }

  Event event(int step) {
    return events.get(step);
  }

  private void add(Event event) {
    if (!budget.spend()) {
      throw end(budget.reason(), event.line());
    }
    append(event);
  }

  private void append(Event event) {
    if (partial()) {
      throw new IllegalStateException(
          "the trace of rank "
              + device
              + " has ended at line "
              + events.getLast().line()
              + "; "
              + event
              + " cannot follow");
    }
    events.add(event);
    files.add(file);
    parts.add(within);
  }
}
