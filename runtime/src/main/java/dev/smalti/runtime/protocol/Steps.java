package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The notifies and awaits of all ranks as flat arrays, strand by strand. A strand is what is done
 * one after the other: the dispatches of a rank, or one deferred task. Steps of strand s are {@code
 * [first[s], first[s + 1])}. Accesses to windows are left out, they never block.
 *
 * <p>That a strand waits for others of its rank is written with cells that nobody else has: one
 * that is raised where a task is submitted, and one that it raises itself when it is complete. A
 * fence is one cell, which every rank raises and waits for.
 */
final class Steps {
  static final byte ADD = 0;
  static final byte SET = 1;
  static final byte AWAIT = 2;

  /** Of a step that orders strands and stands in no trace. */
  static final int NO_EVENT = -1;

  /** A name that no signal has. */
  private static final String TASKS = "";

  /** Another one. */
  private static final String FENCES = " ";

  final int strands;
  final int[] first;

  /** Whose strand it is. */
  final int[] rank;

  final byte[] kind;
  final int[] cell;
  final int[] value;

  /** Of an await: whether it is {@code EQ}. */
  final boolean[] equal;

  /** Where the step stands in the trace of its rank; {@link #NO_EVENT} if it does not. */
  final int[] event;

  final CellIndex cells;

  /** The last strand of each rank, in which its trace ends. */
  private final int[] last;

  private Steps(CellIndex cells, List<Strand> all, int ranks) {
    int size = 0;
    for (Strand strand : all) {
      size = Math.addExact(size, strand.size);
    }
    this.cells = cells;
    this.strands = all.size();
    this.first = new int[strands + 1];
    this.rank = new int[strands];
    this.kind = new byte[size];
    this.cell = new int[size];
    this.value = new int[size];
    this.equal = new boolean[size];
    this.event = new int[size];
    this.last = new int[ranks];
    for (int strand = 0; strand < strands; strand++) {
      append(strand, all.get(strand));
    }
  }

  private void append(int strand, Strand steps) {
    int at = first[strand];
    rank[strand] = steps.rank;
    System.arraycopy(steps.kind, 0, kind, at, steps.size);
    System.arraycopy(steps.cell, 0, cell, at, steps.size);
    System.arraycopy(steps.value, 0, value, at, steps.size);
    System.arraycopy(steps.equal, 0, equal, at, steps.size);
    System.arraycopy(steps.event, 0, event, at, steps.size);
    first[strand + 1] = at + steps.size;
    if (steps.isOpen) {
      last[steps.rank] = strand;
    }
  }

  /** Flattens traces whose peers and cells are in range. */
  static Steps of(List<Trace> traces) {
    CellIndex cells = new CellIndex();
    List<Strand> all = new ArrayList<>();
    for (int rank = 0; rank < traces.size(); rank++) {
      flatten(traces.get(rank), rank, traces.size(), cells, all);
    }
    return new Steps(cells, all, traces.size());
  }

  private static void flatten(Trace trace, int rank, int ranks, CellIndex cells, List<Strand> all) {
    Strand dispatches = new Strand(rank, trace.size());
    all.add(dispatches);
    Strand strand = dispatches;
    List<Integer> open = new ArrayList<>();
    int fences = 0;
    for (int step = 0; step < trace.size(); step++) {
      switch (trace.event(step)) {
        case Event.Notify n -> {
          byte how = n.update() == Event.Update.ADD ? ADD : SET;
          int number = cells.number(n.peer(), n.signal(), n.cell());
          strand.put(how, number, n.value(), false, step);
        }
        case Event.Await a -> {
          int number = cells.number(rank, a.signal(), a.cell());
          boolean equal = a.relation() == Event.Relation.EQ;
          strand.put(AWAIT, number, a.value(), equal, step);
        }
        case Event.Begin b -> {
          dispatches.put(ADD, submitted(cells, rank, b.task()), 1, false, NO_EVENT);
          strand = new Strand(rank, 4);
          all.add(strand);
          strand.put(AWAIT, submitted(cells, rank, b.task()), 1, false, NO_EVENT);
          for (int before : b.after()) {
            strand.put(AWAIT, complete(cells, rank, before), 1, false, NO_EVENT);
          }
          open.add(b.task());
        }
        case Event.End e -> {
          strand.put(ADD, complete(cells, rank, e.task()), 1, false, NO_EVENT);
          strand = dispatches;
        }
        case Event.Join _ -> {
          for (int task : open) {
            dispatches.put(AWAIT, complete(cells, rank, task), 1, false, NO_EVENT);
          }
          open.clear();
        }
        case Event.Fence _ -> {
          int fence = cells.number(0, FENCES, fences++);
          dispatches.put(ADD, fence, 1, false, NO_EVENT);
          dispatches.put(AWAIT, fence, ranks, false, NO_EVENT);
        }
        case Event.Access _,
            Event.Collective _,
            Event.Unseen _,
            Event.Undetermined _,
            Event.Fault _ -> {}
      }
    }
    strand.isOpen = true;
  }

  private static int submitted(CellIndex cells, int rank, int task) {
    return cells.number(rank, TASKS, 2L * task);
  }

  private static int complete(CellIndex cells, int rank, int task) {
    return cells.number(rank, TASKS, 2L * task + 1);
  }

  /** The strand whose step this is. */
  int strandOf(int step) {
    int found = Arrays.binarySearch(first, step);
    if (found < 0) {
      return -found - 2;
    }
    while (first[found + 1] == step) {
      found++;
    }
    return found;
  }

  /** The rank whose step this is. */
  int rankOf(int step) {
    return rank[strandOf(step)];
  }

  /** The strand in which the trace of a rank ends. */
  int lastOf(int ofRank) {
    return last[ofRank];
  }

  /** Whether it is the strand of the dispatches of its rank. */
  boolean isDispatches(int strand) {
    return strand == 0 || rank[strand - 1] != rank[strand];
  }

  /** A strand that is being written. */
  private static final class Strand {
    final int rank;
    boolean isOpen;
    int size;
    byte[] kind;
    int[] cell;
    int[] value;
    boolean[] equal;
    int[] event;

    Strand(int rank, int capacity) {
      this.rank = rank;
      this.kind = new byte[capacity];
      this.cell = new int[capacity];
      this.value = new int[capacity];
      this.equal = new boolean[capacity];
      this.event = new int[capacity];
    }

    void put(byte how, int number, int operand, boolean equals, int step) {
      if (size == kind.length) {
        int more = Math.max(4, 2 * size);
        kind = Arrays.copyOf(kind, more);
        cell = Arrays.copyOf(cell, more);
        value = Arrays.copyOf(value, more);
        equal = Arrays.copyOf(equal, more);
        event = Arrays.copyOf(event, more);
      }
      kind[size] = how;
      cell[size] = number;
      value[size] = operand;
      equal[size] = equals;
      event[size] = step;
      size++;
    }
  }
}
