package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F16;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.util.stream.IntStream;

/** Collectives that kernels and programs call, with what each computes in closed form. */
final class CollectiveCases {
  /** The number of a rank in a round, in column i. */
  private interface Element {
    int at(int rank, int round, int i);
  }

  /** Worlds of this size repeat a collective a hundred times. */
  private static final int REPEATING = 2;

  private CollectiveCases() {}

  /** Rounds for one window and signal, when they are used again. */
  static int rounds(int ranks) {
    return ranks == REPEATING ? 100 : 3;
  }

  private static int number(int rank, int round, int i) {
    return 10_000 * round + 100 * rank + i;
  }

  private static int sum(int ranks, int round, int i) {
    return ranks * (10_000 * round + i) + 100 * ranks * (ranks - 1) / 2;
  }

  private static float[] table(int ranks, int rounds, int columns, Element number) {
    float[] all = new float[ranks * rounds * columns];
    for (int i = 0; i < all.length; i++) {
      int row = i / columns;
      all[i] = number.at(row / rounds, row % rounds, i % columns);
    }
    return all;
  }

  /**
   * A program of a tensor and a result, both of a row a rank and round.
   *
   * @param owner the class of the program
   * @param name its name
   * @param ranks the size of the world
   * @param rounds how often
   * @param columns of the input
   * @param results columns of the result
   */
  private record Rows(
      Class<?> owner, String name, int ranks, int rounds, int columns, int results) {
    <P extends PreparedProgram> Case expecting(
        Element expected, Eager eager, Program<P> program, Run<P> run) {
      Slot<Smalti.F32> x =
          Slot.of(table(ranks, rounds, columns, CollectiveCases::number), ranks, rounds, columns);
      Slot<Smalti.F32> y = Slot.output(F32, ranks, rounds, results);
      return Case.program(
              owner,
              name,
              ranks,
              (world, of) -> eager.run(world, of.of(x), of.of(y)),
              program,
              (prepared, of) -> run.run(prepared, of.of(x), of.of(y)),
              x,
              y)
          .expecting(y, Bits.of(table(ranks, rounds, results, expected)));
    }
  }

  /** The method as it stands. */
  private interface Eager {
    void run(World world, Tensor<Smalti.F32> x, Tensor<Smalti.F32> y);
  }

  /** The generated program. */
  private interface Run<P> {
    void run(P program, Tensor<Smalti.F32> x, Tensor<Smalti.F32> y);
  }

  static Case kernelMesh(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "meshAll", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> sum(ranks, k, i),
            KernelCollectives::meshAll,
            KernelCollectivesPrograms.meshAll(),
            KernelCollectivesPrograms.MeshAll::run);
  }

  static Case kernelRing(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "ringAll", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> sum(ranks, k, i),
            KernelCollectives::ringAll,
            KernelCollectivesPrograms.ringAll(),
            KernelCollectivesPrograms.RingAll::run);
  }

  static Case kernelBroadcast(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "broadcastAll", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> number(0, k, i),
            KernelCollectives::broadcastAll,
            KernelCollectivesPrograms.broadcastAll(),
            KernelCollectivesPrograms.BroadcastAll::run);
  }

  static Case kernelAllGather(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "allGatherAll", ranks, rounds, n, ranks * n)
        .expecting(
            (_, k, i) -> number(i / n, k, i % n),
            KernelCollectives::allGatherAll,
            KernelCollectivesPrograms.allGatherAll(),
            KernelCollectivesPrograms.AllGatherAll::run);
  }

  static Case kernelReduceScatter(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "reduceScatterAll", ranks, rounds, ranks * n, n)
        .expecting(
            (r, k, i) -> sum(ranks, k, r * n + i),
            KernelCollectives::reduceScatterAll,
            KernelCollectivesPrograms.reduceScatterAll(),
            KernelCollectivesPrograms.ReduceScatterAll::run);
  }

  static Case kernelAllToAll(int ranks, int rounds, int n) {
    return new Rows(KernelCollectives.class, "allToAllAll", ranks, rounds, ranks * n, ranks * n)
        .expecting(
            (r, k, i) -> number(i / n, k, r * n + i % n),
            KernelCollectives::allToAllAll,
            KernelCollectivesPrograms.allToAllAll(),
            KernelCollectivesPrograms.AllToAllAll::run);
  }

  static Case hostSum(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "sum", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> sum(ranks, k, i),
            HostCollectives::sum,
            HostCollectivesPrograms.sum(),
            HostCollectivesPrograms.Sum::run);
  }

  static Case onTwoCores(int ranks, int rounds, int n) {
    return onCores(
        "onTwo",
        2,
        ranks,
        rounds,
        n,
        SpreadCollectives::onTwo,
        SpreadCollectivesPrograms.onTwo(),
        SpreadCollectivesPrograms.OnTwo::run);
  }

  static Case onFourCores(int ranks, int rounds, int n) {
    return onCores(
        "onFour",
        6,
        ranks,
        rounds,
        n,
        SpreadCollectives::onFour,
        SpreadCollectivesPrograms.onFour(),
        SpreadCollectivesPrograms.OnFour::run);
  }

  /** A method as it stands, which shows its cells too. */
  private interface EagerWithCells {
    void run(World world, Tensor<Smalti.F32> x, Tensor<Smalti.F32> y, Tensor<Smalti.I32> cells);
  }

  /** The generated program of one. */
  private interface RunWithCells<P> {
    void run(P program, Tensor<Smalti.F32> x, Tensor<Smalti.F32> y, Tensor<Smalti.I32> cells);
  }

  private static <P extends PreparedProgram> Case onCores(
      String name,
      int lanes,
      int ranks,
      int rounds,
      int n,
      EagerWithCells eager,
      Program<P> program,
      RunWithCells<P> run) {
    Slot<Smalti.F32> x =
        Slot.of(table(ranks, rounds, n, CollectiveCases::number), ranks, rounds, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, rounds, n);
    Slot<Smalti.I32> cells = Slot.output(I32, ranks, rounds, ranks, lanes);
    return Case.program(
            SpreadCollectives.class,
            name,
            ranks,
            (world, of) -> eager.run(world, of.of(x), of.of(y), of.of(cells)),
            program,
            (prepared, of) -> run.run(prepared, of.of(x), of.of(y), of.of(cells)),
            x,
            y,
            cells)
        .expecting(y, Bits.of(table(ranks, rounds, n, (_, k, i) -> sum(ranks, k, i))))
        .expecting(cells, new long[ranks * rounds * ranks * lanes]);
  }

  static Case implied(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "implied", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> sum(ranks, k, i),
            HostCollectives::implied,
            HostCollectivesPrograms.implied(),
            HostCollectivesPrograms.Implied::run);
  }

  static Case max(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "max", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> number(ranks - 1, k, i),
            HostCollectives::max,
            HostCollectivesPrograms.max(),
            HostCollectivesPrograms.Max::run);
  }

  static Case ring(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "ring", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> sum(ranks, k, i),
            HostCollectives::ring,
            HostCollectivesPrograms.ring(),
            HostCollectivesPrograms.Ring::run);
  }

  static Case broadcast(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "broadcast", ranks, rounds, n, n)
        .expecting(
            (_, k, i) -> number(0, k, i),
            HostCollectives::broadcast,
            HostCollectivesPrograms.broadcast(),
            HostCollectivesPrograms.Broadcast::run);
  }

  static Case allGather(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "allGather", ranks, rounds, n, ranks * n)
        .expecting(
            (_, k, i) -> number(i / n, k, i % n),
            HostCollectives::allGather,
            HostCollectivesPrograms.allGather(),
            HostCollectivesPrograms.AllGather::run);
  }

  static Case reduceScatter(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "reduceScatter", ranks, rounds, ranks * n, n)
        .expecting(
            (r, k, i) -> sum(ranks, k, r * n + i),
            HostCollectives::reduceScatter,
            HostCollectivesPrograms.reduceScatter(),
            HostCollectivesPrograms.ReduceScatter::run);
  }

  static Case allToAll(int ranks, int rounds, int n) {
    return new Rows(HostCollectives.class, "allToAll", ranks, rounds, ranks * n, ranks * n)
        .expecting(
            (r, k, i) -> number(i / n, k, r * n + i % n),
            HostCollectives::allToAll,
            HostCollectivesPrograms.allToAll(),
            HostCollectivesPrograms.AllToAll::run);
  }

  static Case barriers(int ranks, int rounds) {
    return new Rows(HostCollectives.class, "barriers", ranks, rounds, 64, 64)
        .expecting(
            (r, k, i) -> number((r + 1) % ranks, k, i),
            HostCollectives::barriers,
            HostCollectivesPrograms.barriers(),
            HostCollectivesPrograms.Barriers::run);
  }

  /** Numbers from 1 to 2: sums and products of up to eight of them are exact in every type. */
  private static int small(int rank, int i) {
    return 1 + (rank + i) % 2;
  }

  private static int combined(int ranks, int operator, int i) {
    IntStream numbers = IntStream.range(0, ranks).map(rank -> small(rank, i));
    return switch (operator) {
      case 0 -> numbers.sum();
      case 1 -> numbers.max().orElseThrow();
      case 2 -> numbers.min().orElseThrow();
      default -> numbers.reduce(1, (a, b) -> a * b);
    };
  }

  static Case operators(int ranks, int n) {
    return floats(
        "operatorsAll",
        ranks,
        n,
        KernelCollectives::operatorsAll,
        KernelCollectivesPrograms.operatorsAll(),
        KernelCollectivesPrograms.OperatorsAll::run);
  }

  static Case ringOperators(int ranks, int n) {
    return floats(
        "ringOperatorsAll",
        ranks,
        n,
        KernelCollectives::ringOperatorsAll,
        KernelCollectivesPrograms.ringOperatorsAll(),
        KernelCollectivesPrograms.RingOperatorsAll::run);
  }

  private static <P extends PreparedProgram> Case floats(
      String name, int ranks, int n, Eager eager, Program<P> program, Run<P> run) {
    Slot<Smalti.F32> x = Slot.of(table(ranks, 1, n, (r, _, i) -> small(r, i)), ranks, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 4, n);
    return Case.program(
            KernelCollectives.class,
            name,
            ranks,
            (world, of) -> eager.run(world, of.of(x), of.of(y)),
            program,
            (prepared, of) -> run.run(prepared, of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Bits.of(table(ranks, 4, n, (_, op, i) -> combined(ranks, op, i))));
  }

  static Case operatorsOfHalves(int ranks, int n) {
    return halves(
        KernelCollectives.class,
        "operatorsAllOfHalves",
        ranks,
        n,
        KernelCollectives::operatorsAllOfHalves,
        KernelCollectivesPrograms.operatorsAllOfHalves(),
        KernelCollectivesPrograms.OperatorsAllOfHalves::run);
  }

  static Case ringOperatorsOfHalves(int ranks, int n) {
    return halves(
        KernelCollectives.class,
        "ringOperatorsAllOfHalves",
        ranks,
        n,
        KernelCollectives::ringOperatorsAllOfHalves,
        KernelCollectivesPrograms.ringOperatorsAllOfHalves(),
        KernelCollectivesPrograms.RingOperatorsAllOfHalves::run);
  }

  static Case hostHalves(int ranks, int n) {
    return halves(
        HostCollectives.class,
        "halves",
        ranks,
        n,
        HostCollectives::halves,
        HostCollectivesPrograms.halves(),
        HostCollectivesPrograms.Halves::run);
  }

  /** The method as it stands, on halves. */
  private interface EagerHalves {
    void run(World world, Tensor<Smalti.F16> x, Tensor<Smalti.F16> y);
  }

  /** The generated program, on halves. */
  private interface RunHalves<P> {
    void run(P program, Tensor<Smalti.F16> x, Tensor<Smalti.F16> y);
  }

  private static long[] bitsOfHalves(float[] values) {
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToFloat16(values[i]);
    }
    return bits;
  }

  private static <P extends PreparedProgram> Case halves(
      Class<?> owner,
      String name,
      int ranks,
      int n,
      EagerHalves eager,
      Program<P> program,
      RunHalves<P> run) {
    long[] numbers = bitsOfHalves(table(ranks, 1, n, (r, _, i) -> small(r, i)));
    Slot<Smalti.F16> x = Slot.of(F16, numbers, ranks, n);
    Slot<Smalti.F16> y = Slot.output(F16, ranks, 4, n);
    return Case.program(
            owner,
            name,
            ranks,
            (world, of) -> eager.run(world, of.of(x), of.of(y)),
            program,
            (prepared, of) -> run.run(prepared, of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bitsOfHalves(table(ranks, 4, n, (_, op, i) -> combined(ranks, op, i))));
  }

  static Case kernelAllToAllV(int ranks) {
    return allToAllV(
        KernelCollectives.class,
        "allToAllVAll",
        ranks,
        KernelCollectives::allToAllVAll,
        KernelCollectivesPrograms.allToAllVAll(),
        KernelCollectivesPrograms.AllToAllVAll::run);
  }

  static Case allToAllV(int ranks) {
    return allToAllV(
        HostCollectives.class,
        "allToAllV",
        ranks,
        HostCollectives::allToAllV,
        HostCollectivesPrograms.allToAllV(),
        HostCollectivesPrograms.AllToAllV::run);
  }

  static Case handAllToAllV(int ranks) {
    return allToAllV(
        HandAllToAllV.class,
        "exchange",
        ranks,
        HandAllToAllV::exchange,
        HandAllToAllVPrograms.exchange(),
        HandAllToAllVPrograms.Exchange::run);
  }

  /** The method as it stands, with counts. */
  private interface EagerCounts {
    void run(
        World world,
        Tensor<Smalti.F32> x,
        Tensor<Smalti.I32> counts,
        Tensor<Smalti.F32> y,
        Tensor<Smalti.I32> received);
  }

  /** The generated program, with counts. */
  private interface RunCounts<P> {
    void run(
        P program,
        Tensor<Smalti.F32> x,
        Tensor<Smalti.I32> counts,
        Tensor<Smalti.F32> y,
        Tensor<Smalti.I32> received);
  }

  /** Four rows for each rank, of which the count says how many are sent. */
  private static <P extends PreparedProgram> Case allToAllV(
      Class<?> owner,
      String name,
      int ranks,
      EagerCounts eager,
      Program<P> program,
      RunCounts<P> run) {
    int part = 4 * 64;
    Slot<Smalti.F32> x =
        Slot.of(
            table(ranks, 1, ranks * part, (r, _, i) -> 10_000 * (r + 1) + i),
            ranks,
            4L * ranks,
            64);
    int[] sent = new int[ranks * ranks];
    int[] got = new int[ranks * ranks];
    for (int i = 0; i < sent.length; i++) {
      int from = i / ranks;
      int to = i % ranks;
      sent[i] = count(from, to, ranks);
      got[to * ranks + from] = sent[i];
    }
    Slot<Smalti.I32> counts = Slot.of(sent, ranks, ranks);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 4L * ranks, 64);
    Slot<Smalti.I32> received = Slot.output(I32, ranks, ranks);
    Element expected =
        (r, _, i) ->
            i % part / 64 < count(i / part, r, ranks)
                ? 10_000 * (i / part + 1) + r * part + i % part
                : 0;
    return Case.program(
            owner,
            name,
            ranks,
            (world, of) -> eager.run(world, of.of(x), of.of(counts), of.of(y), of.of(received)),
            program,
            (prepared, of) -> run.run(prepared, of.of(x), of.of(counts), of.of(y), of.of(received)),
            x,
            counts,
            y,
            received)
        .expecting(y, Bits.of(table(ranks, 1, ranks * part, expected)))
        .expecting(received, Bits.of(got));
  }

  /** From 0 to 4, another one for each pair. */
  private static int count(int from, int to, int ranks) {
    return (ranks - to + from) % 5;
  }
}
