package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;
import java.util.stream.Stream;

/** Positions that turn pairs of numbers. */
final class RopeCases {
  private RopeCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(rope(1, 1, 1), rope(3, 7, 5)).flatMap(List::stream).toList();
  }

  /** Several blocks and strips; even, and with tails. */
  static List<Case> large() {
    return Stream.of(rope(4, 64, 32), rope(3, 33, 40), rope(2, 601, 64))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Case> rope(int heads, int n, int half) {
    float[] x = Inputs.uniform(1, heads * n * 2 * half);
    float[] cosines = Inputs.cosines(n, half);
    float[] sines = Inputs.sines(n, half);
    int first = 1000;
    double log = Math.log(10_000);
    Slot<Smalti.F32> in = Slot.of(x, heads, n, 2L * half);
    Slot<Smalti.F32> cos = Slot.of(cosines, n, half);
    Slot<Smalti.F32> sin = Slot.of(sines, n, half);
    Slot<Smalti.F32> newCos = Slot.output(F32, n, half);
    Slot<Smalti.F32> newSin = Slot.output(F32, n, half);
    Slot<Smalti.F32> y = Slot.output(F32, heads, n, 2L * half);
    Case angles =
        Case.kernel(
            Rope.class,
            "angles",
            of -> Rope.angles(of.of(newCos), of.of(newSin), first, log),
            of -> RopeKernels.angles(of.of(newCos), of.of(newSin), first, log),
            newCos,
            newSin,
            first,
            log);
    return List.of(
        angles
            .expecting(newCos, Reference.cosines(n, half, first, 10_000))
            .expecting(newSin, Reference.sines(n, half, first, 10_000)),
        Case.kernel(
                Rope.class,
                "turn",
                of -> Rope.turn(of.of(in), of.of(cos), of.of(sin), of.of(y)),
                of -> RopeKernels.turn(of.of(in), of.of(cos), of.of(sin), of.of(y)),
                in,
                cos,
                sin,
                y)
            .expecting(y, Reference.turn(x, cosines, sines, half)));
  }
}
