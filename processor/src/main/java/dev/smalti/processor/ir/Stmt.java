package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;

/** A statement. */
public sealed interface Stmt {
  /** Where it came from. */
  Origin origin();

  /** Introduces a variable. */
  record Let(Variable variable, Expr value, Origin origin) implements Stmt {}

  /** Gives a scalar or tile variable another value of the same type. */
  record Assign(Variable variable, Expr value, Origin origin) implements Stmt {}

  /** Writes the valid box of a tile to a tensor or to the own instance of a window. */
  record Store(Variable target, List<Scalar> offsets, Tile value, Update update, Origin origin)
      implements Stmt {
    public Store {
      offsets = List.copyOf(offsets);
    }
  }

  /** Writes the valid box of a tile to the peer's instance of a window. */
  record RemoteStore(
      Variable target, Scalar peer, List<Scalar> offsets, Tile value, Update update, Origin origin)
      implements Stmt {
    public RemoteStore {
      offsets = List.copyOf(offsets);
    }
  }

  /**
   * Copies memory of this rank to the peer's instance of a window, or the other way; both have the
   * same shape, and no element in common.
   *
   * @param window what is addressed on the peer
   * @param local memory of this rank
   * @param way from where to where
   * @param chunk the rows and the columns of the pieces in which it is done; empty if at once
   * @param pipelined whether a piece may begin before the last one is done
   */
  record Transfer(
      Variable window,
      Scalar peer,
      Variable local,
      Way way,
      List<Scalar> chunk,
      boolean pipelined,
      Origin origin)
      implements Stmt {
    public Transfer {
      chunk = List.copyOf(chunk);
    }
  }

  /** From where to where a transfer goes. */
  enum Way {
    /** To the peer. */
    PUT,
    /** To the peer, where it is added, each element atomically. */
    ADD,
    /** From the peer. */
    GET
  }

  /** Writes one element. */
  record WriteElement(Variable target, List<Scalar> indices, Scalar value, Origin origin)
      implements Stmt {
    public WriteElement {
      indices = List.copyOf(indices);
    }
  }

  /** Changes a cell of the peer; what this rank wrote before is visible to who awaits it. */
  record Notify(
      Variable signal, Scalar peer, List<Scalar> cell, Update update, Scalar value, Origin origin)
      implements Stmt {
    public Notify {
      cell = List.copyOf(cell);
    }
  }

  /** Waits until the own cell stands in the relation to the value. */
  record Await(Variable signal, List<Scalar> cell, Relation relation, Scalar value, Origin origin)
      implements Stmt {
    public Await {
      cell = List.copyOf(cell);
    }
  }

  /** Nobody passes before everybody arrived. A composite: lowered to notify and await. */
  record Barrier(Variable signal, Origin origin) implements Stmt {}

  /** Says something of a collective. Only traces take it; it is left out where code is written. */
  record Announce(Announcement what, Origin origin) implements Stmt {}

  /**
   * Fails where a condition does not hold, before anything that follows.
   *
   * @param condition what has to hold
   * @param texts what is said else: a text, a value, a text, and so on
   * @param values integers, one fewer than texts
   */
  record Require(Scalar condition, List<String> texts, List<Scalar> values, Origin origin)
      implements Stmt {
    public Require {
      texts = List.copyOf(texts);
      values = List.copyOf(values);
      if (texts.size() != values.size() + 1) {
        throw new IllegalArgumentException(texts.size() + " texts around " + values.size());
      }
    }
  }

  /** {@code variable} = from, from + step, ... below {@code to} (above it for a negative step). */
  record For(
      Variable variable,
      Scalar from,
      Scalar to,
      Scalar step,
      Block body,
      Rounds rounds,
      Origin origin)
      implements Stmt {
    /** With rounds in order. */
    public For(Variable variable, Scalar from, Scalar to, Scalar step, Block body, Origin origin) {
      this(variable, from, to, step, body, Rounds.IN_ORDER, origin);
    }
  }

  /** How the rounds of a loop run. */
  enum Rounds {
    /** One after the other. */
    IN_ORDER,
    /**
     * As blocks on the cores of a device, at the same time. Only in device functions; from 0 in
     * steps of 1, the body local definitions and then one {@link Call}.
     */
    BLOCKS,
    /**
     * As the shares of a collective on cores of a rank, at the same time or one after the other.
     * Only as the last statement of a {@link ForEachRank}; from 0 in steps of 1, the body local
     * definitions and then one {@link Call}, or an {@link If} whose only branch is such a body.
     */
    CORES
  }

  record While(Scalar condition, Block body, Origin origin) implements Stmt {}

  record If(Scalar condition, Block then, Block otherwise, Origin origin) implements Stmt {}

  /** Leaves the innermost loop. */
  record Break(Origin origin) implements Stmt {}

  /** Goes on with the next round of the innermost loop. */
  record Continue(Origin origin) implements Stmt {}

  /** The last statement of an inline function that has results; elsewhere without values. */
  record Return(List<Expr> values, Origin origin) implements Stmt {
    public Return {
      values = List.copyOf(values);
    }
  }

  /**
   * A call of another annotated method: a task in a device function, an inline helper elsewhere.
   *
   * @param callee which function
   * @param arguments one a parameter
   * @param results new variables that take what an inline function returns
   */
  record Call(FunctionId callee, List<Expr> arguments, List<Variable> results, Origin origin)
      implements Stmt {
    public Call {
      arguments = List.copyOf(arguments);
      results = List.copyOf(results);
    }
  }

  /** Puts a task in a place of an array. */
  record PutTask(Variable array, Scalar index, Tasks value, Origin origin) implements Stmt {}

  /**
   * A task: it runs where it stands, or is deferred if something before it is. Only in device
   * functions.
   *
   * @param task a new variable that names it
   * @param body local definitions, then one {@link Call}, or one loop of blocks; evaluated when the
   *     task runs
   * @param after what must be complete before
   */
  record Submit(Variable task, Block body, List<Tasks> after, Origin origin) implements Stmt {
    public Submit {
      after = List.copyOf(after);
    }
  }

  /**
   * Calls a callback, when all dispatches before it are done; what follows begins when it returns.
   * Only in host functions.
   *
   * @param callback which parameter
   * @param arguments tensors and scalars
   */
  record Callback(Variable callback, List<Expr> arguments, Origin origin) implements Stmt {
    public Callback {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * One dispatch for each rank of a domain. Only in host functions.
   *
   * @param rank the rank, in {@code call}'s arguments
   * @param domain whose ranks; empty for the world
   * @param body local definitions, then one {@link Call}, or one loop over cores
   */
  record ForEachRank(Variable rank, Optional<Variable> domain, Block body, Origin origin)
      implements Stmt {
    /** Of the world. */
    public ForEachRank(Variable rank, Block body, Origin origin) {
      this(rank, Optional.empty(), body, origin);
    }
  }
}
