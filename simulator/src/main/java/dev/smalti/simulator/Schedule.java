package dev.smalti.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * Who goes on, written down. An entry {@code 2} lets rank 2 perform one step; {@code 2.17} lets it
 * perform its steps at line 17, so that it then stands before a step at another line, is blocked,
 * or has finished; or it has read in a loop and seen no change. What a rank does before its first
 * step belongs to its first entry.
 */
final class Schedule {
  private static final int ONE_STEP = 0;

  private record Entry(int rank, int line) {
    @Override
    public String toString() {
      return line == ONE_STEP ? Integer.toString(rank) : rank + "." + line;
    }
  }

  private final String text;
  private final List<Entry> entries;

  private Schedule(String text, List<Entry> entries) {
    this.text = text;
    this.entries = entries;
  }

  /** Reads a schedule. */
  static Schedule parse(String text, int ranks) {
    List<Entry> entries = new ArrayList<>();
    int at = 0;
    while (at <= text.length() && !text.isBlank()) {
      int comma = text.indexOf(',', at);
      int end = comma < 0 ? text.length() : comma;
      entries.add(entry(text, at, text.substring(at, end).strip(), ranks));
      at = end + 1;
    }
    return new Schedule(text, entries);
  }

  private static Entry entry(String text, int at, String word, int ranks) {
    if (!word.matches("\\d{1,9}(\\.\\d{1,9})?")) {
      throw malformed(text, at, "'" + word + "' is no entry; write rank or rank.line, as in 2.17");
    }
    int dot = word.indexOf('.');
    int rank = Integer.parseInt(dot < 0 ? word : word.substring(0, dot));
    int line = dot < 0 ? ONE_STEP : Integer.parseInt(word.substring(dot + 1));
    if (rank >= ranks) {
      throw malformed(text, at, "there is no rank " + rank + "; ranks are 0 to " + (ranks - 1));
    }
    if (dot >= 0 && line == ONE_STEP) {
      throw malformed(text, at, "lines count from 1");
    }
    return new Entry(rank, line);
  }

  private static IllegalArgumentException malformed(String text, int at, String what) {
    return new IllegalArgumentException(
        "schedule \"" + text + "\", at character " + (at + 1) + ": " + what);
  }

  /** Follows it from the start. */
  Order follow() {
    return new Followed();
  }

  private final class Followed implements Order {
    private int position;
    private boolean begun;

    @Override
    public int next(int last, boolean[] runnable, boolean[] polling, int[] lines) {
      while (position < entries.size()) {
        Entry entry = entries.get(position);
        boolean can = runnable[entry.rank()];
        int line = lines[entry.rank()];
        if (begun && polling[entry.rank()]) {
          begun = false; // It would stay at that line for ever.
          position++;
          continue;
        }
        if (can && line == FRESH) {
          begun = entry.line() != ONE_STEP;
          return entry.rank();
        }
        if (can && (entry.line() == ONE_STEP || entry.line() == line)) {
          begun = entry.line() != ONE_STEP;
          position += begun ? 0 : 1;
          return entry.rank();
        }
        if (!begun) {
          throw new IllegalStateException(mismatch(entry, can, line));
        }
        begun = false;
        position++;
      }
      return free(last, runnable, polling);
    }

    /** Who polls goes on only when nobody else can, and then they take turns. */
    private static int free(int last, boolean[] runnable, boolean[] polling) {
      if (last >= 0 && runnable[last] && !polling[last]) {
        return last;
      }
      for (int rank = 0; rank < runnable.length; rank++) {
        if (runnable[rank] && !polling[rank]) {
          return rank;
        }
      }
      int rank = last < 0 ? 0 : (last + 1) % runnable.length;
      while (!runnable[rank]) {
        rank = (rank + 1) % runnable.length;
      }
      return rank;
    }

    @Override
    public void end() {
      int left = position + (begun ? 1 : 0);
      if (left < entries.size()) {
        throw new IllegalStateException(
            "schedule \""
                + text
                + "\": every rank has finished before entry "
                + (left + 1)
                + ", "
                + entries.get(left));
      }
    }

    private String mismatch(Entry entry, boolean can, int line) {
      String where =
          line == IDLE
              ? "has nothing left to do"
              : can ? "stands before line " + line : "is blocked at line " + line;
      return "schedule \""
          + text
          + "\", entry "
          + (position + 1)
          + ", "
          + entry
          + ": rank "
          + entry.rank()
          + " "
          + where;
    }
  }
}
