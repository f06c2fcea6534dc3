package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Element;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/**
 * Elements of one type, in a plain Java array that is shared with whoever made it, or in the bytes
 * of one.
 */
public final class ElementArray {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Element element;
  private final Object array;

  private ElementArray(Element element, Object array) {
    this.element = element;
    this.array = array;
  }

  public static ElementArray of(float... array) {
    return new ElementArray(Element.F32, array);
  }

  public static ElementArray of(double... array) {
    return new ElementArray(Element.F64, array);
  }

  public static ElementArray of(int... array) {
    return new ElementArray(Element.I32, array);
  }

  public static ElementArray of(long... array) {
    return new ElementArray(Element.I64, array);
  }

  /** Elements of {@code I16}, or the bits of {@code F16} or {@code BF16}. */
  public static ElementArray of(Element element, short... array) {
    return new ElementArray(element, array);
  }

  /** Elements of {@code I8}, or the bits of {@code U8}. */
  public static ElementArray of(Element element, byte... array) {
    return new ElementArray(element, array);
  }

  public static ElementArray of(boolean... array) {
    return new ElementArray(Element.BOOL, array);
  }

  /** All zero, or false. */
  public static ElementArray zeros(Element element, int length) {
    return switch (element) {
      case F16, BF16, I16 -> of(element, new short[length]);
      case I8, U8 -> of(element, new byte[length]);
      case F32 -> of(new float[length]);
      case F64 -> of(new double[length]);
      case I32 -> of(new int[length]);
      case I64 -> of(new long[length]);
      case BOOL -> of(new boolean[length]);
    };
  }

  /** As {@link #zeros}, in memory that can be seen as elements of any type. */
  static ElementArray viewable(Element element, int length) {
    return element == Element.BOOL
        ? of(Element.U8, new byte[length]).as(element)
        : zeros(element, length);
  }

  /** The same bytes as elements of another type; what is left over belongs to none. */
  ElementArray as(Element other) {
    return new ElementArray(other, segment());
  }

  private MemorySegment segment() {
    return switch (array) {
      case MemorySegment segment -> segment;
      case short[] elements -> MemorySegment.ofArray(elements);
      case byte[] elements -> MemorySegment.ofArray(elements);
      case float[] elements -> MemorySegment.ofArray(elements);
      case double[] elements -> MemorySegment.ofArray(elements);
      case int[] elements -> MemorySegment.ofArray(elements);
      case long[] elements -> MemorySegment.ofArray(elements);
      default -> throw new IllegalStateException("no bytes: " + element);
    };
  }

  public Element element() {
    return element;
  }

  public int length() {
    return array instanceof MemorySegment segment
        ? Math.toIntExact(segment.byteSize() / element.bytes())
        : Array.getLength(array);
  }

  /**
   * The array of the primitive type that holds such elements; of truth values, {@code boolean}. Of
   * elements that are views of bytes, a copy.
   */
  public Object array() {
    if (!(array instanceof MemorySegment)) {
      return array;
    }
    ElementArray copy = zeros(element, length());
    for (int i = 0; i < length(); i++) {
      copy.set(i, get(i));
    }
    return copy.array;
  }

  /** One element, boxed: a {@code Float} of halves, an {@code Integer} of narrow integers. */
  public Object get(int index) {
    if (array instanceof MemorySegment segment) {
      return get(segment, (long) index * element.bytes());
    }
    return switch (element) {
      case F16 -> (Object) Float.float16ToFloat(((short[]) array)[index]);
      case BF16 -> (Object) Float.intBitsToFloat(((short[]) array)[index] << 16);
      case I16 -> (Object) (int) ((short[]) array)[index];
      case I8 -> (Object) (int) ((byte[]) array)[index];
      case U8 -> (Object) Byte.toUnsignedInt(((byte[]) array)[index]);
      case F32 -> (Object) ((float[]) array)[index];
      case F64 -> (Object) ((double[]) array)[index];
      case I32 -> (Object) ((int[]) array)[index];
      case I64 -> (Object) ((long[]) array)[index];
      case BOOL -> (Object) ((boolean[]) array)[index];
    };
  }

  private Object get(MemorySegment segment, long at) {
    return switch (element) {
      case F16 -> (Object) Float.float16ToFloat(segment.get(SHORT, at));
      case BF16 -> (Object) Float.intBitsToFloat(segment.get(SHORT, at) << 16);
      case I16 -> (Object) (int) segment.get(SHORT, at);
      case I8 -> (Object) (int) segment.get(BYTE, at);
      case U8 -> (Object) Byte.toUnsignedInt(segment.get(BYTE, at));
      case F32 -> (Object) segment.get(FLOAT, at);
      case F64 -> (Object) segment.get(DOUBLE, at);
      case I32 -> (Object) segment.get(INT, at);
      case I64 -> (Object) segment.get(LONG, at);
      case BOOL -> (Object) (segment.get(BYTE, at) != 0);
    };
  }

  private void set(MemorySegment segment, long at, Object value) {
    switch (element) {
      case F16 -> segment.set(SHORT, at, Float.floatToFloat16((Float) value));
      case BF16 -> segment.set(SHORT, at, (short) (Float.floatToIntBits((Float) value) >> 16));
      case I16 -> segment.set(SHORT, at, ((Integer) value).shortValue());
      case I8, U8 -> segment.set(BYTE, at, ((Integer) value).byteValue());
      case F32 -> segment.set(FLOAT, at, (Float) value);
      case F64 -> segment.set(DOUBLE, at, (Double) value);
      case I32 -> segment.set(INT, at, (Integer) value);
      case I64 -> segment.set(LONG, at, (Long) value);
      case BOOL -> segment.set(BYTE, at, (byte) ((Boolean) value ? 1 : 0));
    }
  }

  void set(int index, Object value) {
    if (array instanceof MemorySegment segment) {
      set(segment, (long) index * element.bytes(), value);
      return;
    }
    switch (element) {
      case F16 -> ((short[]) array)[index] = Float.floatToFloat16((Float) value);
      case BF16 -> ((short[]) array)[index] = (short) (Float.floatToIntBits((Float) value) >> 16);
      case I16 -> ((short[]) array)[index] = ((Integer) value).shortValue();
      case I8, U8 -> ((byte[]) array)[index] = ((Integer) value).byteValue();
      case F32 -> ((float[]) array)[index] = (Float) value;
      case F64 -> ((double[]) array)[index] = (Double) value;
      case I32 -> ((int[]) array)[index] = (Integer) value;
      case I64 -> ((long[]) array)[index] = (Long) value;
      case BOOL -> ((boolean[]) array)[index] = (Boolean) value;
    }
  }
}
