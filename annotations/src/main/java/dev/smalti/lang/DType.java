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
    permits Smalti.F16,
        Smalti.BF16,
        Smalti.F32,
        Smalti.F64,
        Smalti.I8,
        Smalti.I16,
        Smalti.I32,
        Smalti.I64,
        Smalti.U8,
        Smalti.BOOL {
  private final String name;
  private final int bytes;

  DType(String name, int bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * The size of one element in memory.
   *
   * @return 1, 2, 4 or 8
   */
  public final int bytes() {
    return bytes;
  }

  /** Whether elements are floats of 16 bits. */
  final boolean isHalf() {
    return this instanceof Smalti.F16 || this instanceof Smalti.BF16;
  }

  /** The type in which elements are computed, and products of them summed. */
  final DType wide() {
    return switch (this) {
      case Smalti.F16 _, Smalti.BF16 _ -> Smalti.F32;
      case Smalti.I8 _, Smalti.I16 _, Smalti.U8 _ -> Smalti.I32;
      case Smalti.F32 _, Smalti.F64 _, Smalti.I32 _, Smalti.I64 _, Smalti.BOOL _ -> this;
    };
  }

  /** Whether elements are numbers of 8 or 16 bits, which are computed in a wider type. */
  final boolean isNarrow() {
    return wide() != this;
  }

  /** Whether elements are floats. */
  final boolean isFloating() {
    return isHalf() || this instanceof Smalti.F32 || this instanceof Smalti.F64;
  }

  /** What the operations on one element are; the elements are of the boxed Java type. */
  final Arithmetic<?> arithmetic() {
    return switch (this) {
      case Smalti.F16 _ -> Arithmetic.f16();
      case Smalti.BF16 _ -> Arithmetic.bf16();
      case Smalti.F32 _ -> Arithmetic.f32();
      case Smalti.F64 _ -> Arithmetic.f64();
      case Smalti.I8 _ -> Arithmetic.i8();
      case Smalti.I16 _ -> Arithmetic.i16();
      case Smalti.I32 _ -> Arithmetic.i32();
      case Smalti.I64 _ -> Arithmetic.i64();
      case Smalti.U8 _ -> Arithmetic.u8();
      case Smalti.BOOL _ -> Arithmetic.bool();
    };
  }

  /** The name: {@code F32}. */
  @Override
  public final String toString() {
    return name;
  }
}
