package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I8;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Linear layers with weights of 8 bits. */
final class QuantisedCases {
  private QuantisedCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(quantised(1, 1, 1), quantised(7, 13, 5)).flatMap(List::stream).toList();
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return Stream.of(quantised(64, 128, 96), quantised(33, 1000, 77))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Case> quantised(int m, int k, int n) {
    float[] x = Inputs.uniform(1, m * k);
    Arrays.fill(x, 0, m > 1 ? k : 0, 0); // a row without a greatest number
    byte[] weights = Inputs.bytes(2, k * n);
    float[] scales = Inputs.steps(3, n);
    float[] bias = Inputs.uniform(4, n);
    byte[] narrow = Inputs.bytes(5, m * k);
    float[] steps = Inputs.steps(6, m);
    Slot<Smalti.F32> in = Slot.of(x, m, k);
    Slot<Smalti.I8> w = Slot.of(I8, bits(weights), k, n);
    Slot<Smalti.F32> s = Slot.of(scales, 1, n);
    Slot<Smalti.F32> b = Slot.of(bias, 1, n);
    Slot<Smalti.I8> q = Slot.of(I8, bits(narrow), m, k);
    Slot<Smalti.F32> step = Slot.of(steps, m, 1);
    Slot<Smalti.F32> y = Slot.output(F32, m, n);
    return List.of(
        Case.kernel(
                QuantisedLinear.class,
                "layer",
                of -> QuantisedLinear.layer(of.of(in), of.of(w), of.of(s), of.of(b), of.of(y)),
                of ->
                    QuantisedLinearKernels.layer(of.of(in), of.of(w), of.of(s), of.of(b), of.of(y)),
                in,
                w,
                s,
                b,
                y)
            .expecting(y, Reference.quantisedLayer(x, weights, scales, bias)),
        Case.kernel(
                QuantisedLinear.class,
                "linear",
                of ->
                    QuantisedLinear.linear(
                        of.of(q), of.of(step), of.of(w), of.of(s), of.of(b), of.of(y)),
                of ->
                    QuantisedLinearKernels.linear(
                        of.of(q), of.of(step), of.of(w), of.of(s), of.of(b), of.of(y)),
                q,
                step,
                w,
                s,
                b,
                y)
            .expecting(y, Reference.quantisedLinear(narrow, steps, weights, scales, bias)));
  }

  private static long[] bits(byte[] numbers) {
    long[] bits = new long[numbers.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = numbers[i];
    }
    return bits;
  }
}
