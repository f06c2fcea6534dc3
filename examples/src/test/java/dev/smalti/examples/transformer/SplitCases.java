package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;
import java.util.stream.Stream;

/** Products whose inner axis several cores share. */
final class SplitCases {
  private SplitCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(splits(1, 1, 1), splits(7, 13, 5)).flatMap(List::stream).toList();
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return Stream.of(splits(64, 128, 96), splits(33, 1000, 77)).flatMap(List::stream).toList();
  }

  /** With as many parts as there may be, and less. */
  private static List<Case> splits(int m, int k, int n) {
    return Stream.of(1, 3, 8)
        .filter(parts -> parts <= k)
        .flatMap(parts -> Stream.of(splitInOrder(m, k, n, parts), splitInAnyOrder(m, k, n, parts)))
        .toList();
  }

  private static Case splitInOrder(int m, int k, int n, int parts) {
    float[] left = Inputs.uniform(1, m * k);
    float[] right = Inputs.weights(2, k, n);
    Slot<Smalti.F32> a = Slot.of(left, m, k);
    Slot<Smalti.F32> b = Slot.of(right, k, n);
    Slot<Smalti.F32> y = Slot.output(F32, m, n);
    return Case.kernel(
            SplitK.class,
            "ordered",
            of -> SplitK.ordered(of.of(a), of.of(b), of.of(y), parts),
            of -> SplitKKernels.ordered(of.of(a), of.of(b), of.of(y), parts),
            a,
            b,
            y,
            parts)
        .expecting(y, Reference.product(left, right, m));
  }

  /** On whole numbers, whose sums are exact in any order. */
  private static Case splitInAnyOrder(int m, int k, int n, int parts) {
    float[] left = whole(Inputs.uniform(1, m * k));
    float[] right = whole(Inputs.uniform(2, k * n));
    Slot<Smalti.F32> a = Slot.of(left, m, k);
    Slot<Smalti.F32> b = Slot.of(right, k, n);
    Slot<Smalti.F32> y = Slot.output(F32, m, n);
    float[] exact = new float[m * n];
    double[] product = Reference.product(left, right, m).values();
    for (int i = 0; i < exact.length; i++) {
      exact[i] = (float) product[i];
    }
    return Case.kernel(
            SplitK.class,
            "adding",
            of -> SplitK.adding(of.of(a), of.of(b), of.of(y), parts),
            of -> SplitKKernels.adding(of.of(a), of.of(b), of.of(y), parts),
            a,
            b,
            y,
            parts)
        .expecting(y, Bits.of(exact));
  }

  private static float[] whole(float[] x) {
    float[] numbers = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      numbers[i] = Math.round(8 * x[i]) + 0f;
    }
    return numbers;
  }
}
