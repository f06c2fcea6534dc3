package dev.smalti.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a rank notified last on each peer, so that a report can show a notify that went to the wrong
 * cell. The rank writes it without any order; it is read when all ranks are settled.
 */
final class NotifyLog {
  private final @Nullable SharedCells[] signals;
  private final int[] cells;
  private final int[] lines;

  NotifyLog(int ranks) {
    this.signals = new SharedCells[ranks];
    this.cells = new int[ranks];
    this.lines = new int[ranks];
  }

  void record(int peer, SharedCells signal, int cell, int line) {
    signals[peer] = signal;
    cells[peer] = cell;
    lines[peer] = line;
  }

  void clear() {
    Arrays.fill(signals, null);
  }

  /** Such as {@code arrived[2, 0] at line 20}; empty if this rank has not notified the peer. */
  String last(int peer) {
    SharedCells signal = signals[peer];
    if (signal == null) {
      return "";
    }
    String where = lines[peer] > 0 ? " at line " + lines[peer] : "";
    return signal.name() + signal.position(cells[peer]) + where;
  }
}
