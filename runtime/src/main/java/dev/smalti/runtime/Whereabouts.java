package dev.smalti.runtime;

import dev.smalti.lang.Compare;
import dev.smalti.lang.spi.Site;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a rank is: its kernel, its line, and the cell that it waits for or reads.
 *
 * <p>The thread of the rank writes it without any order, so that a notify or await costs no more
 * than its own access. When the rank has stopped, it is exact. Another thread that asks meanwhile,
 * for a report of what goes on, may be told what was true a moment ago.
 */
final class Whereabouts {
  private final int rank;

  private @Nullable Kernel kernel;

  /** The line: written at every step of the rank. */
  private final OwnNumbers line = new OwnNumbers(1);

  private @Nullable Kernel[] callers = new Kernel[4];
  private int[] callersLines = new int[4];
  private int depth;

  /** Where the collective is called that runs as a kernel of its own; 0 if none does. */
  private int callLine;

  private String block = "";

  private @Nullable SharedCells awaited;
  private int awaitedCell;
  private Compare relation = Compare.GE;
  private int value;

  private @Nullable CellWait task;

  private @Nullable SharedCells read;
  private int readCell;
  private int readLine;

  Whereabouts(int rank) {
    this.rank = rank;
  }

  void clear() {
    kernel = null;
    line.set(0, 0);
    Arrays.fill(callers, null);
    depth = 0;
    callLine = 0;
    block = "";
    awaited = null;
    task = null;
    read = null;
  }

  void enter(Kernel entered) {
    Kernel caller = kernel;
    if (caller != null) {
      if (depth == callers.length) {
        callers = Arrays.copyOf(callers, 2 * depth);
        callersLines = Arrays.copyOf(callersLines, 2 * depth);
      }
      callers[depth] = caller;
      callersLines[depth] = line.get(0);
      depth++;
    }
    kernel = entered;
    line.set(0, 0);
  }

  /** The kernel of a collective runs next, which is called at a line of a program or task graph. */
  void calls(Kernel caller, int at) {
    if (kernel != caller) {
      enter(caller);
    }
    line.set(0, at);
    callLine = at;
  }

  void leave() {
    callLine = 0;
    if (depth > 0) {
      depth--;
      kernel = callers[depth];
      line.set(0, callersLines[depth]);
    } else {
      kernel = null;
      line.set(0, 0);
    }
  }

  /** The line that reports name for a step of the kernel at a line of its own. */
  int reported(int at) {
    return callLine == 0 ? at : callLine;
  }

  /** What a block was doing is what its caller is doing. */
  void continuesIn(Whereabouts block) {
    Kernel in = block.kernel;
    if (in != null) {
      enter(in);
      line.set(0, block.line.get(0));
    }
  }

  /** It failed in a block of its caller's, which reports name. */
  void inBlock(int number) {
    block = " (block " + number + ")";
  }

  /** It failed on one of several cores, which reports name. */
  void onCore(int number) {
    block = " (core " + number + ")";
  }

  void comesTo(int at) {
    line.set(0, at);
  }

  void waits(SharedCells cells, int cell, Compare how, int wanted) {
    awaitedCell = cell;
    relation = how;
    value = wanted;
    awaited = cells;
  }

  void goesOn() {
    awaited = null;
  }

  /** It waits for a condition, unless it waits for something else as well. */
  void waitsForTask(CellWait condition) {
    task = condition;
  }

  void goesOnWithTasks() {
    task = null;
  }

  void reads(SharedCells cells, int cell, int at) {
    readCell = cell;
    readLine = at;
    read = cells;
    line.set(0, at);
  }

  boolean inKernel() {
    return kernel != null;
  }

  /** In a wait, at the end while tasks wait, in a loop that reads, or somewhere else. */
  Stop now(boolean polls) {
    SharedCells cells = awaited;
    if (cells != null) {
      return cells.stop(rank, awaitedCell, relation, value, site(line.get(0)));
    }
    CellWait condition = task;
    return condition != null ? condition.stop() : running(polls);
  }

  /** In a loop that reads if nothing was communicated since, or somewhere else. */
  Stop running(boolean polls) {
    SharedCells cells = read;
    return polls && cells != null && readLine == line.get(0)
        ? cells.reading(rank, readCell, site(line.get(0)))
        : new Stop.Running(where());
  }

  /** {@code at Ring.java:18: / by zero}, or the next best that is known. */
  String failedAt(Throwable thrown) {
    String what = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    Kernel in = kernel;
    if (in == null) {
      return userFrame(thrown).map(frame -> "at " + frame + ": ").orElse(": ").concat(what);
    }
    return (what.startsWith(in.file() + ":") ? "at " + what : where().strip() + ": " + what)
        + block;
  }

  private static Optional<String> userFrame(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> !ours(frame.getClassName()))
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber());
  }

  /**
   * Whether a class is part of the JDK or of this library's language, not of the user's program.
   */
  private static boolean ours(String className) {
    return className.startsWith("java.")
        || className.startsWith("jdk.")
        || className.startsWith("dev.smalti.lang.")
        || className.startsWith("dev.smalti.runtime.");
  }

  /** {@code in RingSum.reduceStep, past RingSum.java:20}; empty if no kernel runs. */
  String where() {
    Kernel in = kernel;
    int past = line.get(0);
    if (in == null) {
      return "";
    }
    if (callLine != 0) {
      return " " + site(past).at();
    }
    return " in " + in.method() + (past > 0 ? ", past " + in.at(past) : "");
  }

  /** The name of the kernel that runs. */
  String what() {
    Kernel in = kernel;
    return in == null ? "a kernel" : in.method();
  }

  /** A line of the kernel that runs, as messages start with it. */
  String text(int at) {
    Kernel in = kernel;
    return in == null ? "line " + at : in.at(at);
  }

  /** Of a step of a collective that runs as a kernel of its own, where that is called. */
  Site site(int at) {
    Kernel in = callLine == 0 || depth == 0 ? kernel : callers[depth - 1];
    return in == null ? new Site("", "line", at) : in.site(reported(at));
  }
}
