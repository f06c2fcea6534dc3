package dev.smalti.lang;

import dev.smalti.lang.spi.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Single elements of storage, as objects of the Java type that belongs to the element type. */
final class Elements {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /** Makes each addition to an element atomic among all of them. */
  private static final Object ADDITION = new Object();

  private Elements() {}

  static Object get(DType dtype, Storage storage, long element) {
    return switch (storage) {
      case Storage.Floats(float[] array) -> array[(int) element];
      case Storage.Doubles(double[] array) -> array[(int) element];
      case Storage.Ints(int[] array) -> array[(int) element];
      case Storage.Longs(long[] array) -> array[(int) element];
      case Storage.Shorts(short[] array) -> ofBits(dtype, array[(int) element]);
      case Storage.Bytes(byte[] array) -> ofBits(dtype, array[(int) element]);
      case Storage.Segment(MemorySegment segment) ->
          get(dtype, segment, Math.multiplyExact(element, dtype.bytes()));
    };
  }

  private static Object get(DType dtype, MemorySegment segment, long at) {
    return switch (dtype) {
      case Smalti.F32 _ -> segment.get(FLOAT, at);
      case Smalti.F64 _ -> segment.get(DOUBLE, at);
      case Smalti.I32 _ -> segment.get(INT, at);
      case Smalti.I64 _ -> segment.get(LONG, at);
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ -> ofBits(dtype, segment.get(SHORT, at));
      case Smalti.I8 _, Smalti.U8 _, Smalti.BOOL _ -> ofBits(dtype, segment.get(BYTE, at));
    };
  }

  /** The element of 8 or 16 bits that memory holds as these bits. */
  private static Object ofBits(DType dtype, int bits) {
    return switch (dtype) {
      case Smalti.F16 _ -> Float.float16ToFloat((short) bits);
      case Smalti.BF16 _ -> Float.intBitsToFloat(bits << 16);
      case Smalti.U8 _ -> bits & 0xFF;
      case Smalti.BOOL _ -> bits != 0;
      default -> bits;
    };
  }

  /** What memory holds of an element of 8 or 16 bits. */
  private static int bits(DType dtype, Object value) {
    return switch (dtype) {
      case Smalti.F16 _ -> Float.floatToFloat16((float) value);
      case Smalti.BF16 _ -> upperHalf((float) value);
      case Smalti.BOOL _ -> (boolean) value ? 1 : 0;
      default -> (int) value;
    };
  }

  /** The bits of a number whose lower half is 0; a NaN stays one. */
  private static int upperHalf(float value) {
    return (Float.isNaN(value) ? 0x7FC00000 : Float.floatToRawIntBits(value)) >> 16;
  }

  static void set(DType dtype, Storage storage, long element, Object value) {
    switch (storage) {
      case Storage.Floats(float[] array) -> array[(int) element] = (float) value;
      case Storage.Doubles(double[] array) -> array[(int) element] = (double) value;
      case Storage.Ints(int[] array) -> array[(int) element] = (int) value;
      case Storage.Longs(long[] array) -> array[(int) element] = (long) value;
      case Storage.Shorts(short[] array) -> array[(int) element] = (short) bits(dtype, value);
      case Storage.Bytes(byte[] array) -> array[(int) element] = (byte) bits(dtype, value);
      case Storage.Segment(MemorySegment segment) ->
          set(dtype, segment, Math.multiplyExact(element, dtype.bytes()), value);
    }
  }

  private static void set(DType dtype, MemorySegment segment, long at, Object value) {
    switch (dtype) {
      case Smalti.F32 _ -> segment.set(FLOAT, at, (float) value);
      case Smalti.F64 _ -> segment.set(DOUBLE, at, (double) value);
      case Smalti.I32 _ -> segment.set(INT, at, (int) value);
      case Smalti.I64 _ -> segment.set(LONG, at, (long) value);
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ ->
          segment.set(SHORT, at, (short) bits(dtype, value));
      case Smalti.I8 _, Smalti.U8 _, Smalti.BOOL _ ->
          segment.set(BYTE, at, (byte) bits(dtype, value));
    }
  }

  /** Adds to an element; nobody else adds to it meanwhile. */
  static void add(DType dtype, Storage storage, long element, Object value) {
    synchronized (ADDITION) {
      set(
          dtype,
          storage,
          element,
          Grid.sum(dtype.arithmetic(), get(dtype, storage, element), value));
    }
  }

  /** New heap memory, every element 0. */
  static Storage allocate(DType dtype, int count) {
    return switch (dtype) {
      case Smalti.F32 _ -> new Storage.Floats(new float[count]);
      case Smalti.F64 _ -> new Storage.Doubles(new double[count]);
      case Smalti.I32 _ -> new Storage.Ints(new int[count]);
      case Smalti.I64 _ -> new Storage.Longs(new long[count]);
      case Smalti.F16 _, Smalti.BF16 _, Smalti.I16 _ -> new Storage.Shorts(new short[count]);
      case Smalti.I8 _, Smalti.U8 _, Smalti.BOOL _ -> new Storage.Bytes(new byte[count]);
    };
  }

  /** What an element holds that nobody has written: something that shows. */
  static Object poison(DType dtype) {
    return switch (dtype) {
      case Smalti.F16 _, Smalti.BF16 _, Smalti.F32 _ -> Float.NaN;
      case Smalti.F64 _ -> Double.NaN;
      case Smalti.I32 _ -> 0xDEADBEEF;
      case Smalti.I64 _ -> 0xDEADBEEFDEADBEEFL;
      case Smalti.I16 _ -> (int) (short) 0xDEAD;
      case Smalti.I8 _ -> (int) (byte) 0xDE;
      case Smalti.U8 _ -> 0xDE;
      case Smalti.BOOL _ -> true;
    };
  }
}
