package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.F64;

import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.List;

/** Kernels whose loops do much. */
final class CrowdCases {
  private CrowdCases() {}

  static List<Case> of(int rows, int columns) {
    List<Case> all = new ArrayList<>();
    all.add(sumOfEight(columns));
    all.add(rotate(rows, columns));
    all.add(exponentials(rows, columns));
    all.add(rowSumOfFour(rows, columns));
    all.add(rowMaxOfTwo(rows, columns));
    all.add(columnSum(rows, columns));
    return all;
  }

  private static Slot<Smalti.F32> input(int seed, int rows, int columns) {
    return Slot.of(Numbers.floats(seed + 31L * columns, rows * columns), rows, columns);
  }

  private static Slot<Smalti.F64> doubles(int seed, int rows, int columns) {
    float[] values = Numbers.floats(seed + 31L * columns, rows * columns);
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i] / 3;
    }
    return Slot.of(wide, rows, columns);
  }

  private static Case sumOfEight(int columns) {
    Slot<Smalti.F32> a = input(1, 1, columns);
    Slot<Smalti.F32> b = input(2, 1, columns);
    Slot<Smalti.F32> c = input(3, 1, columns);
    Slot<Smalti.F32> d = input(4, 1, columns);
    Slot<Smalti.F32> e = input(5, 1, columns);
    Slot<Smalti.F32> f = input(6, 1, columns);
    Slot<Smalti.F32> g = input(7, 1, columns);
    Slot<Smalti.F32> h = input(8, 1, columns);
    Slot<Smalti.F32> y = Slot.output(F32, 1, columns);
    return Case.kernel(
        Crowds.class,
        "sumOfEight",
        of ->
            Crowds.sumOfEight(
                of.of(a), of.of(b), of.of(c), of.of(d), of.of(e), of.of(f), of.of(g), of.of(h),
                of.of(y)),
        of ->
            CrowdsKernels.sumOfEight(
                of.of(a), of.of(b), of.of(c), of.of(d), of.of(e), of.of(f), of.of(g), of.of(h),
                of.of(y)),
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        y);
  }

  private static Case rotate(int rows, int columns) {
    Slot<Smalti.F32> x = input(1, rows, columns);
    Slot<Smalti.F32> z = input(2, rows, columns);
    Slot<Smalti.F32> cos = input(3, rows, columns);
    Slot<Smalti.F32> sin = input(4, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
        Crowds.class,
        "rotate",
        of -> Crowds.rotate(of.of(x), of.of(z), of.of(cos), of.of(sin), of.of(y)),
        of -> CrowdsKernels.rotate(of.of(x), of.of(z), of.of(cos), of.of(sin), of.of(y)),
        x,
        z,
        cos,
        sin,
        y);
  }

  private static Case exponentials(int rows, int columns) {
    Slot<Smalti.F32> a = input(1, rows, columns);
    Slot<Smalti.F32> b = input(2, rows, columns);
    Slot<Smalti.F32> c = input(3, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
        Crowds.class,
        "exponentials",
        of -> Crowds.exponentials(of.of(a), of.of(b), of.of(c), of.of(y)),
        of -> CrowdsKernels.exponentials(of.of(a), of.of(b), of.of(c), of.of(y)),
        a,
        b,
        c,
        y);
  }

  private static Case rowSumOfFour(int rows, int columns) {
    Slot<Smalti.F32> a = input(1, rows, columns);
    Slot<Smalti.F32> b = input(2, rows, columns);
    Slot<Smalti.F32> c = input(3, rows, columns);
    Slot<Smalti.F32> d = input(4, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, 1);
    return Case.kernel(
        Crowds.class,
        "rowSumOfFour",
        of -> Crowds.rowSumOfFour(of.of(a), of.of(b), of.of(c), of.of(d), of.of(y)),
        of -> CrowdsKernels.rowSumOfFour(of.of(a), of.of(b), of.of(c), of.of(d), of.of(y)),
        a,
        b,
        c,
        d,
        y);
  }

  private static Case rowMaxOfTwo(int rows, int columns) {
    Slot<Smalti.F64> a = doubles(1, rows, columns);
    Slot<Smalti.F64> b = doubles(2, rows, columns);
    Slot<Smalti.F64> y = Slot.output(F64, rows, 1);
    return Case.kernel(
        Crowds.class,
        "rowMaxOfTwo",
        of -> Crowds.rowMaxOfTwo(of.of(a), of.of(b), of.of(y)),
        of -> CrowdsKernels.rowMaxOfTwo(of.of(a), of.of(b), of.of(y)),
        a,
        b,
        y);
  }

  private static Case columnSum(int rows, int columns) {
    Slot<Smalti.F32> a = input(1, rows, columns);
    Slot<Smalti.F32> b = input(2, rows, columns);
    Slot<Smalti.F32> c = input(3, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, 1, columns);
    return Case.kernel(
        Crowds.class,
        "columnSum",
        of -> Crowds.columnSum(of.of(a), of.of(b), of.of(c), of.of(y)),
        of -> CrowdsKernels.columnSum(of.of(a), of.of(b), of.of(c), of.of(y)),
        a,
        b,
        c,
        y);
  }
}
