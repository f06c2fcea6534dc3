package dev.smalti.runtime.protocol;

import java.util.Arrays;
import java.util.List;

/**
 * The notifies and awaits of all ranks as flat arrays: steps of rank r are {@code [first[r],
 * first[r + 1])}. Accesses to windows are left out, they never block.
 */
final class Steps {
  static final byte ADD = 0;
  static final byte SET = 1;
  static final byte AWAIT = 2;

  final int ranks;
  final int[] first;
  final byte[] kind;
  final int[] cell;
  final int[] value;

  /** Of an await: whether it is {@code EQ}. */
  final boolean[] equal;

  /** Where the step stands in the trace of its rank. */
  final int[] event;

  final CellIndex cells = new CellIndex();

  private Steps(int ranks, int size) {
    this.ranks = ranks;
    this.first = new int[ranks + 1];
    this.kind = new byte[size];
    this.cell = new int[size];
    this.value = new int[size];
    this.equal = new boolean[size];
    this.event = new int[size];
  }

  /** Flattens traces whose peers and cells are in range. */
  static Steps of(List<Trace> traces) {
    int size = 0;
    for (Trace trace : traces) {
      size = Math.addExact(size, trace.size());
    }
    Steps steps = new Steps(traces.size(), size);
    int at = 0;
    for (int rank = 0; rank < traces.size(); rank++) {
      at = steps.flatten(traces.get(rank), rank, at);
      steps.first[rank + 1] = at;
    }
    return steps;
  }

  private int flatten(Trace trace, int rank, int from) {
    int at = from;
    for (int step = 0; step < trace.size(); step++) {
      switch (trace.event(step)) {
        case Event.Notify n -> {
          byte how = n.update() == Event.Update.ADD ? ADD : SET;
          at = put(at, how, cells.number(n.peer(), n.signal(), n.cell()), n.value(), step);
        }
        case Event.Await a -> {
          equal[at] = a.relation() == Event.Relation.EQ;
          at = put(at, AWAIT, cells.number(rank, a.signal(), a.cell()), a.value(), step);
        }
        case Event.Access _, Event.Unseen _, Event.Undetermined _, Event.Fault _ -> {}
      }
    }
    return at;
  }

  private int put(int at, byte how, int number, int operand, int step) {
    kind[at] = how;
    cell[at] = number;
    value[at] = operand;
    event[at] = step;
    return at + 1;
  }

  /** The rank whose step this is. */
  int rankOf(int step) {
    int found = Arrays.binarySearch(first, step);
    if (found < 0) {
      return -found - 2;
    }
    while (first[found + 1] == step) {
      found++;
    }
    return found;
  }
}
