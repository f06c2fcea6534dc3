package dev.smalti.lang;

import dev.smalti.lang.spi.DeviceTasks;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.Site;
import dev.smalti.lang.spi.WindowMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** The ranks of a run with one rank, which runs in the caller's thread at once. */
final class SingleRank implements Ranks {
  private static final long ALIGNMENT = 64;

  private final ScopedValue<Integer> rank = ScopedValue.newInstance();
  private final DeviceTasks<Wait> tasks = new DeviceTasks<>(new Device());

  @Override
  public int size() {
    return 1;
  }

  @Override
  public int cores() {
    return SIMULATED_CORES;
  }

  @Override
  public boolean bound() {
    return rank.isBound();
  }

  @Override
  public int current() {
    if (!rank.isBound()) {
      throw new IllegalStateException("there is no rank here; forEachRank runs calls with a rank");
    }
    return rank.get();
  }

  @Override
  public WindowMemory window(String name, long bytes) {
    return new Memory(Arena.ofAuto().allocate(bytes, ALIGNMENT));
  }

  @Override
  public SignalCells signal(String name, int[] shape) {
    int[] values = new int[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    return new Cells(tasks, name, shape.clone(), values);
  }

  /** The one device is the only domain. */
  @Override
  public Ranks devices(int... devices) {
    return this;
  }

  @Override
  public void forEachRank(IntConsumer call) {
    if (bound()) {
      throw new IllegalStateException("rank 0 dispatches; only the @Host method does");
    }
    try {
      ScopedValue.where(rank, 0).run(() -> tasks.run(() -> call.accept(0)));
      if (!tasks.finish()) {
        throw stalled(tasks, Optional.empty());
      }
    } finally {
      tasks.end();
    }
  }

  /** What a task threw, or that nothing can end what is waited for. */
  private static RuntimeException stalled(DeviceTasks<Wait> tasks, Optional<Wait> own) {
    Throwable thrown = tasks.failure().orElse(null);
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      return exception;
    }
    StringBuilder text =
        new StringBuilder("World.eager(1): every rank is blocked or finished, and no wait can end");
    own.ifPresent(wait -> text.append(wait.text()));
    tasks.waits().stream().map(Wait::text).distinct().forEach(text::append);
    text.append("; rank 0 is the only rank, so nobody can raise it: notify before you await");
    return new IllegalStateException(text.toString());
  }

  /** The only rank does all that can be done by itself. */
  private final class Device implements DeviceTasks.Device {
    @Override
    public boolean await(BooleanSupplier holds) {
      return holds.getAsBoolean();
    }

    @Override
    public void perform(Runnable task) {
      ScopedValue.where(rank, 0).run(task);
    }
  }

  /** A wait, or a condition. */
  private record Wait(Cells cells, long cell, Compare relation, int value, Site site)
      implements BooleanSupplier {
    @Override
    public boolean getAsBoolean() {
      return relation.holds(cells.values[(int) cell], value);
    }

    String text() {
      return "\n  rank 0 waits at "
          + site
          + " for "
          + cells.name
          + cells.coordinates(cell)
          + (relation == Compare.GE ? " >= " : " == ")
          + value
          + ", holds "
          + cells.values[(int) cell];
    }
  }

  /** Every dispatch was done when forEachRank returned. */
  @Override
  public void finish() {}

  @Override
  public void abandon() {}

  /** The only instance. */
  private record Memory(MemorySegment segment) implements WindowMemory {
    @Override
    public int ranks() {
      return 1;
    }

    @Override
    public long bytes() {
      return segment.byteSize();
    }

    @Override
    public MemorySegment instance(int rank) {
      return segment;
    }
  }

  /** The only instance; one thread at a time uses it. */
  private static final class Cells implements SignalCells {
    private final DeviceTasks<Wait> tasks;
    private final String name;
    private final int[] shape;
    private final int[] values;

    Cells(DeviceTasks<Wait> tasks, String name, int[] shape, int[] values) {
      this.tasks = tasks;
      this.name = name;
      this.shape = shape;
      this.values = values;
    }

    @Override
    public int ranks() {
      return 1;
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public void notify(int rank, long cell, Update update, int value, Site site) {
      tasks.look();
      switch (update) {
        case SET -> values[(int) cell] = value;
        case ADD -> values[(int) cell] += value;
      }
    }

    @Override
    public void await(int rank, long cell, Compare relation, int value, Site site) {
      if (relation.holds(values[(int) cell], value)) {
        return;
      }
      Wait wait = new Wait(this, cell, relation, value, site.resolved());
      if (!tasks.await(wait)) {
        throw stalled(tasks, Optional.of(wait));
      }
    }

    @Override
    public Task reaches(int rank, long cell, Compare relation, int value, Site site) {
      return tasks.condition(new Wait(this, cell, relation, value, site.resolved()));
    }

    /** Who reads in a loop polls nowhere else, so an interrupt is noticed here. */
    @Override
    public int read(int rank, long cell, Site site) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException(
            "World.eager(1): rank 0 was stopped while it read "
                + name
                + coordinates(cell)
                + " at "
                + site.resolved()
                + ": its thread was interrupted");
      }
      return values[(int) cell];
    }

    private String coordinates(long cell) {
      int[] position = new int[shape.length];
      long rest = cell;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        position[axis] = (int) (rest % shape[axis]);
        rest /= shape[axis];
      }
      return Arrays.toString(position);
    }
  }
}
