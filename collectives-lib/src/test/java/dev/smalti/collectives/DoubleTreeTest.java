package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.collectives.TwoTrees.Node;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.simulator.Jitter;
import dev.smalti.simulator.WeakMemory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The two trees share the work, and what goes along them is combined in the order that the Javadoc
 * states, bit for bit: round after round on the same windows, which are written at once when a call
 * returns.
 */
@Timeout(240)
class DoubleTreeTest {
  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Halves {
        @Inline
        static void write(Tensor<F32> x, Window<F32> data, int factor) {
          for (int i : range(0, data.dim(0), 4096)) {
            int n = Math.min(4096, data.dim(0) - i);
            data.slice(at(i), shape(n)).store(x.slice(at(i), shape(n)).load().mul(factor));
          }
        }

        @Inline
        static void add(Window<F32> data, Tensor<F32> sum) {
          for (int i : range(0, data.dim(0), 4096)) {
            int n = Math.min(4096, data.dim(0) - i);
            Tensor<F32> part = sum.slice(at(i), shape(n));
            part.store(part.load().add(data.slice(at(i), shape(n)).load()));
          }
        }

        @InCore
        static void kernel(
            @Shape("n") Tensor<F32> x, @Shape("n") @InOut Tensor<F32> sums,
            @Shape("n") @InOut Tensor<F32> atRoot, @Shape("n") @InOut Tensor<F32> everywhere,
            @Shape("n") Window<F32> data, @Shape("n") Window<F32> other,
            @Shape("ranks") Signal signal, @Shape("ranks") @Out Tensor<I32> cells, int rounds) {
          for (int round : range(rounds)) {
            int root = round % data.ranks();
            write(x, data, round + 1);
            data.allReduce(signal, SUM, DOUBLE_TREE);
            add(data, sums);
            write(x, data, round + 1);
            data.reduce(signal, SUM, root, DOUBLE_TREE);
            if (data.rank() == root) {
              add(data, atRoot);
            }
            data.broadcast(signal, root, DOUBLE_TREE);
            add(data, everywhere);
            write(x, data, round + 1);
            other.allReduce(data, signal, SUM, DOUBLE_TREE);
            add(other, sums);
          }
          signal.barrier();
          for (int peer : range(signal.ranks())) {
            cells.write(at(peer), signal.read(at(peer)));
          }
        }

        @Host(sizes = "n = 5; rounds = 2")
        static void run(
            World world, int rounds, @Shape("ranks, n") Tensor<F32> x,
            @Shape("ranks, n") @InOut Tensor<F32> sums,
            @Shape("ranks, n") @InOut Tensor<F32> atRoot,
            @Shape("ranks, n") @InOut Tensor<F32> everywhere,
            @Shape("ranks, ranks") @Out Tensor<I32> cells) {
          Window<F32> data = world.window(F32, shape(x.dim(1)));
          Window<F32> other = world.window(F32, shape(x.dim(1)));
          Signal signal = world.signalFor(data);
          world.forEachRank(
              r ->
                  kernel(
                      x.at(r), sums.at(r), atRoot.at(r), everywhere.at(r), data, other, signal,
                      cells.at(r), rounds));
        }
      }
      """;

  @TempDir private static Path folder;

  private static ClassLoader classes;

  @BeforeAll
  static void compile() {
    classes = Programs.compile(folder, "Halves", PROGRAM);
  }

  // ---- the trees

  static IntStream worlds() {
    return IntStream.concat(IntStream.rangeClosed(1, 64), IntStream.of(1000));
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void whoPassesOnInOneIsALeafOfTheOther(int ranks) {
    int root = ranks / 3;
    Node[] first = nodes(ranks, root, 0);
    Node[] second = nodes(ranks, root, 1);
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != root) {
        assertWithMessage("rank %s of %s", rank, ranks)
            .that(children(first[rank]) == 0 || children(second[rank]) == 0)
            .isTrue();
      }
    }
    checkTree(first, root);
    checkTree(second, root);
  }

  private static Node[] nodes(int ranks, int root, int tree) {
    Node[] nodes = new Node[ranks];
    World.eager(ranks)
        .run(
            world -> {
              Signal signal = world.signal(Smalti.shape(ranks));
              world.forEachRank(_ -> nodes[signal.rank()] = TwoTrees.node(signal, root, tree));
            });
    return nodes;
  }

  private static int children(Node node) {
    return (node.left() >= 0 ? 1 : 0) + (node.right() >= 0 ? 1 : 0);
  }

  /** Every rank is the child of its parent, and the root is near above all. */
  private static void checkTree(Node[] nodes, int root) {
    assertWithMessage("above the root").that(nodes[root].parent()).isLessThan(0);
    assertWithMessage("below the root").that(children(nodes[root])).isAtMost(1);
    for (int rank = 0; rank < nodes.length; rank++) {
      int above = rank;
      for (int step = 0; step < TwoTrees.depth(nodes.length) && above != root; step++) {
        Node parent = nodes[nodes[above].parent()];
        assertWithMessage("%s of %s below %s", above, nodes.length, parent)
            .that((parent.left() == above) != (parent.right() == above))
            .isTrue();
        above = nodes[above].parent();
      }
      assertWithMessage("above %s of %s", rank, nodes.length).that(above).isEqualTo(root);
    }
  }

  // ---- the order

  /** What the ranks have, combined from the left to the right of a tree. */
  private static float combined(float[] ranked, int root, int tree) {
    int ranks = ranked.length;
    float[] placed = new float[ranks];
    for (int number = 1; number < ranks; number++) {
      boolean isBefore = tree == 1 && number == ranks - 1;
      placed[isBefore ? 1 : number + tree] = ranked[(root + number) % ranks];
    }
    return ranks == 1 ? ranked[0] : ranked[root] + between(placed, 1, ranks - 1);
  }

  /** The roundest number of a range is above those before it and those behind it. */
  private static float between(float[] placed, int first, int last) {
    int top = first;
    for (int place = first; place <= last; place++) {
      top = Integer.lowestOneBit(place) > Integer.lowestOneBit(top) ? place : top;
    }
    float sum = placed[top];
    sum = first < top ? between(placed, first, top - 1) + sum : sum;
    return top < last ? sum + between(placed, top + 1, last) : sum;
  }

  /** What a run is given, and what it makes. */
  private record Memory(
      int ranks,
      int n,
      int rounds,
      Tensor<F32> x,
      Tensor<F32> sums,
      Tensor<F32> atRoot,
      Tensor<F32> everywhere,
      Tensor<I32> cells) {
    static Memory of(int ranks, int n, int rounds) {
      Random random = new Random(31L * ranks + n);
      float[] numbers = new float[ranks * n];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextFloat() - 0.5f;
      }
      int[] sentinel = new int[ranks * ranks];
      Arrays.fill(sentinel, 77);
      return new Memory(
          ranks,
          n,
          rounds,
          Tensor.of(numbers, ranks, n),
          Tensor.zeros(Smalti.F32, Smalti.shape(ranks, n)),
          Tensor.zeros(Smalti.F32, Smalti.shape(ranks, n)),
          Tensor.zeros(Smalti.F32, Smalti.shape(ranks, n)),
          Tensor.of(sentinel, ranks, ranks));
    }

    void check(String where) {
      int half = (n + 15) / 16 / 2 * 16; // Half of the lines of 16 elements.
      float[] ranked = new float[ranks];
      float[] wantedAtRoot = new float[ranks];
      for (int i = 0; i < n; i++) {
        float wanted = 0;
        float wantedEverywhere = 0;
        Arrays.fill(wantedAtRoot, 0);
        for (int round = 0; round < rounds; round++) {
          int root = round % ranks;
          for (int rank = 0; rank < ranks; rank++) {
            ranked[rank] = (float) x.read(Smalti.at(rank, i)) * (round + 1);
          }
          float sum = combined(ranked, 0, i < half ? 0 : 1);
          wanted = wanted + sum + sum;
          float reduced = combined(ranked, root, i < half ? 0 : 1);
          wantedAtRoot[root] += reduced;
          wantedEverywhere += reduced;
        }
        for (int rank = 0; rank < ranks; rank++) {
          equal(where, "all-reduced", rank, i, sums, wanted);
          equal(where, "reduced", rank, i, atRoot, wantedAtRoot[rank]);
          equal(where, "broadcast", rank, i, everywhere, wantedEverywhere);
        }
      }
      for (int rank = 0; rank < ranks; rank++) {
        for (int peer = 0; peer < ranks; peer++) {
          assertWithMessage("%s: cell %s of rank %s", where, peer, rank)
              .that(cells.readInt(Smalti.at(rank, peer)))
              .isEqualTo(0);
        }
      }
    }

    private void equal(
        String where, String what, int rank, int i, Tensor<F32> found, float wanted) {
      if (found.read(Smalti.at(rank, i)) != wanted) {
        assertWithMessage("%s with %s elements: %s by rank %s, element %s", where, n, what, rank, i)
            .that(found.read(Smalti.at(rank, i)))
            .isEqualTo((double) wanted);
      }
    }
  }

  private static void run(DevicePool pool, int ranks, int n, int rounds) throws Exception {
    Memory memory = Memory.of(ranks, n, rounds);
    try (pool;
        PreparedProgram program = Programs.program(classes, "Halves", "run").prepare(pool)) {
      Programs.method(program.getClass(), "run")
          .invoke(
              program,
              rounds,
              memory.x,
              memory.sums,
              memory.atRoot,
              memory.everywhere,
              memory.cells);
    }
    memory.check(pool.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 40", "2, 1", "2, 40", "3, 16", "4, 17", "5, 40", "6, 33", "7, 100", "8, 40", "9, 40",
    "16, 40", "17, 40", "33, 35", "64, 35"
  })
  void isCombinedFromTheLeftToTheRight(int ranks, int n) throws Exception {
    Memory eager = Memory.of(ranks, n, 3);
    Programs.method(classes.loadClass("Halves"), "run")
        .invoke(
            null,
            World.eager(ranks),
            3,
            eager.x,
            eager.sums,
            eager.atRoot,
            eager.everywhere,
            eager.cells);
    eager.check("eager");
    run(DevicePool.threads(ranks), ranks, n, 100);
    run(Jitter.threads(ranks, 17), ranks, n, 10);
    for (long seed = 1; seed <= 3; seed++) {
      run(DevicePool.seeded(ranks, seed), ranks, n, 5);
      run(WeakMemory.seeded(ranks, seed), ranks, n, 3);
    }
  }

  /** More chunks than the trees are deep, and fewer. */
  @ParameterizedTest
  @CsvSource({"2, 65553", "3, 200001", "4, 131072", "5, 300000", "12, 65536"})
  void manyChunks(int ranks, int n) throws Exception {
    run(DevicePool.threads(ranks), ranks, n, 5);
    run(Jitter.threads(ranks, 5), ranks, n, 2);
    run(DevicePool.seeded(ranks, 5), ranks, n, 2);
  }

  @ParameterizedTest
  @CsvSource({"1000, 33"})
  void manyRanks(int ranks, int n) throws Exception {
    run(DevicePool.threads(ranks), ranks, n, 2);
  }
}
