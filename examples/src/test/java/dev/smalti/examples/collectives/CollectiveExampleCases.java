package dev.smalti.examples.collectives;

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

/** The collectives that the tutorial leaves out, on worlds of several sizes. */
public final class CollectiveExampleCases {
  /** A program of an input, an output and a root, as it stands. */
  @FunctionalInterface
  private interface Eager {
    void run(World world, Tensor<Smalti.F32> xs, Tensor<Smalti.F32> ys, int root);
  }

  /** The same, compiled. */
  @FunctionalInterface
  private interface Run<P> {
    void run(P program, Tensor<Smalti.F32> xs, Tensor<Smalti.F32> ys, int root);
  }

  private final int ranks;
  private final int n;

  /** The last but one, or the only one. */
  private final int root;

  private CollectiveExampleCases(int ranks, int n) {
    this.ranks = ranks;
    this.n = n;
    this.root = Math.max(0, ranks - 2);
  }

  /** All of them. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      for (int n : new int[] {1, 37}) {
        CollectiveExampleCases cases = new CollectiveExampleCases(ranks, n);
        all.addAll(cases.reduces());
        all.addAll(cases.gathers());
        all.addAll(cases.scatters());
        all.addAll(cases.exchanges());
      }
    }
    return all;
  }

  private static float x(int rank, int i) {
    return 1000 * rank + i;
  }

  private List<Case> reduces() {
    long[] rows = {ranks, n};
    RankElements sum =
        (r, i) -> r == root ? 500f * ranks * (ranks - 1) + (float) ranks * i : x(r, i);
    return List.of(
        of(
            ReduceThreeWays.class,
            "byHand",
            ReduceThreeWays::byHand,
            ReduceThreeWaysPrograms.byHand(),
            ReduceThreeWaysPrograms.ByHand::run,
            rows,
            rows,
            sum),
        of(
            ReduceThreeWays.class,
            "inKernel",
            ReduceThreeWays::inKernel,
            ReduceThreeWaysPrograms.inKernel(),
            ReduceThreeWaysPrograms.InKernel::run,
            rows,
            rows,
            sum),
        of(
            ReduceThreeWays.class,
            "inProgram",
            ReduceThreeWays::inProgram,
            ReduceThreeWaysPrograms.inProgram(),
            ReduceThreeWaysPrograms.InProgram::run,
            rows,
            rows,
            sum));
  }

  private List<Case> gathers() {
    long[] own = {ranks, 1, n};
    long[] all = {ranks, ranks, n};
    RankElements gathered = (r, i) -> r == root ? x(i / n, i % n) : 0;
    return List.of(
        of(
            GatherThreeWays.class,
            "byHand",
            GatherThreeWays::byHand,
            GatherThreeWaysPrograms.byHand(),
            GatherThreeWaysPrograms.ByHand::run,
            own,
            all,
            gathered),
        of(
            GatherThreeWays.class,
            "inKernel",
            GatherThreeWays::inKernel,
            GatherThreeWaysPrograms.inKernel(),
            GatherThreeWaysPrograms.InKernel::run,
            own,
            all,
            gathered),
        of(
            GatherThreeWays.class,
            "inProgram",
            GatherThreeWays::inProgram,
            GatherThreeWaysPrograms.inProgram(),
            GatherThreeWaysPrograms.InProgram::run,
            own,
            all,
            gathered));
  }

  private List<Case> scatters() {
    long[] all = {ranks, ranks, n};
    long[] own = {ranks, 1, n};
    RankElements scattered = (r, i) -> x(root, r * n + i);
    return List.of(
        of(
            ScatterThreeWays.class,
            "byHand",
            ScatterThreeWays::byHand,
            ScatterThreeWaysPrograms.byHand(),
            ScatterThreeWaysPrograms.ByHand::run,
            all,
            own,
            scattered),
        of(
            ScatterThreeWays.class,
            "inKernel",
            ScatterThreeWays::inKernel,
            ScatterThreeWaysPrograms.inKernel(),
            ScatterThreeWaysPrograms.InKernel::run,
            all,
            own,
            scattered),
        of(
            ScatterThreeWays.class,
            "inProgram",
            ScatterThreeWays::inProgram,
            ScatterThreeWaysPrograms.inProgram(),
            ScatterThreeWaysPrograms.InProgram::run,
            all,
            own,
            scattered));
  }

  private List<Case> exchanges() {
    Slot<Smalti.F32> xs =
        Slot.of(RankElements.of(new long[] {ranks, n}, (r, i) -> x(r, i)), ranks, n);
    Slot<Smalti.F32> ys = Slot.output(F32, ranks, n);
    float[] received =
        RankElements.of(new long[] {ranks, n}, (r, i) -> x((r + ranks - 1) % ranks, i));
    return List.of(
        Case.program(
                SendReceiveTwoWays.class,
                "byHand",
                ranks,
                (world, of) -> SendReceiveTwoWays.byHand(world, of.of(xs), of.of(ys)),
                SendReceiveTwoWaysPrograms.byHand(),
                (program, of) -> program.run(of.of(xs), of.of(ys)),
                xs,
                ys)
            .expecting(ys, Bits.of(received)),
        Case.program(
                SendReceiveTwoWays.class,
                "inKernel",
                ranks,
                (world, of) -> SendReceiveTwoWays.inKernel(world, of.of(xs), of.of(ys)),
                SendReceiveTwoWaysPrograms.inKernel(),
                (program, of) -> program.run(of.of(xs), of.of(ys)),
                xs,
                ys)
            .expecting(ys, Bits.of(received)));
  }

  private <P extends PreparedProgram> Case of(
      Class<?> owner,
      String method,
      Eager eager,
      Program<P> program,
      Run<P> run,
      long[] inputShape,
      long[] outputShape,
      RankElements expected) {
    Slot<Smalti.F32> xs =
        Slot.of(RankElements.of(inputShape, CollectiveExampleCases::x), inputShape);
    Slot<Smalti.F32> ys = Slot.output(F32, outputShape);
    return Case.program(
            owner,
            method,
            ranks,
            (world, of) -> eager.run(world, of.of(xs), of.of(ys), root),
            program,
            (prepared, of) -> run.run(prepared, of.of(xs), of.of(ys), root),
            xs,
            ys,
            root)
        .expecting(ys, Bits.of(RankElements.of(outputShape, expected)));
  }
}
