package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.BOOL;
import static dev.smalti.lang.Smalti.F16;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I16;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.U8;

import dev.smalti.lang.Smalti;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Several typed views of one window. */
final class TypedViewCases {
  private static final int BYTES = 320;

  private TypedViewCases() {}

  static List<Case> on(int ranks) {
    return List.of(views(ranks), overwritten(ranks), collectives(ranks));
  }

  private static float number(int rank, int i) {
    return 100 * rank + i;
  }

  private static Slot<Smalti.F32> inputs(int ranks) {
    return Slot.of(CommunicationCases.table(ranks, 24, TypedViewCases::number), ranks, 3, 8);
  }

  /** What {@code fill} leaves in the instance of a rank, in order of the bytes. */
  private static ByteBuffer filled(int ranks, int rank) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(4, 513 + rank).putInt(8, -2).putInt(12, -2);
    int previous = (rank + ranks - 1) % ranks;
    for (int i = 0; i < 24; i++) {
      bytes.putFloat(64 + 4 * i, number(previous, i));
    }
    for (int i = 0; i < 8; i++) {
      bytes.putShort(160 + 2 * (20 + i), Float.floatToFloat16(number(previous, i)));
    }
    if (rank == 0) {
      for (int i = 0; i < 4; i++) {
        bytes.putLong(224 + 8 * i, ranks * 3000000000L);
        bytes.putDouble(256 + 8 * (i < 2 ? 1 + i : 3 + i), 1.5 * ranks);
      }
      for (int i = 1; i < 4; i++) {
        bytes.putShort(160 + 2 * i, (short) (2 * ranks));
      }
    }
    return bytes;
  }

  private static Case views(int ranks) {
    Slot<Smalti.F32> xs = inputs(ranks);
    Slot<Smalti.U8> raw = Slot.output(U8, ranks, 5, 64);
    Slot<Smalti.BOOL> any = Slot.output(BOOL, ranks, BYTES);
    Slot<Smalti.I32> bits = Slot.output(I32, ranks, 3, 8);
    Slot<Smalti.F16> halves = Slot.output(F16, ranks, 2, 16);
    Slot<Smalti.I16> shorts = Slot.output(I16, ranks, 6, 16);
    Slot<Smalti.F32> sums = Slot.output(F32, ranks, 3, 8);
    long[] bytes = new long[ranks * BYTES];
    long[] truths = new long[ranks * BYTES];
    long[] words = new long[ranks * 24];
    long[] parts = new long[ranks * 32];
    for (int rank = 0; rank < ranks; rank++) {
      ByteBuffer here = filled(ranks, rank);
      ByteBuffer next = filled(ranks, (rank + 1) % ranks);
      for (int i = 0; i < BYTES; i++) {
        bytes[rank * BYTES + i] = here.get(i);
        truths[rank * BYTES + i] = here.get(i) == 0 ? 0 : 1;
      }
      for (int i = 0; i < 24; i++) {
        words[rank * 24 + i] = here.getInt(64 + 4 * i);
      }
      for (int i = 0; i < 32; i++) {
        parts[rank * 32 + i] = next.getShort(160 + 2 * i);
      }
    }
    return Case.program(
            TypedViews.class,
            "views",
            ranks,
            (world, of) ->
                TypedViews.views(
                    world,
                    of.of(xs),
                    of.of(raw),
                    of.of(any),
                    of.of(bits),
                    of.of(halves),
                    of.of(shorts),
                    of.of(sums)),
            TypedViewsPrograms.views(),
            (program, of) ->
                program.run(
                    of.of(xs),
                    of.of(raw),
                    of.of(any),
                    of.of(bits),
                    of.of(halves),
                    of.of(shorts),
                    of.of(sums)),
            xs,
            raw,
            any,
            bits,
            halves,
            shorts,
            sums)
        .expecting(raw, bytes)
        .expecting(any, truths)
        .expecting(bits, words)
        .expecting(halves, parts);
  }

  private static Case overwritten(int ranks) {
    Slot<Smalti.F32> xs = inputs(ranks);
    Slot<Smalti.U8> raw = Slot.output(U8, ranks, BYTES);
    return Case.program(
        TypedViews.class,
        "overwritten",
        ranks,
        (world, of) -> TypedViews.overwritten(world, of.of(xs), of.of(raw)),
        TypedViewsPrograms.overwritten(),
        (program, of) -> program.run(of.of(xs), of.of(raw)),
        xs,
        raw);
  }

  /** The sum on every rank, then summed again, and the largest of that. */
  private static Case collectives(int ranks) {
    Slot<Smalti.F32> xs = inputs(ranks);
    Slot<Smalti.F32> ys = Slot.output(F32, ranks, 6, 4);
    float[] sums =
        CommunicationCases.table(
            ranks, 24, (_, i) -> ranks * (ranks * i + 50 * ranks * (ranks - 1)));
    return Case.program(
            TypedViews.class,
            "collectives",
            ranks,
            (world, of) -> TypedViews.collectives(world, of.of(xs), of.of(ys)),
            TypedViewsPrograms.collectives(),
            (program, of) -> program.run(of.of(xs), of.of(ys)),
            xs,
            ys)
        .expecting(ys, Bits.of(sums));
  }
}
