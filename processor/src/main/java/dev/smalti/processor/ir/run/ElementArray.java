package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Element;
import java.lang.reflect.Array;

/** Elements of one type, in a plain Java array that is shared with whoever made it. */
public final class ElementArray {
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

  public Element element() {
    return element;
  }

  public int length() {
    return Array.getLength(array);
  }

  /** The array of the primitive type that holds such elements; of truth values, {@code boolean}. */
  public Object array() {
    return array;
  }

  /** One element, boxed: a {@code Float} of halves, an {@code Integer} of narrow integers. */
  public Object get(int index) {
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

  void set(int index, Object value) {
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
