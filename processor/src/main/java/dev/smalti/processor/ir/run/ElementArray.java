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

  public static ElementArray of(boolean... array) {
    return new ElementArray(Element.BOOL, array);
  }

  /** All zero, or false. */
  public static ElementArray zeros(Element element, int length) {
    return switch (element) {
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

  /** The {@code float[]}, {@code double[]}, {@code int[]}, {@code long[]} or {@code boolean[]}. */
  public Object array() {
    return array;
  }

  /** One element, boxed. */
  public Object get(int index) {
    return switch (element) {
      case F32 -> (Object) ((float[]) array)[index];
      case F64 -> (Object) ((double[]) array)[index];
      case I32 -> (Object) ((int[]) array)[index];
      case I64 -> (Object) ((long[]) array)[index];
      case BOOL -> (Object) ((boolean[]) array)[index];
    };
  }

  void set(int index, Object value) {
    switch (element) {
      case F32 -> ((float[]) array)[index] = (Float) value;
      case F64 -> ((double[]) array)[index] = (Double) value;
      case I32 -> ((int[]) array)[index] = (Integer) value;
      case I64 -> ((long[]) array)[index] = (Long) value;
      case BOOL -> ((boolean[]) array)[index] = (Boolean) value;
    }
  }
}
