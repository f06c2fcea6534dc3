package dev.smalti.processor.random;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.spi.Storage;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.run.ElementArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Elements of one type as bits, and as the memory that a way to run a kernel wants. */
final class Contents {
  private Contents() {}

  static DType dtype(Element element) {
    return switch (element) {
      case F16 -> Smalti.F16;
      case BF16 -> Smalti.BF16;
      case F32 -> Smalti.F32;
      case F64 -> Smalti.F64;
      case I8 -> Smalti.I8;
      case I16 -> Smalti.I16;
      case I32 -> Smalti.I32;
      case I64 -> Smalti.I64;
      case U8 -> Smalti.U8;
      case BOOL -> Smalti.BOOL;
    };
  }

  // ---- values

  /** Numbers of every size, some of them special. */
  static long[] random(Element element, int length, Random random) {
    long[] bits = new long[length];
    for (int i = 0; i < length; i++) {
      bits[i] =
          switch (element) {
            case F16 -> Float.floatToFloat16(number(random));
            case BF16 -> (short) (Float.floatToIntBits(number(random)) >> 16);
            case F32 -> Float.floatToIntBits(number(random));
            case F64 -> Double.doubleToLongBits(wide(random));
            case I8, U8 -> (byte) whole(random);
            case I16 -> (short) whole(random);
            case I32 -> (int) whole(random);
            case I64 ->
                switch (random.nextInt(10)) {
                  case 0 -> random.nextLong();
                  case 1 -> (2L * random.nextInt(1 << 23, 1 << 24) + 1 << 37) + 1; // Beside a tie.
                  default -> whole(random);
                };
            case BOOL -> random.nextInt(2);
          };
    }
    return bits;
  }

  private static float number(Random random) {
    return switch (random.nextInt(40)) {
      case 0 -> Float.NaN;
      case 1 -> Float.POSITIVE_INFINITY;
      case 2 -> Float.NEGATIVE_INFINITY;
      case 3 -> -0f;
      case 4 -> Float.MIN_VALUE * random.nextInt(1000);
      case 5 -> (float) (random.nextGaussian() * 1e20);
      case 6 -> random.nextInt(5) - 2;
      default -> (float) (random.nextGaussian() * 3);
    };
  }

  private static double wide(Random random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> number(random);
      case 2 -> besideTie(random);
      default -> random.nextGaussian() * 3;
    };
  }

  /** Almost in the middle between two halves: rounding to F32 first would make it the middle. */
  private static double besideTie(Random random) {
    int significant = random.nextBoolean() ? 12 : 9; // One bit more than F16 or BF16 have.
    long odd = random.nextInt(1 << significant - 2, 1 << significant - 1) * 2L + 1;
    return (odd + (random.nextInt(3) - 1) * 1e-11) / 64;
  }

  private static long whole(Random random) {
    return random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(41) - 20;
  }

  /** What outputs hold before; hardly anything computes it. */
  static long[] sentinels(Element element, int length) {
    long[] bits = new long[length];
    java.util.Arrays.fill(
        bits,
        switch (element) {
          case F32 -> 0x8A1E7257;
          case F64 -> 0x8FA71E575EA71E57L;
          case I32 -> 0x5EA71E57;
          case I64 -> 0x5EA71E575EA71E57L;
          case F16, BF16, I16 -> 0x5EA7;
          case I8, U8 -> 0x5E;
          case BOOL -> 1;
        });
    return bits;
  }

  /** Bits to compare: any NaN is the same. */
  static long[] comparable(Element element, long[] bits) {
    long[] same = bits.clone();
    for (int i = 0; i < same.length; i++) {
      if (isNan(element, bits[i])) {
        same[i] = Long.MIN_VALUE;
      }
    }
    return same;
  }

  private static boolean isNan(Element element, long bits) {
    return switch (element) {
      case F16 -> Float.isNaN(Float.float16ToFloat((short) bits));
      case BF16 -> Float.isNaN(Float.intBitsToFloat((int) bits << 16));
      case F32 -> Float.isNaN(Float.intBitsToFloat((int) bits));
      case F64 -> Double.isNaN(Double.longBitsToDouble(bits));
      default -> false;
    };
  }

  /** An element for people. */
  static String show(Element element, long bits) {
    return switch (element) {
      case F16 -> Float.toString(Float.float16ToFloat((short) bits));
      case BF16 -> Float.toString(Float.intBitsToFloat((int) bits << 16));
      case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      case U8 -> Long.toString(bits & 0xFF);
      default -> Long.toString(bits);
    };
  }

  // ---- memory

  /** A tensor over an array. */
  static Tensor<?> onHeap(Element element, long[] bits, long... extents) {
    ElementArray array = array(element, bits);
    return switch (array.array()) {
      case float[] floats -> Tensor.of(floats, extents);
      case double[] doubles -> Tensor.of(doubles, extents);
      case int[] ints -> Tensor.of(ints, extents);
      case long[] longs -> Tensor.of(longs, extents);
      case short[] shorts ->
          switch (element) {
            case F16 -> Tensor.of(Smalti.F16, shorts, extents);
            case BF16 -> Tensor.of(Smalti.BF16, shorts, extents);
            default -> Tensor.of(Smalti.I16, shorts, extents);
          };
      case byte[] bytes ->
          element == Element.I8
              ? Tensor.of(Smalti.I8, bytes, extents)
              : Tensor.of(Smalti.U8, bytes, extents);
      default -> {
        byte[] truths = new byte[bits.length];
        for (int i = 0; i < truths.length; i++) {
          truths[i] = (byte) bits[i];
        }
        yield Tensor.of(Smalti.BOOL, truths, extents);
      }
    };
  }

  /** A tensor over memory outside of the heap, not aligned. */
  static Tensor<?> onNative(Element element, long[] bits, Arena arena, long... extents) {
    int bytes = element.bytes();
    MemorySegment segment = arena.allocate((long) bits.length * bytes + 1, 8).asSlice(1);
    for (int i = 0; i < bits.length; i++) {
      long at = (long) i * bytes;
      switch (bytes) {
        case 1 -> segment.set(ValueLayout.JAVA_BYTE, at, (byte) bits[i]);
        case 2 -> segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits[i]);
        case 4 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits[i]);
        default -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits[i]);
      }
    }
    return Tensor.of(dtype(element), segment, extents);
  }

  /** The bits that a tensor of this class holds. */
  static long[] bits(Element element, Tensor<?> tensor) {
    return switch (tensor.storage()) {
      case Storage.Segment(MemorySegment segment) -> bits(element, segment);
      case Storage.Bytes(byte[] bytes) -> {
        long[] bits = new long[bytes.length];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = bytes[i];
        }
        yield bits;
      }
      case Storage.Floats(float[] floats) -> bits(ElementArray.of(floats));
      case Storage.Doubles(double[] doubles) -> bits(ElementArray.of(doubles));
      case Storage.Ints(int[] ints) -> bits(ElementArray.of(ints));
      case Storage.Longs(long[] longs) -> longs.clone();
      case Storage.Shorts(short[] shorts) -> bits(ElementArray.of(element, shorts));
    };
  }

  private static long[] bits(Element element, MemorySegment segment) {
    int bytes = element.bytes();
    long[] bits = new long[(int) (segment.byteSize() / bytes)];
    for (int i = 0; i < bits.length; i++) {
      long at = (long) i * bytes;
      bits[i] =
          switch (bytes) {
            case 1 -> segment.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case 4 -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
          };
    }
    return bits;
  }

  /** For the interpreter. */
  static ElementArray array(Element element, long[] bits) {
    ElementArray elements = ElementArray.zeros(element, bits.length);
    for (int i = 0; i < bits.length; i++) {
      switch (elements.array()) {
        case float[] array -> array[i] = Float.intBitsToFloat((int) bits[i]);
        case double[] array -> array[i] = Double.longBitsToDouble(bits[i]);
        case int[] array -> array[i] = (int) bits[i];
        case long[] array -> array[i] = bits[i];
        case short[] array -> array[i] = (short) bits[i];
        case byte[] array -> array[i] = (byte) bits[i];
        case boolean[] array -> array[i] = bits[i] != 0;
        default -> throw new IllegalStateException(element.name());
      }
    }
    return elements;
  }

  /** The bits of what the interpreter left. */
  static long[] bits(ElementArray elements) {
    long[] bits = new long[elements.length()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] =
          switch (elements.array()) {
            case float[] array -> Float.floatToRawIntBits(array[i]);
            case double[] array -> Double.doubleToRawLongBits(array[i]);
            case int[] array -> array[i];
            case long[] array -> array[i];
            case short[] array -> array[i];
            case byte[] array -> array[i];
            case boolean[] array -> array[i] ? 1 : 0;
            default -> throw new IllegalStateException(elements.element().name());
          };
    }
    return bits;
  }
}
