package dev.smalti.runtime;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Task;
import dev.smalti.lang.Update;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.Site;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.Relation;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.Arrays;

/**
 * The cells of one signal of a run: those of the pool, with the name and shape that reports need.
 */
final class SharedCells implements SignalCells {
  private final Session session;
  private final DeviceSet domain;
  private final PoolCells cells;
  private final int number;
  private final String name;
  private final int[] shape;

  SharedCells(
      Session session, DeviceSet domain, PoolCells cells, int number, String name, int[] shape) {
    this.session = session;
    this.domain = domain;
    this.cells = cells;
    this.number = number;
    this.name = name;
    this.shape = shape.clone();
  }

  /** Its number among the signals of the run, from 0. */
  int number() {
    return number;
  }

  String name() {
    return name;
  }

  /** The devices that have cells. */
  DeviceSet domain() {
    return domain;
  }

  boolean belongsTo(Session other, DeviceSet devices) {
    return session == other && domain.equals(devices);
  }

  /** The cell as the user writes it, {@code [3, 0]}. */
  String position(long cell) {
    int[] position = new int[shape.length];
    long rest = cell;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      position[axis] = (int) (rest % shape[axis]);
      rest /= shape[axis];
    }
    return Arrays.toString(position);
  }

  @Override
  public int ranks() {
    return domain.size();
  }

  @Override
  public int size() {
    return cells.count();
  }

  @Override
  public void notify(int rank, long cell, Update update, int value, Site site) {
    Core core = session.core();
    core.checkGoingOn();
    notify(core, domain.device(rank), Math.toIntExact(cell), update, value, site.line());
  }

  @Override
  public void await(int rank, long cell, Compare relation, int value, Site site) {
    Core core = session.core();
    int at = Math.toIntExact(cell);
    int device = domain.device(rank);
    boolean holds =
        core.hasTasks()
            ? core.tasks().await(new CellWait(this, device, at, relation, value, site.resolved()))
            : await(device, at, of(relation), value, site.line());
    if (!holds) {
      throw core.stoppedWaiting(stop(device, cell, relation, value, site.resolved()));
    }
  }

  @Override
  public Task reaches(int rank, long cell, Compare relation, int value, Site site) {
    int at = Math.toIntExact(cell);
    CellWait wait = new CellWait(this, domain.device(rank), at, relation, value, site.resolved());
    return session.core().tasks().condition(wait);
  }

  @Override
  public int read(int rank, long cell, Site site) {
    return session.core().read(this, Math.toIntExact(cell), site);
  }

  /** From here on ranks are devices. */
  void notify(Core core, int peer, int cell, Update update, int value, int line) {
    core.notified().record(peer, this, cell, core.reported(line));
    if (peer == core.device() && core.hasTasks()) {
      core.tasks().look();
    }
    switch (update) {
      case ADD -> cells.add(core.device(), peer, cell, value, line);
      case SET -> cells.set(core.device(), peer, cell, value, line);
    }
  }

  /** Whether it holds, without a sleep; false says nothing. */
  boolean holdsSoon(int rank, int cell, Compare relation, int value) {
    return cells.holdsSoon(rank, cell, of(relation), value);
  }

  boolean await(int rank, int cell, Compare relation, int value, int line) {
    return cells.await(rank, cell, of(relation), value, line);
  }

  private boolean await(int rank, int cell, Relation relation, int value, int line) {
    return cells.holdsSoon(rank, cell, relation, value)
        || cells.await(rank, cell, relation, value, line);
  }

  /** What the own cell holds when the rank comes to read it. */
  int held(int rank, int cell, int line) {
    return cells.read(rank, cell, line);
  }

  /** A cell as it is now; not a step of the rank. */
  int now(int rank, int cell) {
    return cells.peek(rank, cell);
  }

  Stop.Waiting stop(int rank, long cell, Compare relation, int value, Site site) {
    String wanted = (relation == Compare.GE ? ">= " : "== ") + value;
    int held = cells.peek(rank, Math.toIntExact(cell));
    return new Stop.Waiting(site, name, cell, position(cell), wanted, held, "");
  }

  Stop.Reading reading(int rank, int cell, Site site) {
    return new Stop.Reading(site, name + position(cell), cells.peek(rank, cell));
  }

  private Relation of(Compare relation) {
    return switch (relation) {
      case GE -> Relation.AT_LEAST;
      case EQ -> Relation.EQUAL;
      case NE, LT, LE, GT ->
          throw new IllegalArgumentException(
              "signal " + name + ": await takes GE and EQ, not " + relation);
    };
  }
}
