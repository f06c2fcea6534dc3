package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;

/**
 * An element type, as a type argument ({@code Tensor<F32>}) and as a value ({@code
 * world.window(F32, shape(1, 64))}). The types and their values are members of {@link Smalti}.
 *
 * <p>A raw {@code Tensor}, {@code Tensor<?>} or {@code Tile<?>} in an annotated method is an error:
 * the compiler has to know the element type.
 */
public abstract sealed class DType
    permits Smalti.F32, Smalti.F64, Smalti.I32, Smalti.I64, Smalti.BOOL {
  private final String name;
  private final int bytes;

  DType(String name, int bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * The size of one element in memory.
   *
   * @return 1, 4 or 8
   */
  public final int bytes() {
    return bytes;
  }

  /** What the operations on one element are; the elements are of the boxed Java type. */
  final Arithmetic<?> arithmetic() {
    return switch (this) {
      case Smalti.F32 _ -> Arithmetic.f32();
      case Smalti.F64 _ -> Arithmetic.f64();
      case Smalti.I32 _ -> Arithmetic.i32();
      case Smalti.I64 _ -> Arithmetic.i64();
      case Smalti.BOOL _ -> Arithmetic.bool();
    };
  }

  /** The name: {@code F32}. */
  @Override
  public final String toString() {
    return name;
  }
}
