package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import java.util.List;

/** Programs of several ranks, with what each computes in closed form. */
final class CommunicationCases {
  /** How the number in row {@code rank}, column {@code i} is made. */
  @FunctionalInterface
  interface Value {
    float at(int rank, int i);
  }

  private CommunicationCases() {}

  /** Every program on a world. */
  static List<Case> on(int ranks) {
    return List.of(
        meshAllReduce(ranks),
        meshAllReduceOfFractions(ranks),
        ringAllReduce(ranks),
        broadcast(ranks, 0),
        broadcast(ranks, ranks - 1),
        kernelBarrier(ranks),
        notifyWait(ranks),
        remoteStoreWhole(ranks),
        helloRank(ranks),
        programmingModel(ranks),
        windowRoundTrip(ranks),
        handBarrier(ranks),
        builtinBarrier(ranks),
        remoteLoadShift(ranks),
        remoteStoreShift(ranks));
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

  private static Case meshAllReduce(int ranks) {
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

  private static Case ringAllReduce(int ranks) {
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

  private static Case broadcast(int ranks, int root) {
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

  private static Case kernelBarrier(int ranks) {
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

  private static Case notifyWait(int ranks) {
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

  private static Case remoteStoreWhole(int ranks) {
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

  private static Case helloRank(int ranks) {
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

  private static Case programmingModel(int ranks) {
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

  private static Case windowRoundTrip(int ranks) {
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

  private static Case handBarrier(int ranks) {
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

  private static Case builtinBarrier(int ranks) {
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

  private static Case remoteLoadShift(int ranks) {
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

  private static Case remoteStoreShift(int ranks) {
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
}
