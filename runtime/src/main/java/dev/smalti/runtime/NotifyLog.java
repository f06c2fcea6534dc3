package dev.smalti.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a rank notified last on each peer, so that a report can show a notify that went to the wrong
 * cell. The rank writes it without any order; it is read when all ranks are settled.
 */
final class NotifyLog {
  private static final int SIGNAL = 0;
  private static final int CELL = 1;
  private static final int LINE = 2;
  private static final int NUMBERS = 3;

  /** No signal was notified. */
  private static final int NONE = 0;

  private final int ranks;

  /** Of each peer the number of the signal and 1, the cell and the line. */
  private final OwnNumbers last;

  /** The signals by their numbers, as far as the rank has notified them. */
  private @Nullable SharedCells[] signals = new SharedCells[0];

  NotifyLog(int ranks) {
    this.ranks = ranks;
    this.last = new OwnNumbers(NUMBERS * ranks);
  }

  void record(int peer, SharedCells signal, int cell, int line) {
    int number = signal.number();
    if (number >= signals.length || signals[number] != signal) {
      learn(number, signal);
    }
    last.set(NUMBERS * peer + SIGNAL, number + 1);
    last.set(NUMBERS * peer + CELL, cell);
    last.set(NUMBERS * peer + LINE, line);
  }

  private void learn(int number, SharedCells signal) {
    if (number >= signals.length) {
      signals = Arrays.copyOf(signals, Math.max(number + 1, 2 * signals.length));
    }
    signals[number] = signal;
  }

  /** What another one knows later than this. */
  void takeOver(NotifyLog later) {
    for (int peer = 0; peer < ranks; peer++) {
      int number = later.last.get(NUMBERS * peer + SIGNAL);
      SharedCells signal = number == NONE ? null : later.signals[number - 1];
      if (signal != null) {
        record(
            peer,
            signal,
            later.last.get(NUMBERS * peer + CELL),
            later.last.get(NUMBERS * peer + LINE));
      }
    }
  }

  void clear() {
    Arrays.fill(signals, null);
    for (int peer = 0; peer < ranks; peer++) {
      last.set(NUMBERS * peer + SIGNAL, NONE);
    }
  }

  /** Such as {@code arrived[2, 0] at line 20}; empty if this rank has not notified the peer. */
  String last(int peer) {
    int number = last.get(NUMBERS * peer + SIGNAL);
    SharedCells signal = number == NONE ? null : signals[number - 1];
    if (signal == null) {
      return "";
    }
    int line = last.get(NUMBERS * peer + LINE);
    String where = line > 0 ? " at line " + line : "";
    return signal.name() + signal.position(last.get(NUMBERS * peer + CELL)) + where;
  }
}
