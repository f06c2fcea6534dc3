package dev.smalti.runtime.protocol;

import java.util.List;

/** What {@link Deadlock} found out about a program of one world size. */
public sealed interface DeadlockVerdict {
  /** Every schedule ends with every rank at its end. */
  record Passes() implements DeadlockVerdict {}

  /**
   * Every schedule ends with the same ranks waiting for ever.
   *
   * @param blocked these ranks, ascending
   */
  record Stuck(List<Blocked> blocked) implements DeadlockVerdict {
    /** Copies the list. */
    public Stuck {
      blocked = List.copyOf(blocked);
    }
  }

  /**
   * Some schedule brings ranks to a step at which they fail.
   *
   * @param failures these ranks, ascending
   */
  record Fails(List<Failure> failures) implements DeadlockVerdict {
    /** Copies the list. */
    public Fails {
      failures = List.copyOf(failures);
    }
  }

  /**
   * A rank that fails.
   *
   * @param rank the rank
   * @param step the position of {@code fault} in its trace, from 0
   * @param fault what is wrong
   */
  record Failure(int rank, int step, Event.Fault fault) {}

  /**
   * The program is outside of what one run can decide.
   *
   * @param reason why, as a sentence without a full stop
   * @param rank the rank that performs {@code event}
   * @param step the position of {@code event} in its trace, from 0
   * @param event the step that is the reason
   */
  record NotDecided(String reason, int rank, int step, Event event) implements DeadlockVerdict {}

  /**
   * A rank that waits for ever.
   *
   * @param rank the rank
   * @param step the position of its await in its trace, from 0
   * @param await what it waits for
   * @param held what the cell holds then
   * @param raisers who could raise the cell: each line of each rank once, by rank, then in program
   *     order
   */
  record Blocked(int rank, int step, Event.Await await, int held, List<Raiser> raisers) {
    /** Copies the list. */
    public Blocked {
      raisers = List.copyOf(raisers);
    }
  }

  /**
   * A notify that raises the cell somebody waits for.
   *
   * @param rank the rank that performs it
   * @param step its position in the trace of that rank, from 0
   * @param event the notify
   * @param place where it stands, seen from where its rank ended up
   */
  record Raiser(int rank, int step, Event.Notify event, Place place) {}

  /** Where a notify stands, seen from where its rank ended up. */
  enum Place {
    /** Performed: the value held counts it already, and its rank waits further on. */
    BEFORE_ITS_WAIT,
    /** Not performed: its rank waits before it. */
    AFTER_ITS_WAIT,
    /** Performed: the value held counts it already, and its rank has finished. */
    FINISHED
  }
}
