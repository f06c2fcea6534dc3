package dev.smalti.processor.device;

import dev.smalti.processor.ir.Element;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An accelerator whose memory a kernel can be held against. */
public enum Device {
  A2A3(184, 512, 64, 128, 1) {
    @Override
    boolean movesBetweenUnits() {
      return false;
    }

    @Override
    int accumulatorRows(Element element) {
      return element == Element.I32 ? 2 * FRACTAL : FRACTAL;
    }
  },
  A5(240, 512, 64, 256, 4) {
    @Override
    boolean movesBetweenUnits() {
      return true;
    }

    @Override
    int accumulatorRows(Element element) {
      return FRACTAL;
    }
  };

  /** The rows of the least block of a matrix. */
  static final int FRACTAL = 16;

  /** The bytes of a row of that block, and what a row of a vector is a multiple of. */
  static final int ROW = 32;

  private final int vec;
  private final int mat;
  private final int factor;
  private final int acc;
  private final int bias;

  /** In KiB. */
  Device(int vec, int mat, int factor, int acc, int bias) {
    this.vec = vec;
    this.mat = mat;
    this.factor = factor;
    this.acc = acc;
    this.bias = bias;
  }

  /** The device of that name, as in {@code -Asmalti.device=a5}. */
  public static Optional<Device> named(String name) {
    return Arrays.stream(values()).filter(device -> device.display().equals(name)).findFirst();
  }

  /** The name, {@code a5}. */
  public String display() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a kernel may use of a memory, in bytes. */
  public long capacity(Space space) {
    int kibibytes =
        switch (space) {
          case VEC -> vec;
          case MAT -> mat;
          case LEFT, RIGHT -> factor;
          case ACC -> acc;
          case BIAS -> bias;
        };
    return kibibytes * 1024L;
  }

  /** Whether the device can compute with elements of this type. */
  boolean has(Element element) {
    return element != Element.F64;
  }

  /**
   * Whether a tile moves from the vector unit to the matrix unit and back on the chip; else through
   * a ring of slots that the receiving side reserves.
   */
  abstract boolean movesBetweenUnits();

  /** The rows of an accumulator are a multiple of this. */
  abstract int accumulatorRows(Element element);
}
