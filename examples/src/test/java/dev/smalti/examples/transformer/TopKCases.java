package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;

/** The greatest numbers of rows. */
final class TopKCases {
  private TopKCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return List.of(topK(1, 1, 1), topK(7, 13, 5), topK(3, 5, 5));
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return List.of(topK(32, 1024, 8), topK(33, 1000, 7), topK(2, 10_001, 33));
  }

  private static Case topK(int rows, int n, int k) {
    float[] numbers = Inputs.uniform(1, rows * n);
    numbers[n - 1] = 1; // of equal numbers the first one comes first
    numbers[0] = 1;
    Slot<Smalti.F32> x = Slot.of(numbers, rows, n);
    Slot<Smalti.I32> places = Slot.output(I32, rows, k);
    Slot<Smalti.F32> shares = Slot.output(F32, rows, k);
    Case kernel =
        Case.kernel(
                TopK.class,
                "topK",
                of -> TopK.topK(of.of(x), of.of(places), of.of(shares)),
                of -> TopKKernels.topK(of.of(x), of.of(places), of.of(shares)),
                x,
                places,
                shares)
            .expecting(places, Bits.of(Reference.greatest(numbers, n, k)));
    return kernel.expecting(shares, Reference.sharesOfGreatest(numbers, n, k));
  }
}
