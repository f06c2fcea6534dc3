package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import java.util.List;

/** Kernels, task graphs and programs that take records. */
final class RecordCases {
  private RecordCases() {}

  private static float[] floats(int count, int modulus) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (i * 7 % modulus - modulus / 3) / 4f;
    }
    return numbers;
  }

  private static int[] ints(int count, int modulus) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i * 5 % modulus - modulus / 2;
    }
    return numbers;
  }

  static List<Case> kernels(int n) {
    return List.of(linear(n), twice(n), nested(n, true), nested(n, false), ofTypes(n));
  }

  private static Case linear(int n) {
    Slot<Smalti.F32> matrix = Slot.of(floats(5 * n, 11), 5, n);
    Slot<Smalti.F32> bias = Slot.of(floats(n, 5), 1, n);
    Slot<Smalti.F32> x = Slot.of(floats(15, 7), 3, 5);
    Slot<Smalti.F32> y = Slot.output(F32, 3, n);
    return Case.kernel(
        Records.class,
        "linear",
        of ->
            Records.linear(
                new Records.Linear(of.of(matrix), of.of(bias), 0.5f), of.of(x), of.of(y)),
        of ->
            RecordsKernels.linear(
                new Records.Linear(of.of(matrix), of.of(bias), 0.5f), of.of(x), of.of(y)),
        matrix,
        bias,
        0.5f,
        x,
        y);
  }

  private static Case twice(int n) {
    Slot<Smalti.F32> up = Slot.of(floats(3 * n, 11), 3, n);
    Slot<Smalti.F32> upBias = Slot.of(floats(n, 5), 1, n);
    Slot<Smalti.F32> down = Slot.of(floats(n * 4, 13), n, 4);
    Slot<Smalti.F32> downBias = Slot.of(floats(4, 3), 1, 4);
    Slot<Smalti.F32> x = Slot.of(floats(6, 7), 2, 3);
    Slot<Smalti.F32> y = Slot.output(F32, 2, 4);
    return Case.kernel(
        Records.class,
        "twice",
        of ->
            Records.twice(
                new Records.Linear(of.of(up), of.of(upBias), 2),
                new Records.Linear(of.of(down), of.of(downBias), 3),
                of.of(x),
                of.of(y)),
        of ->
            RecordsKernels.twice(
                new Records.Linear(of.of(up), of.of(upBias), 2),
                new Records.Linear(of.of(down), of.of(downBias), 3),
                of.of(x),
                of.of(y)),
        up,
        upBias,
        2f,
        down,
        downBias,
        3f,
        x,
        y);
  }

  private static Case nested(int n, boolean negated) {
    int rows = 3;
    Slot<Smalti.F32> x = Slot.of(floats(rows * 40, 17), rows, 40);
    Slot<Smalti.F32> a = Slot.of(floats(n, 11), n);
    Slot<Smalti.F32> b = Slot.of(floats(n, 5), n);
    Slot<Smalti.F32> y = Slot.output(F32, rows, n);
    return Case.kernel(
        Records.class,
        "nested",
        of -> Records.nested(block(of, rows, negated, x, a, b), of.of(y)),
        of -> RecordsKernels.nested(block(of, rows, negated, x, a, b), of.of(y)),
        rows,
        negated,
        x,
        a,
        b,
        y);
  }

  private static Records.Block block(
      Arguments of,
      int rows,
      boolean negated,
      Slot<Smalti.F32> x,
      Slot<Smalti.F32> a,
      Slot<Smalti.F32> b) {
    return new Records.Block(rows, negated, of.of(x), new Records.Pair<>(of.of(a), of.of(b)));
  }

  private static Case ofTypes(int n) {
    Slot<Smalti.F32> a = Slot.of(floats(n, 11), n);
    Slot<Smalti.F32> b = Slot.of(floats(n, 5), n);
    Slot<Smalti.F32> sum = Slot.output(F32, n);
    Slot<Smalti.F32> kept = Slot.of(floats(n, 3), n).changed();
    Slot<Smalti.I32> ints = Slot.of(ints(n + 1, 9), n + 1);
    Slot<Smalti.I32> more = Slot.of(ints(n + 1, 4), n + 1);
    Slot<Smalti.I32> intSum = Slot.output(I32, n + 1);
    Slot<Smalti.I32> intKept = Slot.of(ints(n + 1, 6), n + 1).changed();
    return Case.kernel(
        Records.class,
        "ofTypes",
        of ->
            Records.ofTypes(
                new Records.Pair<>(of.of(a), of.of(b)),
                new Records.Result<>(of.of(sum), of.of(kept), 4L),
                new Records.Pair<>(of.of(ints), of.of(more)),
                new Records.Result<>(of.of(intSum), of.of(intKept), -4L)),
        of ->
            RecordsKernels.ofTypes(
                new Records.Pair<>(of.of(a), of.of(b)),
                new Records.Result<>(of.of(sum), of.of(kept), 4L),
                new Records.Pair<>(of.of(ints), of.of(more)),
                new Records.Result<>(of.of(intSum), of.of(intKept), -4L)),
        a,
        b,
        sum,
        kept,
        4L,
        ints,
        more,
        intSum,
        intKept,
        -4L);
  }

  static Case exchange(int ranks) {
    int n = 5;
    int root = ranks / 2;
    Slot<Smalti.F32> x = Slot.of(floats(ranks * n, 11), ranks, 1, n);
    Slot<Smalti.I32> counts = Slot.of(ints(ranks * n, 9), ranks, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, n);
    return Case.program(
        Records.class,
        "exchange",
        ranks,
        (world, of) ->
            Records.exchange(world, new Records.Shards(of.of(x), of.of(counts), of.of(y), root)),
        RecordsPrograms.exchange(),
        (program, of) -> program.run(new Records.Shards(of.of(x), of.of(counts), of.of(y), root)),
        x,
        counts,
        y,
        root);
  }
}
