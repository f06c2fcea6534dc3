package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.RankElements;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The programs of the tutorial on worlds of several sizes, with what each computes. */
public final class TutorialCases {
  /** A program of an input and an output, as it stands. */
  @FunctionalInterface
  private interface Eager {
    void run(World world, Tensor<Smalti.F32> xs, Tensor<Smalti.F32> ys);
  }

  /** The same, compiled. */
  @FunctionalInterface
  private interface Run<P> {
    void run(P program, Tensor<Smalti.F32> xs, Tensor<Smalti.F32> ys);
  }

  private final int ranks;
  private final int n;

  private TutorialCases(int ranks, int n) {
    this.ranks = ranks;
    this.n = n;
  }

  /** All of them. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      for (int n : new int[] {1, 37}) {
        TutorialCases cases = new TutorialCases(ranks, n);
        all.addAll(cases.firstSteps());
        all.addAll(cases.allReduces());
        all.addAll(cases.broadcasts());
        all.addAll(cases.gathers());
        all.addAll(cases.scatters());
        all.addAll(cases.exchanges());
      }
    }
    for (int ranks : new int[] {1, 2, 4, 8}) {
      all.add(new TutorialCases(ranks, 8 / ranks).layer());
    }
    return all;
  }

  /** Element i of the row of a rank. */
  private static float x(int rank, int i) {
    return 1000 * rank + i;
  }

  private int next(int rank) {
    return (rank + 1) % ranks;
  }

  private int previous(int rank) {
    return (rank + ranks - 1) % ranks;
  }

  private List<Case> firstSteps() {
    return List.of(
        rows(
            HelloRank.class,
            "helloAll",
            HelloRank::helloAll,
            HelloRankPrograms.helloAll(),
            HelloRankPrograms.HelloAll::run,
            (r, i) -> x(r, i) + r),
        rows(
            ThreePlanes.class,
            "all",
            ThreePlanes::all,
            ThreePlanesPrograms.all(),
            ThreePlanesPrograms.All::run,
            (r, i) -> 100 * x(r, i) + (r + 1) * x(r, i) * ((r + 1) * x(r, i))),
        rows(
            WindowRoundTrip.class,
            "roundTrip",
            WindowRoundTrip::roundTrip,
            WindowRoundTripPrograms.roundTrip(),
            WindowRoundTripPrograms.RoundTrip::run,
            (r, i) -> 2 * x(r, i)),
        rows(
            Barriers.class,
            "nextByHand",
            Barriers::nextByHand,
            BarriersPrograms.nextByHand(),
            BarriersPrograms.NextByHand::run,
            (r, i) -> x(next(r), i)),
        rows(
            Barriers.class,
            "nextBuiltIn",
            Barriers::nextBuiltIn,
            BarriersPrograms.nextBuiltIn(),
            BarriersPrograms.NextBuiltIn::run,
            (r, i) -> x(next(r), i)),
        rows(
            LoadAndStore.class,
            "pullAll",
            LoadAndStore::pullAll,
            LoadAndStorePrograms.pullAll(),
            LoadAndStorePrograms.PullAll::run,
            (r, i) -> x(next(r), i)),
        rows(
            LoadAndStore.class,
            "pushAll",
            LoadAndStore::pushAll,
            LoadAndStorePrograms.pushAll(),
            LoadAndStorePrograms.PushAll::run,
            (r, i) -> 2 * x(previous(r), i)),
        tables(
            PutAndGet.class,
            "putAll",
            PutAndGet::putAll,
            PutAndGetPrograms.putAll(),
            PutAndGetPrograms.PutAll::run,
            (r, i) -> x(previous(r), i)),
        tables(
            PutAndGet.class,
            "getAll",
            PutAndGet::getAll,
            PutAndGetPrograms.getAll(),
            PutAndGetPrograms.GetAll::run,
            (r, i) -> x(next(r), i)));
  }

  /** Element i of the sum of all rows, exact. */
  private float sum(int rows, int i) {
    float sum = 0;
    for (int r = 0; r < rows; r++) {
      sum += x(r, i);
    }
    return sum;
  }

  private List<Case> allReduces() {
    long[] one = {ranks, n};
    long[] four = {ranks, 4, n};
    long[] divisible = {ranks, (long) ranks * n};
    return List.of(
        of(
            RunningTotal.class,
            "totals",
            RunningTotal::totals,
            RunningTotalPrograms.totals(),
            RunningTotalPrograms.Totals::run,
            one,
            one,
            (r, i) -> sum(r + 1, i)),
        of(
            MeshAllReduce.class,
            "allReduce",
            MeshAllReduce::allReduce,
            MeshAllReducePrograms.allReduce(),
            MeshAllReducePrograms.AllReduce::run,
            one,
            one,
            (_, i) -> sum(ranks, i)),
        of(
            TwoPhaseAllReduce.class,
            "allReduce",
            TwoPhaseAllReduce::allReduce,
            TwoPhaseAllReducePrograms.allReduce(),
            TwoPhaseAllReducePrograms.AllReduce::run,
            one,
            one,
            (_, i) -> sum(ranks, i)),
        of(
            RingAllReduce.class,
            "allReduce",
            RingAllReduce::allReduce,
            RingAllReducePrograms.allReduce(),
            RingAllReducePrograms.AllReduce::run,
            divisible,
            divisible,
            (_, i) -> sum(ranks, i)),
        of(
            AllReduceInOneLine.class,
            "inProgram",
            AllReduceInOneLine::inProgram,
            AllReduceInOneLinePrograms.inProgram(),
            AllReduceInOneLinePrograms.InProgram::run,
            one,
            four,
            (_, i) -> sum(ranks, i % n)),
        of(
            AllReduceInOneLine.class,
            "inKernel",
            AllReduceInOneLine::inKernel,
            AllReduceInOneLinePrograms.inKernel(),
            AllReduceInOneLinePrograms.InKernel::run,
            one,
            one,
            (_, i) -> sum(ranks, i)));
  }

  /** The root is the last rank. */
  private List<Case> broadcasts() {
    int root = ranks - 1;
    return List.of(
        broadcast(
            "byHand",
            (world, xs, ys) -> BroadcastThreeWays.byHand(world, xs, ys, root),
            BroadcastThreeWaysPrograms.byHand(),
            (program, xs, ys) -> program.run(xs, ys, root)),
        broadcast(
            "inKernel",
            (world, xs, ys) -> BroadcastThreeWays.inKernel(world, xs, ys, root),
            BroadcastThreeWaysPrograms.inKernel(),
            (program, xs, ys) -> program.run(xs, ys, root)),
        broadcast(
            "inProgram",
            (world, xs, ys) -> BroadcastThreeWays.inProgram(world, xs, ys, root),
            BroadcastThreeWaysPrograms.inProgram(),
            (program, xs, ys) -> program.run(xs, ys, root)));
  }

  private <P extends PreparedProgram> Case broadcast(
      String method, Eager eager, Program<P> program, Run<P> run) {
    long[] shape = {ranks, n};
    return of(
        BroadcastThreeWays.class,
        method,
        eager,
        program,
        run,
        shape,
        shape,
        (_, i) -> x(ranks - 1, i),
        ranks - 1);
  }

  private List<Case> gathers() {
    long[] own = {ranks, 1, n};
    long[] all = {ranks, ranks, n};
    return List.of(
        of(
            AllGatherThreeWays.class,
            "byHand",
            AllGatherThreeWays::byHand,
            AllGatherThreeWaysPrograms.byHand(),
            AllGatherThreeWaysPrograms.ByHand::run,
            own,
            all,
            (_, i) -> x(i / n, i % n)),
        of(
            AllGatherThreeWays.class,
            "inKernel",
            AllGatherThreeWays::inKernel,
            AllGatherThreeWaysPrograms.inKernel(),
            AllGatherThreeWaysPrograms.InKernel::run,
            own,
            all,
            (_, i) -> x(i / n, i % n)),
        of(
            AllGatherThreeWays.class,
            "inProgram",
            AllGatherThreeWays::inProgram,
            AllGatherThreeWaysPrograms.inProgram(),
            AllGatherThreeWaysPrograms.InProgram::run,
            own,
            all,
            (_, i) -> x(i / n, i % n)));
  }

  private List<Case> scatters() {
    long[] all = {ranks, ranks, n};
    long[] own = {ranks, 1, n};
    return List.of(
        of(
            ReduceScatterThreeWays.class,
            "byHand",
            ReduceScatterThreeWays::byHand,
            ReduceScatterThreeWaysPrograms.byHand(),
            ReduceScatterThreeWaysPrograms.ByHand::run,
            all,
            own,
            (r, i) -> sum(ranks, r * n + i)),
        of(
            ReduceScatterThreeWays.class,
            "inKernel",
            ReduceScatterThreeWays::inKernel,
            ReduceScatterThreeWaysPrograms.inKernel(),
            ReduceScatterThreeWaysPrograms.InKernel::run,
            all,
            own,
            (r, i) -> sum(ranks, r * n + i)),
        of(
            ReduceScatterThreeWays.class,
            "inProgram",
            ReduceScatterThreeWays::inProgram,
            ReduceScatterThreeWaysPrograms.inProgram(),
            ReduceScatterThreeWaysPrograms.InProgram::run,
            all,
            own,
            (r, i) -> sum(ranks, r * n + i)));
  }

  private List<Case> exchanges() {
    long[] all = {ranks, ranks, n};
    return List.of(
        of(
            AllToAllThreeWays.class,
            "byHand",
            AllToAllThreeWays::byHand,
            AllToAllThreeWaysPrograms.byHand(),
            AllToAllThreeWaysPrograms.ByHand::run,
            all,
            all,
            (r, i) -> x(i / n, r * n + i % n)),
        of(
            AllToAllThreeWays.class,
            "inKernel",
            AllToAllThreeWays::inKernel,
            AllToAllThreeWaysPrograms.inKernel(),
            AllToAllThreeWaysPrograms.InKernel::run,
            all,
            all,
            (r, i) -> x(i / n, r * n + i % n)),
        of(
            AllToAllThreeWays.class,
            "inProgram",
            AllToAllThreeWays::inProgram,
            AllToAllThreeWaysPrograms.inProgram(),
            AllToAllThreeWaysPrograms.InProgram::run,
            all,
            all,
            (r, i) -> x(i / n, r * n + i % n)));
  }

  /** Eight hidden neurons, so many for each rank; whole numbers, so that all sums are exact. */
  private Case layer() {
    int rows = 3;
    int width = 5;
    float[] x = RankElements.of(new long[] {1, rows, width}, (_, i) -> i % 7 - 3);
    float[] up =
        RankElements.of(new long[] {ranks, n, width}, (r, i) -> (r * n * width + i) % 5 - 2);
    float[] down =
        RankElements.of(new long[] {ranks, n, width}, (r, i) -> (r * n * width + i) % 3 - 1);
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = x[i];
      for (int neuron = 0; neuron < up.length / width; neuron++) {
        float activation = 0;
        for (int k = 0; k < width; k++) {
          activation += x[i / width * width + k] * up[neuron * width + k];
        }
        y[i] += Math.max(activation, 0) * down[neuron * width + i % width];
      }
    }
    Slot<Smalti.F32> input = Slot.of(x, rows, width);
    Slot<Smalti.F32> first = Slot.of(up, ranks, n, width);
    Slot<Smalti.F32> second = Slot.of(down, ranks, n, width);
    Slot<Smalti.F32> output = Slot.output(F32, ranks, rows, width);
    return Case.program(
            TensorParallelLayer.class,
            "layers",
            ranks,
            (world, of) ->
                TensorParallelLayer.layers(
                    world, of.of(input), of.of(first), of.of(second), of.of(output)),
            TensorParallelLayerPrograms.layers(),
            (program, of) -> program.run(of.of(input), of.of(first), of.of(second), of.of(output)),
            input,
            first,
            second,
            output)
        .expecting(
            output, Bits.of(RankElements.of(new long[] {ranks, rows, width}, (_, i) -> y[i])));
  }

  /** A row a rank. */
  private <P extends PreparedProgram> Case rows(
      Class<?> owner,
      String method,
      Eager eager,
      Program<P> program,
      Run<P> run,
      RankElements expected) {
    long[] shape = {ranks, n};
    return of(owner, method, eager, program, run, shape, shape, expected);
  }

  /** Two rows a rank. */
  private <P extends PreparedProgram> Case tables(
      Class<?> owner,
      String method,
      Eager eager,
      Program<P> program,
      Run<P> run,
      RankElements expected) {
    long[] shape = {ranks, 2, n};
    return of(owner, method, eager, program, run, shape, shape, expected);
  }

  private <P extends PreparedProgram> Case of(
      Class<?> owner,
      String method,
      Eager eager,
      Program<P> program,
      Run<P> run,
      long[] inputShape,
      long[] outputShape,
      RankElements expected,
      Object... scalars) {
    Slot<Smalti.F32> xs = Slot.of(RankElements.of(inputShape, TutorialCases::x), inputShape);
    Slot<Smalti.F32> ys = Slot.output(F32, outputShape);
    return Case.program(
            owner,
            method,
            ranks,
            (world, of) -> eager.run(world, of.of(xs), of.of(ys)),
            program,
            (prepared, of) -> run.run(prepared, of.of(xs), of.of(ys)),
            Stream.concat(Stream.of(xs, ys), Stream.of(scalars)).toArray())
        .expecting(ys, Bits.of(RankElements.of(outputShape, expected)));
  }
}
