package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;
import java.util.stream.Stream;

/** Functions of rows. */
final class RowCases {
  private RowCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(rows(1, 1), rows(7, 13)).flatMap(List::stream).toList();
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return Stream.of(rows(32, 1024), rows(33, 1000)).flatMap(List::stream).toList();
  }

  private static List<Case> rows(int rows, int columns) {
    float[] x = Inputs.uniform(1, rows * columns);
    float[] weight = Inputs.uniform(2, columns);
    float[] bias = Inputs.uniform(3, columns);
    Slot<Smalti.F32> in = Slot.of(x, rows, columns);
    Slot<Smalti.F32> w = Slot.of(weight, 1, columns);
    Slot<Smalti.F32> b = Slot.of(bias, 1, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return List.of(
        Case.kernel(
                RowSoftmax.class,
                "softmax",
                of -> RowSoftmax.softmax(of.of(in), of.of(y)),
                of -> RowSoftmaxKernels.softmax(of.of(in), of.of(y)),
                in,
                y)
            .expecting(y, Reference.softmax(x, columns)),
        Case.kernel(
                RowNorms.class,
                "rmsNorm",
                of -> RowNorms.rmsNorm(of.of(in), of.of(w), of.of(y)),
                of -> RowNormsKernels.rmsNorm(of.of(in), of.of(w), of.of(y)),
                in,
                w,
                y)
            .expecting(y, Reference.rmsNorm(x, weight, RowNorms.EPSILON)),
        Case.kernel(
                RowNorms.class,
                "layerNorm",
                of -> RowNorms.layerNorm(of.of(in), of.of(w), of.of(b), of.of(y)),
                of -> RowNormsKernels.layerNorm(of.of(in), of.of(w), of.of(b), of.of(y)),
                in,
                w,
                b,
                y)
            .expecting(y, Reference.layerNorm(x, weight, bias, RowNorms.EPSILON)));
  }
}
