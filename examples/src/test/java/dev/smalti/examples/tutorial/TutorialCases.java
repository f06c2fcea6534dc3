package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.util.ArrayList;
import java.util.List;

/** The programs of the tutorial on worlds of several sizes, with what each computes. */
public final class TutorialCases {
  /** An element of the result. */
  @FunctionalInterface
  private interface Element {
    float at(int rank, int i);
  }

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
        all.addAll(new TutorialCases(ranks, n).firstSteps());
      }
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

  /** A row a rank. */
  private <P extends PreparedProgram> Case rows(
      Class<?> owner,
      String method,
      Eager eager,
      Program<P> program,
      Run<P> run,
      Element expected) {
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
      Element expected) {
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
      Element expected) {
    Slot<Smalti.F32> xs = Slot.of(elements(inputShape, TutorialCases::x), inputShape);
    Slot<Smalti.F32> ys = Slot.output(F32, outputShape);
    return Case.program(
            owner,
            method,
            ranks,
            (world, of) -> eager.run(world, of.of(xs), of.of(ys)),
            program,
            (prepared, of) -> run.run(prepared, of.of(xs), of.of(ys)),
            xs,
            ys)
        .expecting(ys, Bits.of(elements(outputShape, expected)));
  }

  /** The first axis is that of the ranks. */
  private static float[] elements(long[] shape, Element element) {
    int each = 1;
    for (int axis = 1; axis < shape.length; axis++) {
      each *= Math.toIntExact(shape[axis]);
    }
    float[] all = new float[Math.toIntExact(shape[0]) * each];
    for (int i = 0; i < all.length; i++) {
      all[i] = element.at(i / each, i % each);
    }
    return all;
  }
}
