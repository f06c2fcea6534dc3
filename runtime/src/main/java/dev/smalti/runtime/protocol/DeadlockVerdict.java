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
   * Ranks call collectives that meet and are not the same.
   *
   * @param aspect in what they differ first
   * @param turn which one it is that each rank calls with the signal, from 1
   * @param calls what each rank calls that has come so far, by rank
   * @param missing the ranks that call no more with the signal, ascending, if others wait for them
   */
  record Differ(Aspect aspect, int turn, List<Taken> calls, List<Integer> missing)
      implements DeadlockVerdict {
    /** Copies the lists. */
    public Differ {
      calls = List.copyOf(calls);
      missing = List.copyOf(missing);
    }
  }

  /**
   * A collective that a rank calls.
   *
   * @param rank the rank
   * @param step the position of {@code event} in its trace, from 0
   * @param event the call
   */
  record Taken(int rank, int step, Event.Collective event) {}

  /** In what calls of collectives can differ; what is named first is looked at first. */
  enum Aspect {
    /** The method. */
    COLLECTIVE,
    /** By what it combines. */
    OPERATOR,
    /** The type of the elements. */
    ELEMENT,
    /** The windows, and whether it is in place. */
    WINDOWS,
    /** How many elements. */
    ELEMENTS,
    /** Which elements of the windows. */
    PARTS,
    /** The root. */
    ROOT,
    /** The algorithm that is carried out. */
    ALGORITHM;

    /** What a call says of it. */
    Object of(CollectiveCall call) {
      return switch (this) {
        case COLLECTIVE -> call.name();
        case OPERATOR -> call.operator();
        case ELEMENT -> call.element();
        case WINDOWS -> call.memory().stream().map(CollectiveCall.Part::name).toList();
        case ELEMENTS -> call.elements();
        case PARTS -> call.memory();
        case ROOT -> call.root();
        case ALGORITHM -> call.algorithm();
      };
    }

    /** Whether it does not depend on data. */
    boolean isKnown(CollectiveCall call) {
      return switch (this) {
        case WINDOWS, ELEMENTS, PARTS -> call.elements() != CollectiveCall.UNKNOWN;
        case COLLECTIVE, OPERATOR, ELEMENT, ROOT -> true;
        case ALGORITHM -> !call.isChosen() || !call.algorithm().equals(call.asked());
      };
    }
  }

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
