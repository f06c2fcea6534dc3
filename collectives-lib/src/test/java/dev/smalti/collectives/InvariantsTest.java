package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Algorithm;
import dev.smalti.lang.Reduce;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * After every collective, by every algorithm, called by the program and by a kernel, all cells are
 * 0; and after a pool is closed no thread, no native memory and no scratch is left of it, however
 * its last run has ended.
 */
@Isolated("counts threads")
@Timeout(120)
class InvariantsTest {
  private static final int COUNT = 37;

  /** Bytes of doorbells and counters, which a pool has as long as somebody holds it. */
  private static final long BELLS = 8192;

  /** No rank has trouble. */
  private static final int NONE = -1;

  private static final String EVERYTHING =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Everything {
        @InCore
        static void load(
            @Shape("n") Tensor<F32> x, @Shape("n") Window<F32> target,
            @Shape("n") Window<F32> input) {
          target.store(x.load());
          input.store(x.load());
        }

        /** As many rows as there are, to each peer. */
        @InCore
        static void count(@Shape("ranks") Window<I32> counts, int rows) {
          counts.store(Tile.fill(I32, shape(counts.dim(0)), rows));
        }

        @InCore
        static void trouble(
            @Shape("2") Tensor<I32> place, @Shape("ranks") Signal never,
            int fails, int hangs) {
          if (never.rank() == fails) {
            double missing = place.read(at(place.readInt(at(1))));
            never.notify(0, at(0), ADD, missing > 0 ? 1 : 0);
          }
          if (never.rank() == hangs) {
            while (never.read(at(0)) < place.readInt(at(1))) {
            }
          }
        }

        @InCore
        static void kernel(
            @Shape("n") Window<F32> target, @Shape("ranks * n") Window<F32> wide,
            @Shape("n") Window<F32> input, @Shape("ranks * n") Window<F32> wideInput,
            @Shape("ranks * n, 1") Window<F32> rows,
            @Shape("ranks * n, 1") Window<F32> rowsInput,
            @Shape("ranks") Window<I32> counts, @Shape("ranks") Window<I32> received,
            @Shape("ranks") Signal signal, int root) {
      IN_KERNEL
        }

        @InCore
        static void result(@Shape("n") Window<F32> target, @Shape("n") @Out Tensor<F32> y) {
          y.store(target.load());
        }

        @InCore
        static void cells(@Shape("ranks") Signal signal, @Shape("ranks") @Out Tensor<I32> cells) {
          for (int peer : range(signal.ranks())) {
            cells.write(at(peer), signal.read(at(peer)));
          }
        }

        @Host(sizes = "n = 5; root = 0; fails = 0; hangs = 0")
        static void run(
            World world, @Shape("ranks, n") Tensor<F32> x, @Shape("ranks, n") @Out Tensor<F32> y,
            @Shape("ranks, ranks") @Out Tensor<I32> cells, @Shape("2") Tensor<I32> place,
            int root, int fails, int hangs, Runnable begun) {
          Window<F32> target = world.window(F32, shape(x.dim(1)));
          Window<F32> input = world.window(F32, shape(x.dim(1)));
          Window<F32> wide = world.window(F32, shape(world.size() * x.dim(1)));
          Window<F32> wideInput = world.window(F32, shape(world.size() * x.dim(1)));
          Signal signal = world.signal(shape(world.size()));
          Signal never = world.signal(shape(world.size()));
          Window<F32> rows = world.window(F32, shape(world.size() * x.dim(1), 1));
          Window<F32> rowsInput = world.window(F32, shape(world.size() * x.dim(1), 1));
          Window<I32> counts = world.window(I32, shape(world.size()));
          Window<I32> received = world.window(I32, shape(world.size()));
          world.forEachRank(r -> count(counts, x.dim(1)));
          world.forEachRank(r -> load(x.at(r), target, input));
          target.allReduce(signal, SUM);
          wide.allGather(input, signal);
          world.forEachRank(r -> result(target, y.at(r)));
          begun.run();
          world.forEachRank(r -> trouble(place, never, fails, hangs));
      IN_PROGRAM
          world.forEachRank(
              r ->
                  kernel(
                      target, wide, input, wideInput, rows, rowsInput, counts, received, signal,
                      root));
          world.forEachRank(r -> cells(signal, cells.at(r)));
        }
      }
      """;

  @TempDir private static Path folder;

  private static ClassLoader classes;

  @BeforeAll
  static void compile() {
    String text =
        EVERYTHING
            .replace("IN_KERNEL", calls(true).indent(4))
            .replace("IN_PROGRAM", calls(false).indent(4));
    classes = Programs.compile(folder, "Everything", text);
  }

  /** Each collective by each algorithm. */
  private static String calls(boolean inKernel) {
    List<String> calls = new ArrayList<>();
    for (Form form : Form.values()) {
      for (Algorithm algorithm : form.algorithms()) {
        Choice choice = new Choice(form, algorithm, "F32", Reduce.MAX, inKernel, 2, 2);
        if (form != Form.SEND_RECEIVE || inKernel) {
          String call = Programs.call(choice, form.target(1, 2) == 2 ? "wide" : "target");
          calls.add(form.input(1, 2) == 2 ? call.replace("(input,", "(wideInput,") : call);
        }
      }
    }
    for (String algorithm : List.of("", ", MESH")) {
      calls.add("rows.allToAllV(rowsInput, signal, counts, received%s)".formatted(algorithm));
    }
    for (String barrier : List.of("", "MESH", "TREE", "CENTRAL", "RECURSIVE_DOUBLING")) {
      calls.add("signal.barrier(%s)".formatted(barrier));
    }
    if (!inKernel) {
      calls.add("target.allReduce(SUM, cores(3))");
      calls.add("wide.allGather(input, cores(2))");
      calls.add("rows.allToAllV(rowsInput, counts, received)");
    }
    return String.join(";\n", calls) + ";";
  }

  /** A run under way, and what it has of the caller. */
  private record Begun(Run run, Tensor<F32> y, Tensor<I32> cells) {
    /** What it throws, if anything. */
    Optional<RuntimeException> end() {
      try {
        run.join();
        return Optional.empty();
      } catch (RuntimeException thrown) {
        return Optional.of(thrown);
      }
    }
  }

  /** Starts a run, and waits until it has come to its callback. */
  private static Begun begin(PreparedProgram program, int ranks, int fails, int hangs)
      throws Exception {
    Tensor<F32> x = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, COUNT));
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < COUNT; i++) {
        x.write(Smalti.at(rank, i), rank + 1.0);
      }
    }
    Tensor<F32> y = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, COUNT));
    Tensor<I32> cells = Tensor.of(new int[ranks * ranks], ranks, ranks);
    Tensor<I32> place = Tensor.of(new int[] {1, 7}, 2);
    CountDownLatch begun = new CountDownLatch(1);
    Runnable tell = begun::countDown;
    Object run =
        Programs.method(program.getClass(), "submit")
            .invoke(program, x, y, cells, place, 0, fails, hangs, tell);
    begun.await();
    return new Begun((Run) run, y, cells);
  }

  private static void checkCells(Begun ended, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(ended.y().read(Smalti.at(rank, COUNT - 1))).isEqualTo(ranks * (ranks + 1) / 2.0);
      for (int peer = 0; peer < ranks; peer++) {
        assertWithMessage("cell %s of rank %s", peer, rank)
            .that(ended.cells().readInt(Smalti.at(rank, peer)))
            .isEqualTo(0);
      }
    }
  }

  private static List<DevicePool> pools(int ranks) {
    return List.of(DevicePool.threads(ranks), DevicePool.seeded(ranks, 3));
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    for (int ranks : new int[] {2, 3}) {
      for (DevicePool pool : pools(ranks)) {
        Footprint used;
        PreparedProgram program = Programs.program(classes, "Everything", "run").prepare(pool);
        try (pool) {
          endsWell(program, ranks);
          Throwable failed = begin(program, ranks, 1, NONE).end().orElseThrow();
          assertThat(failed).isInstanceOf(RankFailedException.class);
          endsWell(program, ranks);
          Begun hangs = begin(program, ranks, NONE, 0);
          hangs.run().cancel();
          assertThat(hangs.end().orElseThrow()).isInstanceOf(CancelledException.class);
          used = Footprint.of(pool);
          assertThat(used.segments().size()).isAtLeast(4 * ranks);
        }
        checkGone(pool, program, used);
      }
    }
  }

  private static void endsWell(PreparedProgram program, int ranks) throws Exception {
    Begun run = begin(program, ranks, NONE, NONE);
    assertThat(run.end()).isEqualTo(Optional.empty());
    checkCells(run, ranks);
  }

  private static void checkGone(DevicePool pool, PreparedProgram program, Footprint used)
      throws Exception {
    for (MemorySegment segment : used.segments()) {
      assertWithMessage("memory of %s", pool).that(segment.scope().isAlive()).isFalse();
    }
    Footprint left = Footprint.of(pool);
    assertWithMessage("segments of %s", pool).that(left.segments()).isEmpty();
    assertWithMessage("scratch of %s", pool).that(left.scratch()).isAtMost(BELLS);
    assertWithMessage("threads of %s", pool).that(threadsAfterAMoment()).isEmpty();
    InvocationTargetException closed =
        assertThrows(
            InvocationTargetException.class,
            () ->
                Programs.method(program.getClass(), "run")
                    .invoke(program, null, null, null, null, 0, 0, 0, null));
    assertThat(closed).hasCauseThat().isInstanceOf(RuntimeException.class);
  }

  /** A thread that has done its work may still be on its way out. */
  private static List<String> threadsAfterAMoment() throws Exception {
    List<String> threads = Footprint.threads(folder);
    for (int look = 0; look < 50 && !threads.isEmpty(); look++) {
      Thread.sleep(10);
      threads = Footprint.threads(folder);
    }
    return threads;
  }

  /** A pool that is closed while a rank hangs and the others wait in a collective. */
  @Test
  void nothingIsLeftOfARunThatIsClosed() throws Exception {
    for (DevicePool pool : pools(3)) {
      PreparedProgram program = Programs.program(classes, "Everything", "run").prepare(pool);
      Begun hangs = begin(program, 3, NONE, 2);
      Footprint used = Footprint.of(pool);
      pool.close(Duration.ZERO);
      assertThat(hangs.end().orElseThrow()).isInstanceOf(CancelledException.class);
      checkGone(pool, program, used);
    }
  }

  /** On two cores as on any number of them. */
  @Test
  void sixtyFourRanksLeaveTheirCells() throws Exception {
    try (DevicePool pool = DevicePool.threads(64);
        PreparedProgram program = Programs.program(classes, "Everything", "run").prepare(pool)) {
      endsWell(program, 64);
    }
    assertThat(threadsAfterAMoment()).isEmpty();
  }
}
