package dev.smalti.examples;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.collectives.CollectiveExampleCases;
import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.transformer.WorkloadCases;
import dev.smalti.examples.tutorial.TutorialCases;
import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The methods of the examples, with what they compute. */
public final class ExampleCases {
  private ExampleCases() {}

  /** All of them, in several sizes. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (int n : new int[] {1, 5, 64, 777}) {
      for (int ranks : new int[] {1, 2, 3, 5}) {
        all.add(ringSum(ranks, n));
      }
      all.add(softmax(1, n));
      all.add(softmax(7, n));
    }
    all.addAll(WorkloadCases.small());
    all.addAll(TutorialCases.all());
    all.addAll(CollectiveExampleCases.all());
    return all;
  }

  private static Case ringSum(int ranks, int n) {
    float[] numbers = new float[ranks * n];
    float[] sums = new float[ranks * n];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 10 * (i / n) + i % n;
      sums[i] = 5 * ranks * (ranks - 1) + ranks * (i % n);
    }
    Slot<Smalti.F32> x = Slot.of(numbers, ranks, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, n);
    return Case.program(
            RingSum.class,
            "allReduce",
            ranks,
            (world, of) -> RingSum.allReduce(world, of.of(x), of.of(y)),
            RingSumPrograms.allReduce(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Bits.of(sums));
  }

  private static Case softmax(int rows, int columns) {
    float[] numbers = new float[rows * columns];
    Random random = new Random(rows + 10L * columns);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    double[] shares = new double[numbers.length];
    for (int i = 0; i < shares.length; i++) {
      double all = 0;
      for (int c = 0; c < columns; c++) {
        all += Math.exp(numbers[i / columns * columns + c] - (double) numbers[i]);
      }
      shares[i] = 1 / all;
    }
    Slot<Smalti.F32> x = Slot.of(numbers, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            Softmax.class,
            "softmax",
            of -> Softmax.softmax(of.of(x), of.of(y)),
            of -> SoftmaxKernels.softmax(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, shares, 2e-6, 1e-30);
  }
}
