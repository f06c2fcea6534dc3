package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.BF16;
import static dev.smalti.lang.Smalti.F16;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I16;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.I8;
import static dev.smalti.lang.Smalti.U8;

import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.List;

/** Programs of several ranks, with what each computes in closed form. */
final class CommunicationCases {
  /** How the number in row {@code rank}, column {@code i} is made. */
  @FunctionalInterface
  interface Value {
    float at(int rank, int i);
  }

  private CommunicationCases() {}

  /** Programs that are in no row of {@link ConformanceTable}, on a world. */
  static List<Case> on(int ranks) {
    List<Case> all = new ArrayList<>(ofTiles(ranks));
    all.addAll(PrimitiveCases.on(ranks));
    all.addAll(TypedViewCases.on(ranks));
    return all;
  }

  private static List<Case> ofTiles(int ranks) {
    return List.of(
        meshAllReduceOfFractions(ranks),
        windowsOfHalves(ranks),
        windowsOfIntegers(ranks),
        CollectiveCases.handAllToAllV(ranks),
        DeferredCases.sums(ranks),
        RecordCases.exchange(ranks));
  }

  static float[] table(int ranks, int columns, Value value) {
    float[] all = new float[ranks * columns];
    for (int i = 0; i < all.length; i++) {
      all[i] = value.at(i / columns, i % columns);
    }
    return all;
  }

  /** 100 r + i: sums of it are exact. */
  private static float ramp(int rank, int i) {
    return 100 * rank + i;
  }

  private static Slot<Smalti.F32> ramps(int ranks, int columns) {
    return Slot.of(table(ranks, columns, CommunicationCases::ramp), ranks, 1, columns);
  }

  private static long[] bits(int ranks, int columns, Value value) {
    return Bits.of(table(ranks, columns, value));
  }

  static Case meshAllReduce(int ranks) {
    return meshAllReduce(
        ranks, CommunicationCases::ramp, (_, i) -> ranks * i + 100 * ranks * (ranks - 1) / 2);
  }

  /** Fractions: the order of the additions shows in the last bits. */
  private static Case meshAllReduceOfFractions(int ranks) {
    Value fraction = (r, i) -> 1f / (1 + 7 * r + i);
    return meshAllReduce(
        ranks,
        fraction,
        (me, i) -> {
          float sum = fraction.at(me, i);
          for (int peer = 0; peer < ranks; peer++) {
            sum += peer == me ? 0 : fraction.at(peer, i);
          }
          return sum;
        });
  }

  private static Case meshAllReduce(int ranks, Value input, Value sum) {
    int size = MeshAllReduce.SIZE;
    Slot<Smalti.F32> x = Slot.of(table(ranks, size, input), ranks, 1, size);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, size);
    return Case.program(
            MeshAllReduce.class,
            "allReduce",
            ranks,
            (world, of) -> MeshAllReduce.allReduce(world, of.of(x), of.of(y)),
            MeshAllReducePrograms.allReduce(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, size, sum));
  }

  static Case ringAllReduce(int ranks) {
    int size = RingAllReduce.SIZE;
    Slot<Smalti.F32> x = ramps(ranks, size);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, size);
    return Case.program(
            RingAllReduce.class,
            "allReduce",
            ranks,
            (world, of) -> RingAllReduce.allReduce(world, of.of(x), of.of(y)),
            RingAllReducePrograms.allReduce(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, size, (_, i) -> ranks * i + 100 * ranks * (ranks - 1) / 2));
  }

  static Case broadcast(int ranks, int root) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            Broadcast.class,
            "fromRoot",
            ranks,
            (world, of) -> Broadcast.fromRoot(world, of.of(x), of.of(y), root),
            BroadcastPrograms.fromRoot(),
            (program, of) -> program.run(of.of(x), of.of(y), root),
            x,
            y,
            root)
        .expecting(y, bits(ranks, 64, (_, i) -> ramp(root, i)));
  }

  static Case kernelBarrier(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            KernelBarrier.class,
            "readNext",
            ranks,
            (world, of) -> KernelBarrier.readNext(world, of.of(x), of.of(y)),
            KernelBarrierPrograms.readNext(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp((r + 1) % ranks, i)));
  }

  static Case hostBarrier(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            HostBarrier.class,
            "readNext",
            ranks,
            (world, of) -> HostBarrier.readNext(world, of.of(x), of.of(y)),
            HostBarrierPrograms.readNext(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp((r + 1) % ranks, i)));
  }

  static Case notifyWait(int ranks) {
    Slot<Smalti.I32> y = Slot.output(I32, ranks, 1, 1);
    int[] tags = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      tags[rank] = (rank + ranks - 1) % ranks + 1; // of the one before
    }
    return Case.program(
            NotifyWait.class,
            "exchangeTags",
            ranks,
            (world, of) -> NotifyWait.exchangeTags(world, of.of(y)),
            NotifyWaitPrograms.exchangeTags(),
            (program, of) -> program.run(of.of(y)),
            y)
        .expecting(y, Bits.of(tags));
  }

  static Case remoteStoreWhole(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            RemoteStoreWhole.class,
            "pushToNext",
            ranks,
            (world, of) -> RemoteStoreWhole.pushToNext(world, of.of(x), of.of(y)),
            RemoteStoreWholePrograms.pushToNext(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp((r + ranks - 1) % ranks, i)));
  }

  static Case helloRank(int ranks) {
    Slot<Smalti.F32> x = Slot.of(table(ranks, 64, CommunicationCases::ramp), ranks, 8, 8);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 8, 8);
    return Case.program(
            HelloRank.class,
            "helloAll",
            ranks,
            (world, of) -> HelloRank.helloAll(world, of.of(x), of.of(y)),
            HelloRankPrograms.helloAll(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp(r, i) + r));
  }

  static Case programmingModel(int ranks) {
    Slot<Smalti.F32> x = Slot.of(table(ranks, 6 * 10, CommunicationCases::ramp), ranks, 6, 10);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 6, 10);
    return Case.program(
            ProgrammingModel.class,
            "scaleAll",
            ranks,
            (world, of) -> ProgrammingModel.scaleAll(world, of.of(x), of.of(y)),
            ProgrammingModelPrograms.scaleAll(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 60, (r, i) -> ramp(r, i) * (r + 1)));
  }

  static Case windowRoundTrip(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 256);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 256);
    return Case.program(
            WindowRoundTrip.class,
            "roundTrip",
            ranks,
            (world, of) -> WindowRoundTrip.roundTrip(world, of.of(x), of.of(y)),
            WindowRoundTripPrograms.roundTrip(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 256, CommunicationCases::ramp));
  }

  static Case handBarrier(int ranks) {
    Slot<Smalti.I32> y = Slot.output(I32, ranks, 1, ranks);
    int[] seen = new int[ranks * ranks];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = i / ranks == i % ranks ? 0 : 1;
    }
    return Case.program(
            HandBarrier.class,
            "meetAll",
            ranks,
            (world, of) -> HandBarrier.meetAll(world, of.of(y)),
            HandBarrierPrograms.meetAll(),
            (program, of) -> program.run(of.of(y)),
            y)
        .expecting(y, Bits.of(seen));
  }

  static Case builtinBarrier(int ranks) {
    int n = 37;
    Slot<Smalti.F32> x = ramps(ranks, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 2, n);
    return Case.program(
            BuiltinBarrier.class,
            "readNext",
            ranks,
            (world, of) -> BuiltinBarrier.readNext(world, of.of(x), of.of(y)),
            BuiltinBarrierPrograms.readNext(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(
            y, bits(ranks, 2 * n, (r, i) -> ramp((r + 1) % ranks, i % n) * (i < n ? 1 : -1)));
  }

  static Case remoteLoadShift(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            RemoteLoadShift.class,
            "shift",
            ranks,
            (world, of) -> RemoteLoadShift.shift(world, of.of(x), of.of(y)),
            RemoteLoadShiftPrograms.shift(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp((r + 1) % ranks, i)));
  }

  static Case remoteStoreShift(int ranks) {
    Slot<Smalti.F32> x = ramps(ranks, 64);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, 64);
    return Case.program(
            RemoteStoreShift.class,
            "shift",
            ranks,
            (world, of) -> RemoteStoreShift.shift(world, of.of(x), of.of(y)),
            RemoteStoreShiftPrograms.shift(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, bits(ranks, 64, (r, i) -> ramp((r + ranks - 1) % ranks, i)));
  }

  /** The bits of an element, made from the number of a rank and a column. */
  private interface Element {
    long bits(int number);
  }

  /** Numbers from -2 to 16: sums of two of them are exact in every type of floats. */
  private static int number(int rank, int i) {
    return (5 * rank + i) % 19 - 2;
  }

  private static long[] inputs(int ranks, int n, Element element) {
    return elements(ranks, n, (r, i) -> number(r, i), element);
  }

  private static long[] elements(int ranks, int n, Value value, Element element) {
    long[] bits = new long[ranks * n];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = element.bits((int) value.at(i / n, i % n));
    }
    return bits;
  }

  /** What the next rank has, what the previous one added, and twice the own. */
  private static long[] exchanged(int ranks, int n, Element element) {
    return elements(
        ranks,
        3 * n,
        (r, i) -> {
          int own = number(r, i % n);
          int previous = number((r + ranks - 1) % ranks, i % n);
          return i < n ? number((r + 1) % ranks, i) : own + (i < 2 * n ? previous : own);
        },
        element);
  }

  private static long f16(int number) {
    return Float.floatToFloat16(number);
  }

  private static long bf16(int number) {
    return Float.floatToIntBits(number) >> 16;
  }

  private static Case windowsOfHalves(int ranks) {
    int n = 13;
    Slot<Smalti.F16> f16 = Slot.of(F16, inputs(ranks, n, CommunicationCases::f16), ranks, 1, n);
    Slot<Smalti.BF16> bf16 = Slot.of(BF16, inputs(ranks, n, CommunicationCases::bf16), ranks, 1, n);
    Slot<Smalti.F16> f16s = Slot.output(F16, ranks, 3, n);
    Slot<Smalti.BF16> bf16s = Slot.output(BF16, ranks, 3, n);
    return Case.program(
            WindowTypes.class,
            "halves",
            ranks,
            (world, of) ->
                WindowTypes.halves(world, of.of(f16), of.of(f16s), of.of(bf16), of.of(bf16s)),
            WindowTypesPrograms.halves(),
            (program, of) -> program.run(of.of(f16), of.of(f16s), of.of(bf16), of.of(bf16s)),
            f16,
            f16s,
            bf16,
            bf16s)
        .expecting(f16s, exchanged(ranks, n, CommunicationCases::f16))
        .expecting(bf16s, exchanged(ranks, n, CommunicationCases::bf16));
  }

  private static Case windowsOfIntegers(int ranks) {
    int n = 13;
    Element i8 = number -> (byte) (number * 60);
    Element i16 = number -> (short) (number * 15_000);
    Slot<Smalti.I8> bytes = Slot.of(I8, inputs(ranks, n, i8), ranks, 1, n);
    Slot<Smalti.I16> shorts = Slot.of(I16, inputs(ranks, n, i16), ranks, 1, n);
    Slot<Smalti.U8> unsigned = Slot.of(U8, inputs(ranks, n, i8), ranks, 1, n);
    Slot<Smalti.I8> bytesOut = Slot.output(I8, ranks, 3, n);
    Slot<Smalti.I16> shortsOut = Slot.output(I16, ranks, 3, n);
    Slot<Smalti.U8> unsignedOut = Slot.output(U8, ranks, 3, n);
    return Case.program(
            WindowTypes.class,
            "integers",
            ranks,
            (world, of) ->
                WindowTypes.integers(
                    world,
                    of.of(bytes),
                    of.of(bytesOut),
                    of.of(shorts),
                    of.of(shortsOut),
                    of.of(unsigned),
                    of.of(unsignedOut)),
            WindowTypesPrograms.integers(),
            (program, of) ->
                program.run(
                    of.of(bytes),
                    of.of(bytesOut),
                    of.of(shorts),
                    of.of(shortsOut),
                    of.of(unsigned),
                    of.of(unsignedOut)),
            bytes,
            bytesOut,
            shorts,
            shortsOut,
            unsigned,
            unsignedOut)
        .expecting(bytesOut, exchanged(ranks, n, i8))
        .expecting(shortsOut, exchanged(ranks, n, i16))
        .expecting(unsignedOut, exchanged(ranks, n, i8));
  }
}
