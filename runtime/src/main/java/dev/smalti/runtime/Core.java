package dev.smalti.runtime;

import dev.smalti.lang.Compare;
import dev.smalti.lang.DType;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Task;
import dev.smalti.lang.TaskOption;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Update;
import dev.smalti.lang.Window;
import dev.smalti.lang.spi.Site;
import dev.smalti.lang.spi.Storage;
import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.protocol.DeviceSet;
import java.lang.foreign.MemorySegment;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel runs on: scratch memory, the communication of its rank, and the names for reports.
 * Generated code calls it; one thread at a time uses it. A kernel without windows runs on a
 * borrowed one, as rank 0 of 1.
 *
 * <p>Lines are those of the user's source. Nothing here allocates on the way of a call that
 * succeeds, but scratch that grows.
 */
public final class Core {
  /** What one tile of a kernel may take, in bytes: half of a second-level cache of 512 KiB. */
  public static final long SCRATCH_BYTES = 256 * 1024;

  private static final CoreReserve RESERVE = new CoreReserve();

  private final int device;

  /** How many devices there are. */
  private final int world;

  /** The domain of the dispatch that runs, and the rank in it. */
  private DeviceSet domain;

  private int rank;
  private final Scratch scratch = new Scratch();
  private final DeviceTensors tensors = new DeviceTensors();
  private final NotifyLog notified;
  private final Whereabouts whereabouts;
  private final Polling polling = new Polling();
  private final SoftReference<Core> softly = new SoftReference<>(this);
  private @Nullable Session session;
  private @Nullable Pool pool;
  private @Nullable Stop stop;

  /** What deferred tasks waited for when the run ended. */
  private final List<Stop.Waiting> openWaits = new ArrayList<>();

  private volatile boolean busy;

  /** The tasks of the dispatch; a deferred task has a core of its own, and shares them. */
  private final RankTasks tasks;

  /** What blocks of this core's tasks run on; they keep their scratch. */
  private final List<Core> blockCores = new ArrayList<>();

  /** The launch of which this core runs blocks. */
  private @Nullable Launch launch;

  /** What shares of collectives run on; they keep their scratch. */
  private final List<Core> shareCores = new ArrayList<>();

  /** How many of them are at work; 0 but within {@link #spread}. */
  private volatile int spreadOver;

  /** The shares of which this core runs one, if each has a thread. */
  private @Nullable Shares shares;

  private Core(int device, int world) {
    this(device, world, new NotifyLog(world), Optional.empty());
  }

  private Core(int device, int world, NotifyLog notified, Optional<RankTasks> dispatch) {
    this.device = device;
    this.world = world;
    this.domain = DeviceSet.all(world);
    this.rank = device;
    this.whereabouts = new Whereabouts(device);
    this.notified = notified;
    this.tasks = dispatch.orElseGet(() -> new RankTasks(this));
  }

  static Core[] forRanks(int ranks) {
    Core[] cores = new Core[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      cores[rank] = new Core(rank, ranks);
    }
    return cores;
  }

  static Core alone() {
    return new Core(0, 1);
  }

  /**
   * A core for a call that needs no pool. Give it back with {@link #release()}, in a {@code
   * finally}.
   *
   * @return a core that nobody else uses
   */
  public static Core borrow() {
    return RESERVE.borrow();
  }

  /**
   * The memory of an argument; nothing is copied.
   *
   * @param tensor on the heap or not
   * @return a segment over all of its memory, in which its elements are where they are in its own
   */
  public static MemorySegment segmentOf(Tensor<?> tensor) {
    return switch (tensor.storage()) {
      case Storage.Floats(float[] array) -> MemorySegment.ofArray(array);
      case Storage.Doubles(double[] array) -> MemorySegment.ofArray(array);
      case Storage.Ints(int[] array) -> MemorySegment.ofArray(array);
      case Storage.Longs(long[] array) -> MemorySegment.ofArray(array);
      case Storage.Shorts(short[] array) -> MemorySegment.ofArray(array);
      case Storage.Bytes(byte[] array) -> MemorySegment.ofArray(array);
      case Storage.Segment(MemorySegment segment) -> segment;
    };
  }

  /** Gives a borrowed core back. */
  public void release() {
    if (session != null) {
      throw new IllegalStateException("rank " + device + " did not borrow its core");
    }
    clear();
    RESERVE.release(this);
  }

  /**
   * The rank it runs, in the domain of the dispatch.
   *
   * @return from 0 to {@code ranks() - 1}
   */
  public int rank() {
    return rank;
  }

  /**
   * How many ranks the domain of the dispatch has.
   *
   * @return at least 1
   */
  public int ranks() {
    return domain.size();
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public float[] floats(int slot, int length) {
    return scratch.floats(slot, length);
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public double[] doubles(int slot, int length) {
    return scratch.doubles(slot, length);
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public int[] ints(int slot, int length) {
    return scratch.ints(slot, length);
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public long[] longs(int slot, int length) {
    return scratch.longs(slot, length);
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public short[] shorts(int slot, int length) {
    return scratch.shorts(slot, length);
  }

  /**
   * Scratch memory, reused by every call of this core.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @return an array at least so long, contents undefined
   */
  public byte[] bytes(int slot, int length) {
    return scratch.bytes(slot, length);
  }

  /**
   * Rows of scratch memory, each an array of its own, reused by every call of this core.
   *
   * @param slot which rows, from 0; rows of different slots or types are different
   * @param count how many rows are needed
   * @param length how many elements each needs
   * @return at least so many rows at least so long, contents undefined
   */
  public float[][] floatRows(int slot, int count, int length) {
    return scratch.floatRows(slot, count, length);
  }

  /**
   * Rows of scratch memory, each an array of its own, reused by every call of this core.
   *
   * @param slot which rows, from 0; rows of different slots or types are different
   * @param count how many rows are needed
   * @param length how many elements each needs
   * @return at least so many rows at least so long, contents undefined
   */
  public double[][] doubleRows(int slot, int count, int length) {
    return scratch.doubleRows(slot, count, length);
  }

  /**
   * Rows of scratch memory, each an array of its own, reused by every call of this core.
   *
   * @param slot which rows, from 0; rows of different slots or types are different
   * @param count how many rows are needed
   * @param length how many elements each needs
   * @return at least so many rows at least so long, contents undefined
   */
  public int[][] intRows(int slot, int count, int length) {
    return scratch.intRows(slot, count, length);
  }

  /**
   * Rows of scratch memory, each an array of its own, reused by every call of this core.
   *
   * @param slot which rows, from 0; rows of different slots or types are different
   * @param count how many rows are needed
   * @param length how many elements each needs
   * @return at least so many rows at least so long, contents undefined
   */
  public long[][] longRows(int slot, int count, int length) {
    return scratch.longRows(slot, count, length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public float[] floats(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES / 4) {
      throw tooLarge(length, "F32", 4, tile, at);
    }
    return scratch.floats(slot, (int) length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public double[] doubles(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES / 8) {
      throw tooLarge(length, "F64", 8, tile, at);
    }
    return scratch.doubles(slot, (int) length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public int[] ints(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES / 4) {
      throw tooLarge(length, "I32", 4, tile, at);
    }
    return scratch.ints(slot, (int) length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public long[] longs(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES / 8) {
      throw tooLarge(length, "I64", 8, tile, at);
    }
    return scratch.longs(slot, (int) length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public short[] shorts(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES / 2) {
      throw tooLarge(length, "16 bits", 2, tile, at);
    }
    return scratch.shorts(slot, (int) length);
  }

  /**
   * Scratch memory of a tile that the user's kernel keeps, whose size is known at run time only.
   *
   * @param slot which array, from 0; arrays of different slots or types are different
   * @param length how many elements are needed
   * @param tile its name
   * @param at the line
   * @return an array at least so long, contents undefined
   * @throws IllegalArgumentException if it takes more than {@link #SCRATCH_BYTES}
   */
  public byte[] bytes(int slot, long length, String tile, int at) {
    if (length > SCRATCH_BYTES) {
      throw tooLarge(length, "8 bits", 1, tile, at);
    }
    return scratch.bytes(slot, (int) length);
  }

  /**
   * Whether kernels run their loops in vectors.
   *
   * @return whether the tier is {@link Tier#VECTOR}
   * @throws IllegalStateException if the tier that was asked for cannot run
   */
  public boolean hasVectors() {
    return Tier.current() == Tier.VECTOR;
  }

  /**
   * Names the kernel that runs from here on, until it leaves.
   *
   * @param entered its names
   */
  public void enter(Kernel entered) {
    whereabouts.enter(entered);
  }

  /**
   * Says where the kernel of a collective is called that runs next, so that reports can name it.
   *
   * @param caller who calls the collective
   * @param line the user's line
   * @return this core
   */
  public Core calling(Kernel caller, int line) {
    whereabouts.calls(caller, line);
    return this;
  }

  /**
   * The kernel is done, and who called it runs on. Not called when the kernel throws, so that the
   * report can name it.
   */
  public void leave() {
    whereabouts.leave();
  }

  /**
   * A tensor that tasks hand to each other, reused by every call of this core.
   *
   * @param <T> the element type
   * @param slot which tensor, from 0
   * @param dtype the element type
   * @param at the line
   * @param shape the extents
   * @return the tensor, every element 0 or false
   * @throws IllegalArgumentException if an extent is below 1, or no array is that long
   */
  public <T extends DType> Tensor<T> zeros(int slot, T dtype, int at, long... shape) {
    letGoOfTensors(slot);
    try {
      return tensors.zeros(slot, dtype, shape);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(at(at) + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * A tensor that tasks hand to each other, reused by every call of this core.
   *
   * @param <T> the element type
   * @param slot which tensor, from 0
   * @param dtype the element type
   * @param at the line
   * @param shape the extents
   * @return the tensor, contents undefined
   * @throws IllegalArgumentException if an extent is below 1, or no array is that long
   */
  public <T extends DType> Tensor<T> undefined(int slot, T dtype, int at, long... shape) {
    letGoOfTensors(slot);
    try {
      return tensors.undefined(slot, dtype, shape);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(at(at) + ": " + refused.getMessage(), refused);
    }
  }

  /** A deferred task may still use what was made there before. */
  private void letGoOfTensors(int slot) {
    if (hasTasks()) {
      tensors.letGo(slot);
    }
  }

  /**
   * Runs a kernel in blocks, on this thread and others, and returns when all are done.
   *
   * @param caller who launches
   * @param line the user's line
   * @param blocks how many
   * @param call runs one
   * @throws IllegalArgumentException if there is no block
   * @throws CancelledException if it was stopped
   */
  public void spmd(Kernel caller, int line, int blocks, BlockCall call) {
    if (blocks < 1) {
      throw noBlocks(caller, line, blocks);
    }
    whereabouts.comesTo(line);
    poll();
    Launch running = new Launch(blocks, call);
    int width = Launch.width(blocks);
    while (blockCores.size() < width) {
      blockCores.add(new Core(device, world));
    }
    List<Core> cores = blockCores.subList(0, width);
    cores.forEach(core -> core.beginBlocks(running, pool));
    cores.forEach(core -> core.enters(domain, rank));
    running.run(cores);
    Optional<Launch.Failure> failure = running.failure();
    failure.ifPresent(first -> failsIn(first, caller.at(line)));
    cores.forEach(Core::endBlocks);
    if (failure.isPresent()) {
      throw failure.get().unchecked();
    }
  }

  /**
   * Runs the shares of a collective, each on a core of its own, and returns when all are done. They
   * run at the same time where the pool can do that; else one after the other.
   *
   * @param caller who calls the collective
   * @param line the user's line
   * @param count how many, at least 1
   * @param call runs one
   * @throws IllegalArgumentException if a device has fewer cores
   * @throws CancelledException if the run was given up
   */
  public void spread(Kernel caller, int line, int count, ShareCall call) {
    Pool devices = Objects.requireNonNull(pool, "shares run in dispatches only");
    whereabouts.enter(caller);
    whereabouts.comesTo(line);
    if (count > devices.cores()) {
      throw new IllegalArgumentException(
          caller.at(line) + ": cores(" + count + "); a device has " + devices.cores() + " cores");
    }
    while (shareCores.size() < count) {
      shareCores.add(new Core(device, world));
    }
    List<Core> cores = shareCores.subList(0, count);
    cores.forEach(core -> core.beginShare(this));
    spreadOver = count;
    ShareCall bound = (core, share) -> Session.runShare(core, () -> call.run(core, share));
    try {
      Optional<Shares.Failure> failure =
          devices.concurrent() && count > 1
              ? together(cores, bound, devices)
              : oneAfterTheOther(cores, bound);
      failure.ifPresent(first -> failsOn(cores, first));
    } finally {
      spreadOver = 0;
      cores.forEach(Core::endShare);
    }
    whereabouts.leave();
  }

  private Optional<Shares.Failure> together(List<Core> cores, ShareCall call, Pool devices) {
    Shares running = new Shares(cores, call);
    cores.forEach(core -> core.shares = running);
    return running.run(
        "smalti-" + devices.name() + "-rank-" + device, holds -> devices.await(device, holds, 0));
  }

  private static Optional<Shares.Failure> oneAfterTheOther(List<Core> cores, ShareCall call) {
    for (int share = 0; share < cores.size(); share++) {
      try {
        call.run(cores.get(share), share);
      } catch (RuntimeException | Error thrown) {
        return Optional.of(new Shares.Failure(share, thrown));
      }
    }
    return Optional.empty();
  }

  /** What its shares were doing is what the rank was doing. */
  private void failsOn(List<Core> cores, Shares.Failure failure) {
    for (int share = 0; share < cores.size(); share++) {
      Core core = cores.get(share);
      notified.takeOver(core.notified);
      if (core.stop instanceof Stop.Waiting wait) {
        openWaits.add(wait.on(share));
      }
    }
    Core first = cores.get(failure.share());
    stop = first.stop == null ? null : first.stop.on(failure.share());
    whereabouts.continuesIn(first.whereabouts);
    if (failure.thrown() instanceof Error error) {
      whereabouts.onCore(failure.share());
      throw error;
    }
    if (!(failure.thrown() instanceof CancelledException)) {
      whereabouts.onCore(failure.share());
    }
    throw (RuntimeException) failure.thrown(); // Kernels declare no exceptions.
  }

  private void beginShare(Core dispatch) {
    clear();
    notified.clear();
    session = dispatch.session;
    pool = dispatch.pool;
    enters(dispatch.domain, dispatch.rank);
  }

  /** Lets go of what the collective held. */
  private void endShare() {
    notified.clear();
    shares = null;
    session = null;
    pool = null;
  }

  /**
   * Submits a task, which runs now or is deferred.
   *
   * @param caller who submits
   * @param line the user's line
   * @param call runs it
   * @param options what comes before
   * @return the task
   */
  public Task submit(Kernel caller, int line, TaskCall call, TaskOption... options) {
    whereabouts.comesTo(line);
    poll();
    return tasks.submit(this, core -> core.performs(call, this, caller, line), options);
  }

  /** On a core of its own it is not known yet whose task it is. */
  private void performs(TaskCall call, Core asking, Kernel caller, int line) {
    if (this == asking) {
      call.run(this);
      return;
    }
    enter(caller);
    whereabouts.comesTo(line);
    call.run(this);
    leave();
  }

  /**
   * Submits a task of blocks, which runs now or is deferred.
   *
   * @param caller who launches
   * @param line the user's line
   * @param blocks how many
   * @param call runs one
   * @param options what comes before
   * @return the task
   * @throws IllegalArgumentException if there is no block
   */
  public Task spmd(Kernel caller, int line, int blocks, BlockCall call, TaskOption... options) {
    if (blocks < 1) {
      throw noBlocks(caller, line, blocks);
    }
    return submit(caller, line, core -> core.spmd(caller, line, blocks, call), options);
  }

  private static IllegalArgumentException noBlocks(Kernel caller, int line, int blocks) {
    return new IllegalArgumentException(
        caller.at(line) + ": spmd is to run " + blocks + " blocks; there is at least 1");
  }

  private void failsIn(Launch.Failure failure, String launchedAt) {
    Core core = failure.core();
    stop = core.stop;
    whereabouts.continuesIn(core.whereabouts);
    if (!(failure.thrown() instanceof CancelledException)) {
      whereabouts.inBlock(failure.block());
      failure.thrown().addSuppressed(new BlockException(failure.block(), launchedAt));
    }
  }

  private void beginBlocks(Launch running, @Nullable Pool devices) {
    clear();
    launch = running;
    pool = devices;
  }

  /** Lets go of what the launch held. */
  private void endBlocks() {
    launch = null;
    pool = null;
  }

  /** The thread that waits for blocks was interrupted. */
  CancelledException interrupted() {
    return stopped(whereabouts.running(polls()));
  }

  /**
   * Asks whether to go on; loops call it. In a run that is whether the run was given up, else
   * whether the calling thread was interrupted, which it is still.
   *
   * @throws CancelledException if it was
   */
  public void poll() {
    if (launch != null && launch.isOver()
        || shares != null && shares.isOver()
        || (pool == null ? Thread.currentThread().isInterrupted() : pool.cancelled())) {
      throw stopped(whereabouts.running(polls()));
    }
  }

  /**
   * The flat number of a cell of a signal with one axis.
   *
   * @param signal a signal or a view of one
   * @param at the line
   * @param i the coordinate
   * @return the cell, counted from the first of the whole signal
   */
  public long cell(Signal signal, int at, long i) {
    if (signal.axes() != 1 || i < 0 || i >= signal.extent(0)) {
      throw noCell(signal, at, i);
    }
    return signal.offset() + i;
  }

  /**
   * The flat number of a cell of a signal with two axes.
   *
   * @param signal a signal or a view of one
   * @param at the line
   * @param i the first coordinate
   * @param j the second coordinate
   * @return the cell, counted from the first of the whole signal
   */
  public long cell(Signal signal, int at, long i, long j) {
    if (signal.axes() != 2 || i < 0 || i >= signal.extent(0) || j < 0 || j >= signal.extent(1)) {
      throw noCell(signal, at, i, j);
    }
    return signal.offset() + i * signal.stride(0) + j;
  }

  /**
   * The flat number of a cell of a signal with any number of axes.
   *
   * @param signal a signal or a view of one
   * @param at the line
   * @param position a coordinate for each axis
   * @return the cell, counted from the first of the whole signal
   */
  public long cell(Signal signal, int at, long... position) {
    if (position.length != signal.axes()) {
      throw noCell(signal, at, position);
    }
    long cell = signal.offset();
    for (int axis = 0; axis < position.length; axis++) {
      if (position[axis] < 0 || position[axis] >= signal.extent(axis)) {
        throw noCell(signal, at, position);
      }
      cell += position[axis] * signal.stride(axis);
    }
    return cell;
  }

  private IndexOutOfBoundsException noCell(Signal signal, int at, long... position) {
    return new IndexOutOfBoundsException(
        at(at) + ": " + signal + " has no cell " + Arrays.toString(position) + negative(position));
  }

  /**
   * Changes a cell of a peer. A release: what this rank wrote before is visible to who awaits it.
   *
   * @param signal whose cells
   * @param peer whose instance
   * @param cell from {@code cell(...)}
   * @param update how
   * @param value what is added or set; a sum wraps
   * @param at the line
   */
  public void notify(Signal signal, int peer, long cell, Update update, int value, int at) {
    if (peer < 0 || peer >= domain.size()) {
      throw noPeer(signal.toString(), peer, at);
    }
    whereabouts.comesTo(at);
    cells(signal, at).notify(this, domain.device(peer), (int) cell, update, value, at);
  }

  /**
   * Waits for a cell of this rank. An acquire.
   *
   * @param signal whose cells
   * @param cell from {@code cell(...)}
   * @param relation {@code GE} or {@code EQ}
   * @param value what the cell is compared with
   * @param at the line
   * @throws CancelledException if the run was given up
   */
  public void await(Signal signal, long cell, Compare relation, int value, int at) {
    whereabouts.comesTo(at);
    SharedCells cells = cells(signal, at);
    if (hasTasks() || shares != null || !cells.holdsSoon(device, (int) cell, relation, value)) {
      sleep(cells, cell, relation, value, at);
    }
  }

  private boolean sleepInPool(BooleanSupplier holds) {
    return pool != null && pool.await(device, holds, 0);
  }

  /** Waits where others can see it. */
  private void sleep(SharedCells cells, long cell, Compare relation, int value, int at) {
    whereabouts.waits(cells, (int) cell, relation, value);
    boolean holds;
    if (hasTasks() || shares != null) {
      CellWait wait =
          new CellWait(cells, device, (int) cell, relation, value, whereabouts.site(at));
      holds = shares == null ? tasks.await(wait) : shares.await(wait, this::sleepInPool);
    } else {
      holds = cells.await(device, (int) cell, relation, value, at);
    }
    if (!holds) {
      throw stoppedWaiting(cells.stop(device, cell, relation, value, whereabouts.site(at)));
    }
    whereabouts.goesOn();
  }

  /**
   * A condition on a cell of this rank.
   *
   * @param signal whose cells
   * @param cell from {@code cell(...)}
   * @param relation {@code GE}
   * @param value what the cell is compared with
   * @param at the line
   * @return the task that is complete once the cell has stood in the relation
   * @throws IllegalArgumentException if the value is negative
   */
  public Task reaches(Signal signal, long cell, Compare relation, int value, int at) {
    if (value < 0) {
      throw new IllegalArgumentException(
          at(at) + ": " + signal + " reaches " + value + " at once; ask for at least 1");
    }
    whereabouts.comesTo(at);
    SharedCells cells = cells(signal, at);
    return tasks.condition(
        new CellWait(cells, device, (int) cell, relation, value, whereabouts.site(at)));
  }

  /**
   * A cell of this rank, now. An acquire. A rank that reads again and again and sees no change lets
   * others run.
   *
   * @param signal whose cells
   * @param cell from {@code cell(...)}
   * @param at the line
   * @return its value
   * @throws CancelledException if the run was given up while the rank reads in vain
   */
  public int read(Signal signal, long cell, int at) {
    SharedCells cells = cells(signal, at);
    whereabouts.reads(cells, (int) cell, at);
    int held = read(cells, (int) cell, at);
    if (polling.endsRound()) {
      poll();
      letOthersRun();
    }
    return held;
  }

  /**
   * An instance of a window, before it is used.
   *
   * @param window the window or a view of it
   * @param peer whose instance; the own rank is possible
   * @param at the line
   * @return the whole instance; element e of the view is at byte {@code (window.offset() + e) *
   *     bytes}
   */
  public MemorySegment instance(Window<?> window, int peer, int at) {
    if (peer < 0 || peer >= domain.size()) {
      throw noPeer(window.toString(), peer, at);
    }
    whereabouts.comesTo(at);
    if (pool == null) {
      throw new IllegalStateException(
          at(at) + ": " + window + " is used outside of a dispatch; run its program on a pool");
    }
    boolean known =
        window.memory() instanceof SharedWindow shared
            && session != null
            && shared.belongsTo(session, domain);
    if (!known) {
      throw new IllegalArgumentException(
          at(at) + ": " + window + " does not belong to the dispatch that uses it");
    }
    pool.step(device, at);
    return window.instance(peer);
  }

  // ---- for this package

  /** Whether tasks are deferred: then who waits lets them run. */
  boolean hasTasks() {
    return !tasks.idle();
  }

  RankTasks tasks() {
    return tasks;
  }

  /** A core for a deferred task of this one's dispatch. */
  Core forTask() {
    return new Core(device, world, notified, Optional.of(tasks));
  }

  /** What a deferred task does is part of the run. */
  void beginTask(Core dispatch) {
    clear();
    session = dispatch.session;
    pool = dispatch.pool;
    enters(dispatch.domain, dispatch.rank);
  }

  Optional<Session> session() {
    return Optional.ofNullable(session);
  }

  Optional<Pool> pool() {
    return Optional.ofNullable(pool);
  }

  /** The dispatch is over; what its tasks still wait for is kept for the report. */
  void endTasks() {
    if (hasTasks()) {
      tasks.waits().forEach(wait -> openWaits.add(wait.stop()));
    }
    tasks.end();
  }

  /** The dispatch waits, and does nothing but what its tasks wait for. */
  void waitsForTasks(CellWait first) {
    whereabouts.waitsForTask(first);
  }

  void goesOnWithTasks() {
    whereabouts.goesOnWithTasks();
  }

  /** Holds it only as long as memory is not scarce. */
  SoftReference<Core> softly() {
    return softly;
  }

  /** Lets go of its scratch memory. */
  void forget() {
    blockCores.forEach(Core::forget);
    shareCores.clear();
    tasks.forget();
    scratch.clear();
    tensors.clear();
  }

  /** A run begins. */
  void begin(Session next, Pool devices) {
    clear();
    session = next;
    pool = devices;
    notified.clear();
  }

  private void clear() {
    stop = null;
    openWaits.clear();
    whereabouts.clear();
    polling.clear();
  }

  boolean runs(Session other) {
    return session == other;
  }

  boolean runsIn(DeviceSet other) {
    return domain.equals(other);
  }

  /** The dispatches that follow are of a domain. */
  void enters(DeviceSet devices, int rankInside) {
    domain = devices;
    rank = rankInside;
  }

  /** The device, whatever the domain. */
  int device() {
    return device;
  }

  /** A dispatch begins, or has ended. */
  void performs(boolean dispatch) {
    if (dispatch && whereabouts.inKernel()) {
      whereabouts.clear(); // The call of a collective, which is over.
    }
    busy = dispatch;
  }

  /** The line that reports name for a step at a line of the kernel. */
  int reported(int at) {
    return whereabouts.reported(at);
  }

  NotifyLog notified() {
    return notified;
  }

  Optional<Stop> stop() {
    return Optional.ofNullable(stop)
        .or(() -> openWaits.stream().findFirst().map(wait -> (Stop) wait));
  }

  /** All that the rank waited for when it was stopped, each once. */
  List<Stop.Waiting> waits() {
    List<Stop.Waiting> waits = new ArrayList<>();
    if (stop instanceof Stop.Waiting own) {
      waits.add(own);
    }
    openWaits.stream().filter(wait -> !waits.contains(wait)).distinct().forEach(waits::add);
    return waits;
  }

  /** What the rank does at this moment; nothing if no dispatch runs. Any thread may ask. */
  Optional<Stop> now() {
    if (!busy) {
      return Optional.empty();
    }
    int several = spreadOver;
    for (int share = 0; share < several; share++) {
      Core core = shareCores.get(share);
      if (core.whereabouts.inKernel()) {
        return Optional.of(core.whereabouts.now(core.polls()).on(share));
      }
    }
    return Optional.of(whereabouts.now(polls()));
  }

  /** For a method that runs as it stands; it is asked to stop only while it reads in vain. */
  int read(SharedCells cells, int cell, Site caller) {
    int held = read(cells, cell, caller.line());
    if (polling.endsRound() && pool != null) {
      if (pool.cancelled()) {
        throw stopped(cells.reading(device, cell, caller.resolved()));
      }
      letOthersRun();
    }
    return held;
  }

  private int read(SharedCells cells, int cell, int at) {
    int held = cells.held(device, cell, at);
    polling.sees(cells, cell, held);
    return held;
  }

  private void letOthersRun() {
    if (hasTasks()) {
      tasks.pause();
    }
    if (pool != null) {
      pool.pause(device, polling.rounds());
    }
  }

  private boolean polls() {
    return polling.rounds() > 0;
  }

  /** A method that runs as it stands polls nowhere; it stops at what it does with windows. */
  void checkGoingOn() {
    if (pool != null && pool.cancelled() && !whereabouts.inKernel()) {
      throw stopped(new Stop.Running(" at " + Site.caller().resolved()));
    }
  }

  private CancelledException stopped(Stop here) {
    stop = here;
    return new CancelledException(
        pool == null
            ? whereabouts.what() + " was stopped: its thread was interrupted"
            : "rank " + device + " was" + Report.stoppedAt(here));
  }

  CancelledException stoppedWaiting(Stop.Waiting wait) {
    return stopped(wait);
  }

  /** {@code at Ring.java:18: / by zero}, or the next best that is known. */
  String failedAt(Throwable thrown) {
    return whereabouts.failedAt(thrown);
  }

  private String at(int at) {
    return whereabouts.text(at);
  }

  private IllegalArgumentException tooLarge(
      long length, String dtype, int bytes, String tile, int at) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s: tile %s of %,d elements of %s takes %,d bytes, a core keeps tiles of at most %,d;"
                + " work in blocks: load and store a part of the rows or columns in a loop",
            at(at),
            tile,
            length,
            dtype,
            length * bytes,
            SCRATCH_BYTES));
  }

  private SharedCells cells(Signal signal, int at) {
    if (signal.cells() instanceof SharedCells cells
        && session != null
        && cells.belongsTo(session, domain)) {
      return cells;
    }
    boolean other =
        signal.cells() instanceof SharedCells cells
            && session != null
            && cells.belongsTo(session, cells.domain());
    throw new IllegalArgumentException(
        at(at)
            + ": "
            + signal
            + " does not belong to the "
            + (other ? "domain of the dispatch" : "run")
            + " that uses it");
  }

  private IndexOutOfBoundsException noPeer(String what, int peer, int at) {
    return new IndexOutOfBoundsException(
        at(at)
            + ": "
            + what
            + " has no instance on rank "
            + peer
            + "; ranks are 0 to "
            + (domain.size() - 1)
            + negative(peer));
  }

  private static String negative(long... values) {
    return Arrays.stream(values).anyMatch(value -> value < 0)
        ? "; Math.floorMod is never negative"
        : "";
  }
}
