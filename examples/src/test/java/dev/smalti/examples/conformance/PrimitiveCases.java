package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.BF16;
import static dev.smalti.lang.Smalti.BOOL;
import static dev.smalti.lang.Smalti.F16;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.F64;
import static dev.smalti.lang.Smalti.I16;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.I64;
import static dev.smalti.lang.Smalti.I8;
import static dev.smalti.lang.Smalti.U8;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.World;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Programs of one-sided operations, with what each computes in closed form. */
final class PrimitiveCases {
  /** What a rank has in column i of its row, all axes flattened. */
  private interface Numbering {
    int at(int rank, int i);
  }

  /** The bits of an element that is a number. */
  private interface Element {
    long bits(int number);
  }

  private PrimitiveCases() {}

  /** Programs that are in no row of {@link ConformanceTable}, on a world. */
  static List<Case> on(int ranks) {
    return List.of(
        putChunked(ranks, 2, 999),
        floats(ranks),
        integers(ranks),
        sums(ranks),
        shiftsWithin(ranks));
  }

  private static int ramp(int rank, int i) {
    return 100 * rank + i;
  }

  private static int before(int rank, int ranks) {
    return (rank + ranks - 1) % ranks;
  }

  private static long[] elements(int ranks, int columns, Numbering number, Element element) {
    long[] bits = new long[ranks * columns];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = element.bits(number.at(i / columns, i % columns));
    }
    return bits;
  }

  private static long f32(int number) {
    return Bits.of(new float[] {number})[0];
  }

  private static <T extends DType> Slot<T> slot(
      T dtype, int ranks, Numbering number, Element element, long... shape) {
    long[] whole = new long[shape.length + 1];
    whole[0] = ranks;
    System.arraycopy(shape, 0, whole, 1, shape.length);
    int columns = 1;
    for (long extent : shape) {
      columns *= (int) extent;
    }
    return Slot.of(dtype, elements(ranks, columns, number, element), whole);
  }

  private static <P extends PreparedProgram> Case ofFloats(
      String name,
      int ranks,
      Slot<Smalti.F32> x,
      Slot<Smalti.F32> y,
      BiConsumer<World, Arguments> eager,
      Program<P> program,
      BiConsumer<P, Arguments> run,
      Numbering expected,
      Object... more) {
    Object[] arguments = new Object[2 + more.length];
    arguments[0] = x;
    arguments[1] = y;
    System.arraycopy(more, 0, arguments, 2, more.length);
    int columns = y.before().length / ranks;
    return Case.program(Transfers.class, name, ranks, eager, program, run, arguments)
        .expecting(y, elements(ranks, columns, expected, PrimitiveCases::f32));
  }

  private static Case shiftsWithin(int ranks) {
    int size = ShiftsWithin.SIZE;
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, size);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, size);
    int[][] shifted = new int[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      shifted[rank] = shifted(rank, size);
    }
    return Case.program(
            ShiftsWithin.class,
            "shifts",
            ranks,
            (world, of) -> ShiftsWithin.shifts(world, of.of(x), of.of(y)),
            ShiftsWithinPrograms.shifts(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, elements(ranks, size, (r, i) -> shifted[r][i], PrimitiveCases::f32));
  }

  /** Three times one to the right and 1 more, then sums of neighbours, then once more. */
  private static int[] shifted(int rank, int size) {
    int[] data = new int[size];
    Arrays.setAll(data, i -> ramp(rank, i));
    for (int time = 0; time < 3; time++) {
      int[] before = data.clone();
      Arrays.setAll(data, i -> i == 0 ? before[0] : before[i - 1] + 1);
    }
    int[] terms = data.clone();
    Arrays.setAll(data, i -> i == 0 || i == size - 1 ? terms[i] : terms[i - 1] + terms[i + 1]);
    System.arraycopy(data.clone(), 0, data, 1, size - 1);
    return data;
  }

  static Case putRing(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, 1, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return ofFloats(
        "putRing",
        ranks,
        x,
        y,
        (world, of) -> Transfers.putRing(world, of.of(x), of.of(y)),
        TransfersPrograms.putRing(),
        (program, of) -> program.run(of.of(x), of.of(y)),
        (r, i) -> ramp(before(r, ranks), i));
  }

  static Case putPipelined(int ranks) {
    Numbering number = (r, i) -> 1000 * r + i;
    Slot<Smalti.F32> x = slot(F32, ranks, number, PrimitiveCases::f32, 8, 128);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 8, 128);
    return ofFloats(
        "putPipelined",
        ranks,
        x,
        y,
        (world, of) -> Transfers.putPipelined(world, of.of(x), of.of(y)),
        TransfersPrograms.putPipelined(),
        (program, of) -> program.run(of.of(x), of.of(y)),
        (r, i) -> number.at(before(r, ranks), i));
  }

  static Case putChunked(int ranks, int rows, int columns) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, 8, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 8, 64);
    return ofFloats(
        "putChunked",
        ranks,
        x,
        y,
        (world, of) -> Transfers.putChunked(world, of.of(x), of.of(y), rows, columns),
        TransfersPrograms.putChunked(),
        (program, of) -> program.run(of.of(x), of.of(y), rows, columns),
        (r, i) -> ramp(before(r, ranks), i),
        rows,
        columns);
  }

  static Case putAdding(int ranks, int root) {
    Slot<Smalti.I32> x = slot(I32, ranks, (r, i) -> 10 + 22 * r + i, n -> n, 16, 16);
    Slot<Smalti.I32> y = slot(I32, ranks, (r, i) -> -7 * r - i, n -> n, 16, 16).changed();
    return Case.program(
            Transfers.class,
            "putAdding",
            ranks,
            (world, of) -> Transfers.putAdding(world, of.of(x), of.of(y), root),
            TransfersPrograms.putAdding(),
            (program, of) -> program.run(of.of(x), of.of(y), root),
            x,
            y,
            root)
        .expecting(
            y,
            elements(
                ranks,
                256,
                (r, i) ->
                    r == root ? ranks * (10 + i) + 22 * (ranks * (ranks - 1) / 2) : -7 * r - i,
                n -> n));
  }

  private static int rowOrMarker(int rank, int i) {
    return i < 64 ? ramp(rank, i) : -1 - rank;
  }

  static Case putRow(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::rowOrMarker, PrimitiveCases::f32, 2, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return ofFloats(
        "putRow",
        ranks,
        x,
        y,
        (world, of) -> Transfers.putRow(world, of.of(x), of.of(y)),
        TransfersPrograms.putRow(),
        (program, of) -> program.run(of.of(x), of.of(y)),
        (r, i) -> ramp(before(r, ranks), i));
  }

  static Case getRing(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, 1, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return ofFloats(
        "getRing",
        ranks,
        x,
        y,
        (world, of) -> Transfers.getRing(world, of.of(x), of.of(y)),
        TransfersPrograms.getRing(),
        (program, of) -> program.run(of.of(x), of.of(y)),
        (r, i) -> ramp((r + 1) % ranks, i));
  }

  static Case getRow(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::rowOrMarker, PrimitiveCases::f32, 2, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return ofFloats(
        "getRow",
        ranks,
        x,
        y,
        (world, of) -> Transfers.getRow(world, of.of(x), of.of(y)),
        TransfersPrograms.getRow(),
        (program, of) -> program.run(of.of(x), of.of(y)),
        (r, i) -> ramp((r + 1) % ranks, i));
  }

  static Case selfNotify(int ranks) {
    Slot<Smalti.I32> y = Slot.output(I32, ranks, 1, 1);
    return Case.program(
            Primitives.class,
            "selfNotify",
            ranks,
            (world, of) -> Primitives.selfNotify(world, of.of(y)),
            PrimitivesPrograms.selfNotify(),
            (program, of) -> program.run(of.of(y)),
            y)
        .expecting(y, new long[ranks]);
  }

  static Case halves(int ranks) {
    Slot<Smalti.F32> low = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, 1, 32);
    Slot<Smalti.F32> high = slot(F32, ranks, (r, i) -> -ramp(r, i), PrimitiveCases::f32, 1, 32);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            Primitives.class,
            "halves",
            ranks,
            (world, of) -> Primitives.halves(world, of.of(low), of.of(high), of.of(y)),
            PrimitivesPrograms.halves(),
            (program, of) -> program.run(of.of(low), of.of(high), of.of(y)),
            low,
            high,
            y)
        .expecting(
            y,
            elements(
                ranks,
                64,
                (r, i) -> i < 32 ? ramp(before(r, ranks), i) : -ramp(before(r, ranks), i - 32),
                PrimitiveCases::f32));
  }

  static Case computed(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, PrimitiveCases::ramp, PrimitiveCases::f32, 1, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            Primitives.class,
            "computed",
            ranks,
            (world, of) -> Primitives.computed(world, of.of(x), of.of(y)),
            PrimitivesPrograms.computed(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(
            y, elements(ranks, 64, (r, i) -> 2 * ramp(before(r, ranks), i), PrimitiveCases::f32));
  }

  static Case throughTheWindow(int ranks) {
    Element bf16 = n -> Float.floatToIntBits(n) >> 16;
    Numbering number = (r, i) -> (64 * r + i) % 256;
    Slot<Smalti.BF16> x = slot(BF16, ranks, number, bf16, ranks, 64);
    Slot<Smalti.BF16> y = Slot.output(BF16, ranks, ranks, 64);
    return Case.program(
            Primitives.class,
            "throughTheWindow",
            ranks,
            (world, of) -> Primitives.throughTheWindow(world, of.of(x), of.of(y)),
            PrimitivesPrograms.throughTheWindow(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(
            y, elements(ranks, 64 * ranks, (r, i) -> i / 64 == r ? 0 : number.at(i / 64, i), bf16));
  }

  static Case localUse(int ranks) {
    Element f16 = n -> Float.floatToFloat16(0.5f * n);
    Numbering input = (r, i) -> 10_000 * r + i;
    Numbering routed = (r, i) -> 64 * r + i; // Half of it is exact in F16, on 16 ranks as well.
    Slot<Smalti.F32> x = slot(F32, ranks, input, PrimitiveCases::f32, 16, 64);
    Slot<Smalti.F16> k = slot(F16, ranks, routed, f16, 16, 64);
    Slot<Smalti.F32> half = Slot.output(F32, ranks, 8, 64);
    Slot<Smalti.F32> whole = Slot.output(F32, ranks, 16, 64);
    Slot<Smalti.F32> sum = Slot.output(F32, ranks, 16, 64);
    return Case.program(
            Primitives.class,
            "localUse",
            ranks,
            (world, of) ->
                Primitives.localUse(
                    world, of.of(x), of.of(k), of.of(half), of.of(whole), of.of(sum)),
            PrimitivesPrograms.localUse(),
            (program, of) -> program.run(of.of(x), of.of(k), of.of(half), of.of(whole), of.of(sum)),
            x,
            k,
            half,
            whole,
            sum)
        .expecting(half, elements(ranks, 512, (r, i) -> input.at(r, i + 512), PrimitiveCases::f32))
        .expecting(whole, elements(ranks, 1024, input, PrimitiveCases::f32))
        .expecting(
            sum,
            elements(
                ranks,
                1024,
                (r, i) -> 2 * input.at(r, i) + routed.at(r, i),
                twice -> Bits.of(new float[] {0.5f * twice})[0]));
  }

  static Case overlapping(int ranks) {
    Slot<Smalti.F32> x = slot(F32, ranks, (r, _) -> 10 + r, PrimitiveCases::f32, 1, 64);
    Slot<Smalti.F32> a = slot(F32, ranks, (_, _) -> -1, PrimitiveCases::f32, 1, 64).changed();
    Slot<Smalti.F32> b = slot(F32, ranks, (_, _) -> -1, PrimitiveCases::f32, 1, 64).changed();
    return Case.program(
            Domains.class,
            "overlapping",
            ranks,
            (world, of) -> Domains.overlapping(world, of.of(x), of.of(a), of.of(b)),
            DomainsPrograms.overlapping(),
            (program, of) -> program.run(of.of(x), of.of(a), of.of(b)),
            x,
            a,
            b)
        .expecting(
            a, elements(ranks, 64, (r, _) -> r == 0 ? 11 : r == 1 ? 10 : -1, PrimitiveCases::f32))
        .expecting(
            b, elements(ranks, 64, (r, _) -> r == 1 ? 12 : r == 2 ? 11 : -1, PrimitiveCases::f32));
  }

  /** The sum over some devices, of which one is looked at; -1 where nothing is computed. */
  private static long[] sums(int ranks, int n, int from, int to) {
    return elements(
        ranks,
        n + 1,
        (r, i) -> {
          if (r < from || r >= to) {
            return -1;
          }
          int total = 0;
          for (int device = from; device < to; device++) {
            total += 1000 * device + i;
          }
          return i < n ? total : 100 * (to - from) + r - from;
        },
        number -> number);
  }

  private static Case sums(int ranks) {
    int n = 7;
    int middle = ranks / 2;
    Slot<Smalti.I32> x = slot(I32, ranks, (r, i) -> 1000 * r + i, k -> k, 1, n);
    List<Slot<Smalti.I32>> y = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      y.add(slot(I32, ranks, (_, _) -> -1, k -> k, 1, n + 1).changed());
    }
    return Case.program(
            Domains.class,
            "sums",
            ranks,
            (world, of) ->
                Domains.sums(
                    world,
                    of.of(x),
                    of.of(y.get(0)),
                    of.of(y.get(1)),
                    of.of(y.get(2)),
                    of.of(y.get(3))),
            DomainsPrograms.sums(),
            (program, of) ->
                program.run(
                    of.of(x), of.of(y.get(0)), of.of(y.get(1)), of.of(y.get(2)), of.of(y.get(3))),
            x,
            y.get(0),
            y.get(1),
            y.get(2),
            y.get(3))
        .expecting(y.get(0), sums(ranks, n, 0, ranks))
        .expecting(y.get(1), sums(ranks, n, 0, middle + 1))
        .expecting(y.get(2), sums(ranks, n, middle, ranks))
        .expecting(y.get(3), sums(ranks, n, middle, middle + 1));
  }

  // ---- every element type

  private static final int COLUMNS = 13;

  /** Numbers from -2 to 16: sums of two of them are exact in every type of floats. */
  private static int small(int rank, int i) {
    return (5 * rank + i) % 19 - 2;
  }

  /** The six planes that {@link TransferTypes#moves} leaves. */
  private static int moved(int ranks, int rank, int at) {
    int plane = at / (4 * COLUMNS);
    int i = at % (4 * COLUMNS);
    int column = i % COLUMNS;
    int previous = before(rank, ranks);
    int next = (rank + 1) % ranks;
    return switch (plane) {
      case 0 -> small(next, i);
      case 1 -> small(rank, i) + small(previous, i);
      case 2, 3 -> small(previous, i);
      case 4 -> column == 0 ? 0 : small(previous, i - 1);
      default -> column == COLUMNS - 1 ? 0 : small(next, i + 1);
    };
  }

  private static <T extends DType> Slot<T> input(T dtype, int ranks, Element element) {
    return slot(dtype, ranks, PrimitiveCases::small, element, 4, COLUMNS);
  }

  private static <T extends DType> Slot<T> output(T dtype, int ranks) {
    return Slot.output(dtype, ranks, 6, 4, COLUMNS);
  }

  private static long[] moved(int ranks, Element element) {
    return elements(ranks, 6 * 4 * COLUMNS, (r, i) -> moved(ranks, r, i), element);
  }

  private static Case floats(int ranks) {
    Element f16 = n -> Float.floatToFloat16(n);
    Element bf16 = n -> Float.floatToIntBits(n) >> 16;
    Element f64 = n -> Double.doubleToRawLongBits(n);
    Slot<Smalti.F16> a = input(F16, ranks, f16);
    Slot<Smalti.BF16> b = input(BF16, ranks, bf16);
    Slot<Smalti.F32> c = input(F32, ranks, PrimitiveCases::f32);
    Slot<Smalti.F64> d = input(F64, ranks, f64);
    Slot<Smalti.F16> as = output(F16, ranks);
    Slot<Smalti.BF16> bs = output(BF16, ranks);
    Slot<Smalti.F32> cs = output(F32, ranks);
    Slot<Smalti.F64> ds = output(F64, ranks);
    return Case.program(
            TransferTypes.class,
            "floats",
            ranks,
            (world, of) ->
                TransferTypes.floats(
                    world, of.of(a), of.of(as), of.of(b), of.of(bs), of.of(c), of.of(cs), of.of(d),
                    of.of(ds)),
            TransferTypesPrograms.floats(),
            (program, of) ->
                program.run(
                    of.of(a), of.of(as), of.of(b), of.of(bs), of.of(c), of.of(cs), of.of(d),
                    of.of(ds)),
            a,
            as,
            b,
            bs,
            c,
            cs,
            d,
            ds)
        .expecting(as, moved(ranks, f16))
        .expecting(bs, moved(ranks, bf16))
        .expecting(cs, moved(ranks, PrimitiveCases::f32))
        .expecting(ds, moved(ranks, f64));
  }

  private static Case integers(int ranks) {
    Element i8 = n -> (byte) (n * 60);
    Element i16 = n -> (short) (n * 15_000);
    Element i32 = n -> (int) (n * 500_000_000L);
    Element i64 = n -> n * 2_000_000_000_000_000_000L;
    Slot<Smalti.I8> a = input(I8, ranks, i8);
    Slot<Smalti.I16> b = input(I16, ranks, i16);
    Slot<Smalti.I32> c = input(I32, ranks, i32);
    Slot<Smalti.I64> d = input(I64, ranks, i64);
    Slot<Smalti.U8> e = input(U8, ranks, i8);
    Slot<Smalti.BOOL> f = input(BOOL, ranks, n -> n & 1);
    Slot<Smalti.I8> as = output(I8, ranks);
    Slot<Smalti.I16> bs = output(I16, ranks);
    Slot<Smalti.I32> cs = output(I32, ranks);
    Slot<Smalti.I64> ds = output(I64, ranks);
    Slot<Smalti.U8> es = output(U8, ranks);
    Slot<Smalti.BOOL> fs = Slot.output(BOOL, ranks, 2, 4, COLUMNS);
    int plane = 4 * COLUMNS;
    return Case.program(
            TransferTypes.class,
            "integers",
            ranks,
            (world, of) ->
                TransferTypes.integers(
                    world, of.of(a), of.of(as), of.of(b), of.of(bs), of.of(c), of.of(cs), of.of(d),
                    of.of(ds), of.of(e), of.of(es), of.of(f), of.of(fs)),
            TransferTypesPrograms.integers(),
            (program, of) ->
                program.run(
                    of.of(a), of.of(as), of.of(b), of.of(bs), of.of(c), of.of(cs), of.of(d),
                    of.of(ds), of.of(e), of.of(es), of.of(f), of.of(fs)),
            a,
            as,
            b,
            bs,
            c,
            cs,
            d,
            ds,
            e,
            es,
            f,
            fs)
        .expecting(as, moved(ranks, i8))
        .expecting(bs, moved(ranks, i16))
        .expecting(cs, moved(ranks, i32))
        .expecting(ds, moved(ranks, i64))
        .expecting(es, moved(ranks, i8))
        .expecting(
            fs,
            elements(
                ranks,
                2 * plane,
                (r, i) -> i < plane ? small(r, i) : small(before(r, ranks), i - plane),
                n -> n & 1));
  }
}
