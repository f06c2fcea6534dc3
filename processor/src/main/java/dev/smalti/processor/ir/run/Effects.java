package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** What statements do to tiles, memory and cells. */
sealed interface Effects permits Execution, Recording {
  ScalarEvaluator scalars();

  /** Called before each step of a rank. */
  void step(Stmt stmt);

  /** A statement is passed over that may touch windows: which elements is not known. */
  void unseen(Frame frame, Stmt stmt, String reason);

  /** A part of memory. */
  Memory view(Frame frame, Place.View view);

  /** Memory in another shape. */
  Memory reshaped(Frame frame, Place.Reshaped reshaped);

  /** Whether a loop need not be run. */
  boolean passesOver(Frame frame, Stmt loop);

  /** The value of a tile, which has the type. */
  Object tile(Frame frame, Tile tile, TileType type);

  void store(Frame frame, Stmt.Store store);

  void remoteStore(Frame frame, Stmt.RemoteStore store);

  void transfer(Frame frame, Stmt.Transfer transfer);

  void writeElement(Frame frame, Stmt.WriteElement write);

  void notify(Frame frame, Cell cell, int peer, Update update, int value);

  /** Whether the wait is over; otherwise the rank is blocked and asks again later. */
  Optional<BlockedRank> await(Frame frame, Cell cell, Relation relation, int value);

  /**
   * A condition, that a cell is at least a value.
   *
   * @param deferred the tasks of the dispatch
   * @return its number among them
   */
  int condition(Frame frame, Cell cell, int value, DeferredTasks deferred);

  /**
   * Begins a task.
   *
   * @param after the numbers of what comes before; 0 is what was not deferred
   * @return its number, if it is run where it stands; nothing if it is deferred
   */
  OptionalInt begin(Frame frame, Stmt.Submit task, int[] after);

  /** A task that ran where it stood is complete. */
  void end(Frame frame, int task);

  /** The rank says something of a collective. */
  void announce(Frame frame, Stmt.Announce announce);

  /** Zeroed memory of every rank. */
  Memory allocate(String name, Allocation.Kind kind, Variable variable, Frame frame);

  /** The program waits for all dispatches so far, and calls a callback. */
  void callback(Frame frame, Stmt.Callback callback, Supplier<List<Object>> arguments);

  /** One dispatch for each rank of a domain; {@code rank} is bound to it. */
  void dispatch(Frame frame, Optional<Variable> rank, DeviceSet domain, Block body);

  /** A cell that lies inside its signal, and the statement that touches it. */
  record Cell(Region region, Stmt stmt) {
    int index() {
      return region.index();
    }
  }
}
