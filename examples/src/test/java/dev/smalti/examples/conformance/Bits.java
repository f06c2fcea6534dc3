package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.spi.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Elements of any type as bits; every NaN is the same NaN. */
public final class Bits {
  private Bits() {}

  /** Of F32. */
  public static long[] of(float... values) {
    return IntStream.range(0, values.length)
        .mapToLong(i -> Float.floatToIntBits(values[i]))
        .toArray();
  }

  /** Of F64. */
  public static long[] of(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToLongBits).toArray();
  }

  /** Of I32. */
  public static long[] of(int... values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  /** What outputs hold before; nothing computes it. */
  static long sentinel(DType dtype) {
    return switch (dtype) {
      case Smalti.F32 _ -> Float.floatToIntBits(-7.25e-33f);
      case Smalti.F64 _ -> Double.doubleToLongBits(-7.25e-233);
      case Smalti.I32 _ -> 0x5EA71E57;
      case Smalti.I64 _ -> 0x5EA71E57_5EA71E57L;
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ -> 0x5EA7;
      case Smalti.I8 _, Smalti.U8 _ -> 0x5E;
      case Smalti.BOOL _ -> 1;
    };
  }

  /** The element as a message shows it. */
  static String show(DType dtype, long bits) {
    return switch (dtype) {
      case Smalti.F32 _ -> Float.toString(Float.intBitsToFloat((int) bits));
      case Smalti.F64 _ -> Double.toString(Double.longBitsToDouble(bits));
      case Smalti.F16 _, Smalti.BF16 _ -> Double.toString(value(dtype, bits));
      default -> Long.toString(bits);
    };
  }

  /** The element as a double. */
  static double value(DType dtype, long bits) {
    return switch (dtype) {
      case Smalti.F32 _ -> Float.intBitsToFloat((int) bits);
      case Smalti.F64 _ -> Double.longBitsToDouble(bits);
      case Smalti.F16 _ -> Float.float16ToFloat((short) bits);
      case Smalti.BF16 _ -> Float.intBitsToFloat((int) bits << 16);
      case Smalti.U8 _ -> bits & 0xFF;
      case Smalti.I8 _, Smalti.I16 _, Smalti.I32 _, Smalti.I64 _, Smalti.BOOL _ -> bits;
    };
  }

  static long read(DType dtype, Storage storage, int element) {
    return switch (storage) {
      case Storage.Floats(float[] array) -> Float.floatToIntBits(array[element]);
      case Storage.Doubles(double[] array) -> Double.doubleToLongBits(array[element]);
      case Storage.Ints(int[] array) -> array[element];
      case Storage.Longs(long[] array) -> array[element];
      case Storage.Shorts(short[] array) -> half(dtype, array[element]);
      case Storage.Bytes(byte[] array) -> array[element];
      case Storage.Segment(MemorySegment segment) ->
          read(dtype, segment, (long) element * dtype.bytes());
    };
  }

  private static long read(DType dtype, MemorySegment segment, long at) {
    return switch (dtype) {
      case Smalti.F32 _ -> Float.floatToIntBits(segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at));
      case Smalti.F64 _ ->
          Double.doubleToLongBits(segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at));
      case Smalti.I32 _ -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case Smalti.I64 _ -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ ->
          half(dtype, segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case Smalti.I8 _, Smalti.U8 _, Smalti.BOOL _ -> segment.get(ValueLayout.JAVA_BYTE, at);
    };
  }

  /** The bits of an element of 16 bits, with one NaN for all. */
  static long half(DType dtype, short bits) {
    boolean half = dtype == Smalti.F16 || dtype == Smalti.BF16;
    return half && Double.isNaN(value(dtype, bits)) ? 0x7FFF : bits;
  }

  static void write(DType dtype, Storage storage, int element, long bits) {
    switch (storage) {
      case Storage.Floats(float[] array) -> array[element] = Float.intBitsToFloat((int) bits);
      case Storage.Doubles(double[] array) -> array[element] = Double.longBitsToDouble(bits);
      case Storage.Ints(int[] array) -> array[element] = (int) bits;
      case Storage.Longs(long[] array) -> array[element] = bits;
      case Storage.Shorts(short[] array) -> array[element] = (short) bits;
      case Storage.Bytes(byte[] array) -> array[element] = (byte) bits;
      case Storage.Segment(MemorySegment segment) ->
          write(dtype, segment, (long) element * dtype.bytes(), bits);
    }
  }

  private static void write(DType dtype, MemorySegment segment, long at, long bits) {
    switch (dtype) {
      case Smalti.F32 _, Smalti.I32 _ ->
          segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits);
      case Smalti.F64 _, Smalti.I64 _ -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ ->
          segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits);
      case Smalti.I8 _, Smalti.U8 _, Smalti.BOOL _ ->
          segment.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
    }
  }
}
