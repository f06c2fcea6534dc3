package dev.smalti.processor.random;

import dev.smalti.runtime.Core;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** What faulty generated code calls in the place of what it should call. */
public final class Wrong {
  private Wrong() {}

  /** Takes the other one where one is NaN. */
  public static float max(float a, float b) {
    return a > b ? a : b;
  }

  /** Rounds twice. */
  public static float fma(float a, float b, float c) {
    return a * b + c;
  }

  /** Rounds towards zero. */
  public static short floatToFloat16(float value) {
    short nearest = Float.floatToFloat16(value);
    boolean further = Math.abs(Float.float16ToFloat(nearest)) > Math.abs(value);
    return further && Float.isFinite(value) ? (short) (nearest - 1) : nearest;
  }

  /** Rounds ties up. */
  public static double rint(double value) {
    return Math.floor(value + 0.5);
  }

  /** Copies all but the last. */
  public static void arraycopy(Object from, int fromAt, Object to, int toAt, int length) {
    System.arraycopy(from, fromAt, to, toAt, Math.max(length - 1, 0));
  }

  /** Copies all but the last. */
  public static void copy(
      MemorySegment from, ValueLayout layout, long fromAt, Object to, int toAt, int length) {
    MemorySegment.copy(from, layout, fromAt, to, toAt, Math.max(length - 1, 0));
  }

  /** One array for two tiles. */
  public static float[] floats(Core core, int slot, int length) {
    return core.floats(slot & ~2, length);
  }

  /** One array for two tiles. */
  public static float[] floats(Core core, int slot, int length, String name, int line) {
    return core.floats(slot & ~2, length, name, line);
  }

  /** Misses the last lane of a tail. */
  public static VectorMask<?> indexInRange(VectorSpecies<?> species, int from, int to) {
    return species.indexInRange(from, to - 1);
  }

  /** The operands of a difference swapped. */
  public static FloatVector sub(FloatVector a, Vector<Float> b) {
    return ((FloatVector) b).sub(a);
  }

  /** The sides of a selection swapped. */
  public static FloatVector blend(FloatVector a, Vector<Float> b, VectorMask<Float> mask) {
    return ((FloatVector) b).blend(a, mask);
  }
}
