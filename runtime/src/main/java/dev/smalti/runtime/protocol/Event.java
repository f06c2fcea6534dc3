package dev.smalti.runtime.protocol;

import java.util.List;

/** One communication step of a rank. Ranks and cells count from 0; cells are flat, row-major. */
public sealed interface Event {
  /**
   * The line in the user's source.
   *
   * @return the line, from 1
   */
  int line();

  /** How a notify changes a cell. */
  enum Update {
    /** Adds the value. */
    ADD,
    /** Replaces the cell by the value. */
    SET
  }

  /** What an await waits for. */
  enum Relation {
    /** Until the cell is at least the value, both signed. */
    GE,
    /** Until the cell is the value. */
    EQ
  }

  /** What is done to the elements of a window. */
  enum Mode {
    /** They are read. */
    READ,
    /** They are replaced. */
    WRITE,
    /** They are updated, each one atomically. */
    ATOMIC
  }

  /**
   * Changes a cell of a peer; all that the rank wrote before is visible to who awaits it (release).
   *
   * @param peer the rank whose cell it is
   * @param signal the name of the signal
   * @param cell the cell
   * @param update how it changes
   * @param value the number added or set
   * @param line the line in the user's source
   */
  record Notify(int peer, String signal, long cell, Update update, int value, int line)
      implements Event {}

  /**
   * Waits for a cell of the rank itself (acquire).
   *
   * @param signal the name of the signal
   * @param cell the cell
   * @param relation what it waits for
   * @param value the number it is compared with
   * @param line the line in the user's source
   */
  record Await(String signal, long cell, Relation relation, int value, int line) implements Event {}

  /**
   * Touches elements of a window, the rank's own or a peer's.
   *
   * @param window the name of the window
   * @param owner the rank whose instance it is
   * @param box which elements
   * @param mode what is done to them
   * @param line the line in the user's source
   */
  record Access(String window, int owner, Box box, Mode mode, int line) implements Event {}

  /**
   * A deferred task; the steps up to its {@link End} are its own. It begins when the dispatch has
   * come here and all tasks before it are complete, and holds nothing up that follows.
   *
   * @param task its number among the tasks of the rank, from 1
   * @param after the tasks before it
   * @param line the line in the user's source
   */
  record Begin(int task, List<Integer> after, int line) implements Event {
    /** Copies the list. */
    public Begin {
      after = List.copyOf(after);
    }
  }

  /**
   * A deferred task is complete.
   *
   * @param task its number
   * @param line the line in the user's source
   */
  record End(int task, int line) implements Event {}

  /**
   * The dispatch ends: when all its deferred tasks are complete.
   *
   * @param line the line of the last one
   */
  record Join(int line) implements Event {}

  /**
   * The program waits until every rank has come here, and calls a callback; then they go on. It
   * stands at the same place in the traces of all ranks.
   *
   * @param line the line in the user's source
   */
  record Fence(int line) implements Event {}

  /**
   * The rank takes part in a collective; the steps of its protocol follow. It waits for nobody.
   *
   * @param call the collective
   * @param domain the devices of those that take part
   * @param line the line in the user's source
   */
  record Collective(CollectiveCall call, DeviceSet domain, int line) implements Event {}

  /**
   * Touches elements of windows, which ones depends on data. It waits for nobody and raises no
   * cell, so the trace goes on.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   */
  record Unseen(String reason, int line) implements Event {}

  /**
   * From here on the steps of the rank depend on data, so the trace ends.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   */
  record Undetermined(String reason, int line) implements Event {}

  /**
   * The rank does what is forbidden, such as to address a rank that does not exist: it fails here,
   * so the trace ends.
   *
   * @param text what is wrong, with the values
   * @param line the line in the user's source
   */
  record Fault(String text, int line) implements Event {}
}
