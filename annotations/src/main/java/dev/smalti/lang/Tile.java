package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * A value of {@code [rows, columns]} elements on one core. It never changes; every operation gives
 * a new one, and a result that nobody uses is an error.
 *
 * <p>A box of memory with more than two axes becomes a tile whose rows are all of its leading axes;
 * a box with one axis becomes one row. Of the shape, only the <i>valid box</i> at the origin has
 * elements: {@link Tensor#load(Index, Extent, Extent)} makes ragged tiles, operations keep the
 * valid box, reductions fold exactly the valid box and a store writes exactly the valid box.
 *
 * <p><b>Binary operations</b> stretch an extent of 1, if its element is valid: {@code [M, 1]} and
 * {@code [1, N]} give {@code [M, N]}. Every other difference of shape or valid box is an {@link
 * IllegalArgumentException}.
 *
 * <p><b>Scalars</b> are rounded to the element type first, so that {@code mul(0.1)} and {@code
 * mul(0.1f)} are the same on {@code F32}. On a tile of integers a {@code long} that does not fit is
 * an {@link ArithmeticException}, and a {@code double} is an {@link IllegalArgumentException}.
 * Beware of {@code t.mul(1 / n)} with an {@code int n}: Java divides integers; write {@code
 * t.div(n)}.
 *
 * <p><b>Numbers.</b> {@code F32} and {@code F64} are computed in their own type, as IEEE 754 says,
 * rounding to nearest even, with subnormals. {@code mul} and {@code add} are never contracted.
 * {@code F16} and {@code BF16} are computed in {@code F32}, and the result of every operation is
 * rounded to the type, to nearest even; a reduction is rounded once, at its end. Integers wrap;
 * {@code I8}, {@code I16} and {@code U8} are computed in {@code I32}, of which the lower bits stay,
 * so that {@code neg} of {@code U8} is 256 minus the number. A tile of {@code BOOL} has {@code eq},
 * {@code ne}, {@code and}, {@code or}, {@code xor}, {@code not} and {@code cast} only. An operation
 * that an element type does not have is an {@link IllegalArgumentException}.
 *
 * @param <T> the element type
 */
public final class Tile<T extends DType> {
  private final T dtype;
  private final Grid<?> grid;

  Tile(T dtype, Grid<?> grid) {
    this.dtype = dtype;
    this.grid = grid;
  }

  /**
   * A tile of which every element is one value.
   *
   * @param <T> the element type
   * @param dtype the element type, a type of floats
   * @param shape its shape, every extent at least 1; leading axes are flattened into rows
   * @param value the value, rounded to the element type
   * @return the tile
   * @throws IllegalArgumentException if the type is none of floats, or the shape is not positive
   */
  public static <T extends DType> Tile<T> fill(T dtype, Extent shape, double value) {
    return new Tile<>(dtype, filled(dtype.arithmetic(), shape, a -> a.scalar(value)));
  }

  /**
   * A tile of which every element is one value.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param shape its shape, every extent at least 1; leading axes are flattened into rows
   * @param value the value, rounded to the element type; 0 or 1 for {@code BOOL}
   * @return the tile
   * @throws ArithmeticException if the value does not fit a type of integers
   * @throws IllegalArgumentException if the shape is not positive
   */
  public static <T extends DType> Tile<T> fill(T dtype, Extent shape, long value) {
    return new Tile<>(dtype, filled(dtype.arithmetic(), shape, a -> a.scalar(value)));
  }

  private static <E> Grid<E> filled(
      Arithmetic<E> arithmetic, Extent shape, Function<Arithmetic<E>, E> value) {
    Grid.Bounds bounds = Grid.Bounds.of(shape.toArray(), shape.toArray());
    return Grid.fill(arithmetic, bounds, value.apply(arithmetic));
  }

  /**
   * The element type.
   *
   * @return the value of the type argument
   */
  public T dtype() {
    return dtype;
  }

  /**
   * The extent of an axis, valid or not.
   *
   * @param axis 0 for rows, 1 for columns; -1 is the last one
   * @return the extent
   */
  public int dim(int axis) {
    return Shapes.axis("a tile", 2, axis) == 0 ? grid.bounds().rows() : grid.bounds().columns();
  }

  Grid<?> grid() {
    return grid;
  }

  /** The other tile's grid; the types are equal, if nobody used raw types. */
  private <E> Tile<T> zip(Grid<E> left, Grid<?> other, Binary operation) {
    Grid<E> right = left.same(other);
    Arithmetic<E> arithmetic = left.arithmetic();
    return new Tile<>(
        dtype, left.zip(right, arithmetic, (a, b) -> operation.apply(arithmetic, a, b)));
  }

  private <E> Mask compare(Grid<E> left, Grid<?> other, Relation relation) {
    Grid<E> right = left.same(other);
    Arithmetic<E> arithmetic = left.arithmetic();
    return new Mask(left.zip(right, Arithmetic.bool(), (a, b) -> relation.holds(arithmetic, a, b)));
  }

  private <E> Tile<T> map(Grid<E> operand, Unary operation) {
    Arithmetic<E> arithmetic = operand.arithmetic();
    return new Tile<>(dtype, operand.map(a -> operation.apply(arithmetic, a)));
  }

  private Tile<T> foldRows(Binary operation) {
    return new Tile<>(dtype, foldedRows(wide(), operation).cast(dtype.arithmetic()));
  }

  private static <E> Grid<E> foldedRows(Grid<E> operand, Binary operation) {
    return operand.foldRows(fold(operand, operation));
  }

  private Tile<T> foldColumns(Binary operation) {
    return new Tile<>(dtype, foldedColumns(wide(), operation).cast(dtype.arithmetic()));
  }

  private static <E> Grid<E> foldedColumns(Grid<E> operand, Binary operation) {
    return operand.foldColumns(fold(operand, operation));
  }

  /** The elements as a reduction folds them, which rounds once. */
  private Grid<?> wide() {
    return dtype.isHalf() ? grid.cast(Arithmetic.f32()) : grid;
  }

  private static <E> BinaryOperator<E> fold(Grid<E> operand, Binary operation) {
    Arithmetic<E> arithmetic = operand.arithmetic();
    return (a, b) -> operation.apply(arithmetic, a, b);
  }

  private <E> Tile<T> fma(Grid<E> left, Grid<?> factor, Grid<?> addend) {
    return new Tile<>(dtype, left.fma(left.same(factor), left.same(addend)));
  }

  private Grid<?> scalar(double value) {
    return one(dtype.arithmetic(), a -> a.scalar(value));
  }

  private Grid<?> scalar(long value) {
    return one(dtype.arithmetic(), a -> a.scalar(value));
  }

  private static <E> Grid<E> one(Arithmetic<E> arithmetic, Function<Arithmetic<E>, E> value) {
    Grid.Bounds bounds = new Grid.Bounds(1, 1, 1, 1);
    return Grid.of(arithmetic, bounds, List.of(value.apply(arithmetic)));
  }

  /** An operation on two elements, of whatever type. */
  private interface Binary {
    <E> E apply(Arithmetic<E> arithmetic, E a, E b);
  }

  /** An operation on one element, of whatever type. */
  private interface Unary {
    <E> E apply(Arithmetic<E> arithmetic, E a);
  }

  /** A relation of two elements, of whatever type. */
  private interface Relation {
    <E> boolean holds(Arithmetic<E> arithmetic, E a, E b);
  }

  /**
   * The sum {@code this + other}. Element by element; integers wrap.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> add(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::add);
  }

  /**
   * As {@link #add(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> add(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::add);
  }

  /**
   * As {@link #add(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> add(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::add);
  }

  /**
   * The difference {@code this - other}. Element by element; integers wrap.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> sub(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::sub);
  }

  /**
   * As {@link #sub(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> sub(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::sub);
  }

  /**
   * As {@link #sub(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> sub(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::sub);
  }

  /**
   * The product {@code this * other}. Element by element; integers wrap.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> mul(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::mul);
  }

  /**
   * As {@link #mul(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> mul(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::mul);
  }

  /**
   * As {@link #mul(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> mul(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::mul);
  }

  /**
   * The quotient {@code this / other}. Element by element; integers truncate towards zero, and an
   * integer 0 as divisor is an {@link ArithmeticException}.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> div(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::div);
  }

  /**
   * As {@link #div(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> div(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::div);
  }

  /**
   * As {@link #div(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> div(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::div);
  }

  /**
   * What the quotient, truncated, leaves of this: Java's {@code %}. Element by element, exact, with
   * the sign of this; an integer 0 as divisor is an {@link ArithmeticException}, a float 0 or an
   * infinite dividend gives NaN.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> rem(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::rem);
  }

  /**
   * As {@link #rem(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> rem(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::rem);
  }

  /**
   * As {@link #rem(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> rem(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::rem);
  }

  /**
   * This modulo the other: {@link #rem(Tile)}, and where that is not 0 and its sign differs from
   * the divisor's, plus the divisor; so the result has the sign of the divisor. Exact for integers;
   * the sum of floats rounds. An integer 0 as divisor is an {@link ArithmeticException}.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> mod(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::mod);
  }

  /**
   * As {@link #mod(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> mod(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::mod);
  }

  /**
   * As {@link #mod(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> mod(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::mod);
  }

  /**
   * The greater one. Element by element; a NaN on either side gives NaN, and -0 is less than +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> max(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::max);
  }

  /**
   * As {@link #max(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> max(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::max);
  }

  /**
   * As {@link #max(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> max(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::max);
  }

  /**
   * The smaller one. Element by element; a NaN on either side gives NaN, and -0 is less than +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> min(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::min);
  }

  /**
   * As {@link #min(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> min(double scalar) {
    return zip(grid, scalar(scalar), Arithmetic::min);
  }

  /**
   * As {@link #min(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> min(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::min);
  }

  /**
   * Both, bit by bit. Element by element; integers and {@code BOOL} only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> and(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::and);
  }

  /**
   * As {@link #and(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> and(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::and);
  }

  /**
   * At least one, bit by bit. Element by element; integers and {@code BOOL} only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> or(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::or);
  }

  /**
   * As {@link #or(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> or(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::or);
  }

  /**
   * One of both, bit by bit. Element by element; integers and {@code BOOL} only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> xor(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::xor);
  }

  /**
   * As {@link #xor(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> xor(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::xor);
  }

  /**
   * The complement, bit by bit. Integers and {@code BOOL} only.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> not() {
    return map(grid, Arithmetic::not);
  }

  /**
   * The bits moved to higher places: {@code this << other}. Of the distance the low bits count as
   * in Java: 3 of {@code I8} and {@code U8}, 4 of {@code I16}, 5 of {@code I32}, 6 of {@code I64}.
   * Integers only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> shl(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::shl);
  }

  /**
   * As {@link #shl(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> shl(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::shl);
  }

  /**
   * The bits moved to lower places, the sign follows, or zeros as {@code U8} has none: {@code this
   * >> other}. The distance counts as in {@link #shl(Tile)}; integers only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> shr(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::shr);
  }

  /**
   * As {@link #shr(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> shr(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::shr);
  }

  /**
   * The bits moved to lower places, zeros follow: {@code this >>> other}. The distance counts as in
   * {@link #shl(Tile)}; integers only.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type has no such
   *     operation
   */
  public Tile<T> ushr(Tile<T> other) {
    return zip(grid, other.grid, Arithmetic::ushr);
  }

  /**
   * As {@link #ushr(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the tile
   */
  public Tile<T> ushr(long scalar) {
    return zip(grid, scalar(scalar), Arithmetic::ushr);
  }

  /**
   * {@code this * factor + addend} with one rounding. Element by element; floats only.
   *
   * @param factor what is multiplied; an extent of 1 is stretched
   * @param addend what is added; an extent of 1 is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the type is none of floats
   */
  public Tile<T> fma(Tile<T> factor, Tile<T> addend) {
    return fma(grid, factor.grid, addend.grid);
  }

  /**
   * As {@link #fma(Tile, Tile)}, with the same factor for each element.
   *
   * @param factor what is multiplied, rounded to the element type first
   * @param addend what is added; an extent of 1 is stretched
   * @return the tile
   */
  public Tile<T> fma(double factor, Tile<T> addend) {
    return fma(grid, scalar(factor), addend.grid);
  }

  /**
   * As {@link #fma(Tile, Tile)}, with the same addend for each element.
   *
   * @param factor what is multiplied; an extent of 1 is stretched
   * @param addend what is added, rounded to the element type first
   * @return the tile
   */
  public Tile<T> fma(Tile<T> factor, double addend) {
    return fma(grid, factor.grid, scalar(addend));
  }

  /**
   * As {@link #fma(Tile, Tile)}, with the same factor and addend for each element.
   *
   * @param factor what is multiplied, rounded to the element type first
   * @param addend what is added, rounded to the element type first
   * @return the tile
   */
  public Tile<T> fma(double factor, double addend) {
    return fma(grid, scalar(factor), scalar(addend));
  }

  /**
   * The exponential, a sequence of steps that {@link dev.smalti.lang.reference.Exponential} names;
   * at most 1.1 ulp from the true value. Floats only. NaN gives NaN, minus infinity 0, what
   * overflows infinity.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> exp() {
    return map(grid, Arithmetic::exp);
  }

  /**
   * The natural logarithm, a sequence of steps that {@link dev.smalti.lang.reference.Logarithm}
   * names; at most 1 ulp from the true value. Floats only. A negative number and NaN give NaN, 0
   * gives minus infinity, infinity gives infinity.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> log() {
    return map(grid, Arithmetic::log);
  }

  /**
   * The sine of an angle in radians, a sequence of steps that {@link
   * dev.smalti.lang.reference.Trigonometry} names; at most 1.6 ulp from the true value, whatever
   * the angle. Floats only. NaN and infinities give NaN, 0 itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> sin() {
    return map(grid, Arithmetic::sin);
  }

  /**
   * The cosine of an angle in radians, a sequence of steps that {@link
   * dev.smalti.lang.reference.Trigonometry} names; at most 1.6 ulp from the true value, whatever
   * the angle. Floats only. NaN and infinities give NaN.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> cos() {
    return map(grid, Arithmetic::cos);
  }

  /**
   * The hyperbolic tangent, a sequence of steps that {@link
   * dev.smalti.lang.reference.HyperbolicTangent} names; at most 1.5 ulp from the true value. Floats
   * only. NaN gives NaN, an infinity 1 with its sign, 0 itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> tanh() {
    return map(grid, Arithmetic::tanh);
  }

  /**
   * The logistic function {@code 1 / (1 + e^-this)}, a sequence of steps that {@link
   * dev.smalti.lang.reference.HyperbolicTangent} names; at most 2.5 ulp from the true value. Floats
   * only. NaN gives NaN, minus infinity 0, infinity 1.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> sigmoid() {
    return map(grid, Arithmetic::sigmoid);
  }

  /**
   * The error function, a sequence of steps that {@link dev.smalti.lang.reference.ErrorFunction}
   * names; at most 1.1 ulp from the true value. Floats only. NaN gives NaN, an infinity 1 with its
   * sign, 0 itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> erf() {
    return map(grid, Arithmetic::erf);
  }

  /**
   * The Gaussian error linear unit {@code this / 2 * (1 + erf(this / sqrt(2)))}, a sequence of
   * steps that {@link dev.smalti.lang.reference.ErrorFunction} names; at most 2 ulp of the argument
   * from the true value. Floats only. NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> gelu() {
    return map(grid, Arithmetic::gelu);
  }

  /**
   * The usual approximation of {@link #gelu} by a hyperbolic tangent, {@code this / 2 * (1 +
   * tanh(sqrt(2 / pi) * (this + 0.044715 * this^3)))}, a sequence of steps that {@link
   * dev.smalti.lang.reference.ErrorFunction} names; at most 2 ulp of the argument from the true
   * value of this formula. Floats only. NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> geluTanh() {
    return map(grid, Arithmetic::geluTanh);
  }

  /**
   * What is not negative, and 0 elsewhere: {@code max(0)}. NaN gives NaN, -0 gives +0.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> relu() {
    return max(0);
  }

  /**
   * What is positive, and elsewhere the product with a slope: {@code this > 0 ? this : this *
   * slope}. Floats only. NaN gives NaN.
   *
   * @param slope the factor, rounded to the element type first
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> leakyRelu(double slope) {
    return leaky(mul(slope));
  }

  /**
   * As {@link #leakyRelu(double)}, with a slope for each element.
   *
   * @param slope the factors; an extent of 1 on either side is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Tile<T> prelu(Tile<T> slope) {
    return leaky(mul(slope));
  }

  private Tile<T> leaky(Tile<T> product) {
    if (!dtype.isFloating()) {
      throw new IllegalArgumentException(dtype + " has no leakyRelu; cast to F32 or F64");
    }
    return gt(0).select(this, product);
  }

  /**
   * The greatest whole number that is not greater. Floats only. NaN, infinities and zeros stay as
   * they are, and so does the sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> floor() {
    return map(grid, Arithmetic::floor);
  }

  /**
   * The least whole number that is not less. Floats only. NaN, infinities and zeros stay as they
   * are, and so does the sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> ceil() {
    return map(grid, Arithmetic::ceil);
  }

  /**
   * The nearest whole number, of two equally near the even one. Floats only. NaN, infinities and
   * zeros stay as they are, and so does the sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> rint() {
    return map(grid, Arithmetic::rint);
  }

  /**
   * The nearest whole number, of two equally near the one away from 0. Floats only. NaN, infinities
   * and zeros stay as they are, and so does the sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> round() {
    return map(grid, Arithmetic::round);
  }

  /**
   * The number without its fraction. Floats only. NaN, infinities and zeros stay as they are, and
   * so does the sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> trunc() {
    return map(grid, Arithmetic::trunc);
  }

  /**
   * -1, 0 or 1 as the element is negative, 0 or positive. NaN gives NaN, a zero itself.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> sign() {
    return map(grid, Arithmetic::sign);
  }

  /**
   * The square root, correctly rounded. Floats only. A negative number gives NaN, -0 gives -0.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> sqrt() {
    return map(grid, Arithmetic::sqrt);
  }

  /**
   * {@code 1 / sqrt(this)}, the root rounded and then the quotient; at most 1.5 ulp from the true
   * value. Floats only. 0 gives infinity with its sign.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> rsqrt() {
    return map(grid, Arithmetic::rsqrt);
  }

  /**
   * {@code 1 / this}, correctly rounded. Floats only.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> recip() {
    return map(grid, Arithmetic::recip);
  }

  /**
   * The magnitude. -0 gives +0; the least integer stays as it is.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> abs() {
    return map(grid, Arithmetic::abs);
  }

  /**
   * The negation. 0 gives -0 in floats; the least integer stays as it is.
   *
   * @return the tile, of the same shape and valid box
   */
  public Tile<T> neg() {
    return map(grid, Arithmetic::neg);
  }

  /**
   * Where this is less than the other: {@code this < other}. False with a NaN; -0 equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask lt(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::lt);
  }

  /**
   * As {@link #lt(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask lt(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::lt);
  }

  /**
   * As {@link #lt(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask lt(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::lt);
  }

  /**
   * Where this is less than or equal to the other: {@code this <= other}. False with a NaN; -0
   * equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask le(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::le);
  }

  /**
   * As {@link #le(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask le(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::le);
  }

  /**
   * As {@link #le(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask le(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::le);
  }

  /**
   * Where this is greater than the other: {@code this > other}. False with a NaN; -0 equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask gt(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::gt);
  }

  /**
   * As {@link #gt(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask gt(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::gt);
  }

  /**
   * As {@link #gt(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask gt(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::gt);
  }

  /**
   * Where this is greater than or equal to the other: {@code this >= other}. False with a NaN; -0
   * equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask ge(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::ge);
  }

  /**
   * As {@link #ge(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask ge(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::ge);
  }

  /**
   * As {@link #ge(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask ge(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::ge);
  }

  /**
   * Where this is equal to the other: {@code this == other}. False with a NaN; -0 equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask eq(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::eq);
  }

  /**
   * As {@link #eq(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask eq(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::eq);
  }

  /**
   * As {@link #eq(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask eq(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::eq);
  }

  /**
   * Where this is different from the other: {@code this != other}. True with a NaN; -0 equals +0.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask ne(Tile<T> other) {
    return compare(grid, other.grid, Arithmetic::ne);
  }

  /**
   * As {@link #ne(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask ne(double scalar) {
    return compare(grid, scalar(scalar), Arithmetic::ne);
  }

  /**
   * As {@link #ne(Tile)}, with the same right operand for each element.
   *
   * @param scalar the right operand, rounded to the element type first
   * @return the mask
   */
  public Mask ne(long scalar) {
    return compare(grid, scalar(scalar), Arithmetic::ne);
  }

  /**
   * The operator applied to this and the other. Element by element.
   *
   * @param other the right operand; an extent of 1 on either side is stretched
   * @param operator which one; {@code AND}, {@code OR} and {@code XOR} are for integers and {@code
   *     BOOL}, the others for numbers
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ, or the element type does not
   *     have the operator
   */
  public Tile<T> combine(Tile<T> other, Reduce operator) {
    return zip(grid, other.grid, binary(operator));
  }

  /**
   * Each row folded by the operator, {@code [M, N] -> [M, 1]}, over exactly the valid box: {@link
   * #rowSum}, {@link #rowMax}, {@link #rowMin} or {@link #rowProd}.
   *
   * @param operator one of {@code SUM MAX MIN PROD}
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or for another operator
   */
  public Tile<T> rowReduce(Reduce operator) {
    return foldRows(folding(operator));
  }

  /**
   * Each column folded by the operator, {@code [M, N] -> [1, N]}, over exactly the valid box:
   * {@link #colSum}, {@link #colMax}, {@link #colMin} or {@link #colProd}.
   *
   * @param operator one of {@code SUM MAX MIN PROD}
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or for another operator
   */
  public Tile<T> colReduce(Reduce operator) {
    return foldColumns(folding(operator));
  }

  private static Binary binary(Reduce operator) {
    return switch (operator) {
      case SUM -> Arithmetic::add;
      case MAX -> Arithmetic::max;
      case MIN -> Arithmetic::min;
      case PROD -> Arithmetic::mul;
      case AND -> Arithmetic::and;
      case OR -> Arithmetic::or;
      case XOR -> Arithmetic::xor;
    };
  }

  private static Binary folding(Reduce operator) {
    return switch (operator) {
      case SUM, MAX, MIN, PROD -> binary(operator);
      case AND, OR, XOR ->
          throw new IllegalArgumentException("rows and columns are not folded by " + operator);
    };
  }

  /**
   * The sum of each row, {@code [M, N] -> [M, 1]}, over exactly the valid box, folded in the order
   * of {@link dev.smalti.lang.reference.Strands#row}: element i goes to strand i mod 32, then the
   * strands are folded pairwise.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> rowSum() {
    return foldRows(Arithmetic::add);
  }

  /**
   * The sum of each column, {@code [M, N] -> [1, N]}, over exactly the valid box, rows in ascending
   * order.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> colSum() {
    return foldColumns(Arithmetic::add);
  }

  /**
   * The maximum of each row, {@code [M, N] -> [M, 1]}, over exactly the valid box, folded in the
   * order of {@link dev.smalti.lang.reference.Strands#row}: element i goes to strand i mod 32, then
   * the strands are folded pairwise. A NaN in the valid box gives NaN.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> rowMax() {
    return foldRows(Arithmetic::max);
  }

  /**
   * The maximum of each column, {@code [M, N] -> [1, N]}, over exactly the valid box, rows in
   * ascending order. A NaN in the valid box gives NaN.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> colMax() {
    return foldColumns(Arithmetic::max);
  }

  /**
   * The minimum of each row, {@code [M, N] -> [M, 1]}, over exactly the valid box, folded in the
   * order of {@link dev.smalti.lang.reference.Strands#row}: element i goes to strand i mod 32, then
   * the strands are folded pairwise. A NaN in the valid box gives NaN.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> rowMin() {
    return foldRows(Arithmetic::min);
  }

  /**
   * The minimum of each column, {@code [M, N] -> [1, N]}, over exactly the valid box, rows in
   * ascending order. A NaN in the valid box gives NaN.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> colMin() {
    return foldColumns(Arithmetic::min);
  }

  /**
   * The product of each row, {@code [M, N] -> [M, 1]}, over exactly the valid box, in the order of
   * {@link #rowSum}. Integers wrap.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> rowProd() {
    return foldRows(Arithmetic::mul);
  }

  /**
   * The product of each column, {@code [M, N] -> [1, N]}, over exactly the valid box, in the order
   * of {@link #colSum}. Integers wrap.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Tile<T> colProd() {
    return foldColumns(Arithmetic::mul);
  }

  /**
   * Where the greatest element of each row is, {@code [M, N] -> [M, 1]}, over exactly the valid
   * box: its index in the row. Of equal elements, which -0 and +0 are, the one with the lowest
   * index; the first NaN if there is one.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or elements are {@code BOOL}
   */
  public Tile<Smalti.I32> rowArgMax() {
    return places(Arrangement.rowPlaces(ordered(), true));
  }

  /**
   * Where the least element of each row is, {@code [M, N] -> [M, 1]}, over exactly the valid box:
   * its index in the row. Of equal elements, which -0 and +0 are, the one with the lowest index;
   * the first NaN if there is one.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or elements are {@code BOOL}
   */
  public Tile<Smalti.I32> rowArgMin() {
    return places(Arrangement.rowPlaces(ordered(), false));
  }

  /**
   * Where the greatest element of each column is, {@code [M, N] -> [1, N]}, over exactly the valid
   * box: its index in the column. Of equal elements, which -0 and +0 are, the one with the lowest
   * index; the first NaN if there is one.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or elements are {@code BOOL}
   */
  public Tile<Smalti.I32> colArgMax() {
    return places(Arrangement.columnPlaces(ordered(), true));
  }

  /**
   * Where the least element of each column is, {@code [M, N] -> [1, N]}, over exactly the valid
   * box: its index in the column. Of equal elements, which -0 and +0 are, the one with the lowest
   * index; the first NaN if there is one.
   *
   * @return the tile
   * @throws IllegalArgumentException if the valid box is empty, or elements are {@code BOOL}
   */
  public Tile<Smalti.I32> colArgMin() {
    return places(Arrangement.columnPlaces(ordered(), false));
  }

  /**
   * Where the greatest elements of each row are, {@code [M, N] -> [M, count]}, over exactly the
   * valid box: their indices, the greatest element first. Of equal elements, which -0 and +0 are,
   * the one with the lower index comes first; a NaN comes before every number. So {@code
   * t.gather(t.rowArgTop(n))} sorts rows of n elements.
   *
   * @param count how many, at least 1 and at most the valid columns; a constant extent or symbol in
   *     kernels
   * @return the tile
   * @throws IllegalArgumentException if there are not so many, or elements are {@code BOOL}
   */
  public Tile<Smalti.I32> rowArgTop(int count) {
    return places(Arrangement.top(ordered(), count));
  }

  private static Tile<Smalti.I32> places(Grid<Integer> places) {
    return new Tile<>(Smalti.I32, places);
  }

  /** The grid, if its elements have an order. */
  private Grid<?> ordered() {
    if (grid.arithmetic() == Arithmetic.bool()) {
      throw new IllegalArgumentException("BOOL has no order; cast to a type of numbers");
    }
    return grid;
  }

  /**
   * The product of matrices, {@code [M, K] x [K, N] -> [M, N]}: element {@code [i, j]} is the sum
   * of the products of row i of this tile and column j of the other in ascending order, from zero
   * on. Each step is one {@link #fma(Tile, Tile)} for floats, and wraps for integers, so the result
   * is the same bits everywhere. {@code a.matmul(b.transpose())} reads {@code b} as it lies in
   * memory.
   *
   * <p>The valid rows are those of this tile, the valid columns those of the other; the valid
   * columns of this tile are the valid rows of the other.
   *
   * @param right the second factor
   * @return the tile
   * @throws IllegalArgumentException if the columns of this tile are not the rows of the other, or
   *     the type is {@code BOOL} or of 8 or 16 bits
   */
  public Tile<T> matmul(Tile<T> right) {
    return new Tile<>(dtype, product(scalar(0), grid, right.grid));
  }

  /**
   * The product of matrices, {@code [M, K] x [K, N] -> [M, N]}, summed in a wider type: as {@link
   * #matmul(Tile)} of factors that are cast to it first, which is exact.
   *
   * @param <A> the type of the sums
   * @param right the second factor
   * @param sum {@code F32} for factors of {@code F16} and {@code BF16}, {@code I32} for those of
   *     {@code I8}, {@code I16} and {@code U8}; or the type of the factors, if it is of 32 or 64
   *     bits
   * @return the tile
   * @throws IllegalArgumentException if the columns of this tile are not the rows of the other, or
   *     for another type of sums
   */
  public <A extends DType> Tile<A> matmul(Tile<T> right, A sum) {
    requireSum(sum, dtype);
    return cast(sum).matmul(right.cast(sum));
  }

  /**
   * {@code this + left x right}: the products are added to the elements of this tile, one after the
   * other, as {@link #matmul(Tile)} adds them to zero. A product in parts, {@code acc.addMatmul(a0,
   * b0).addMatmul(a1, b1)}, has the same bits as in one.
   *
   * @param <U> the type of the factors: that of this tile, or one of 8 or 16 bits that {@link
   *     #matmul(Tile, DType)} sums in it
   * @param left the first factor, {@code [M, K]}
   * @param right the second factor, {@code [K, N]}
   * @return the tile, {@code [M, N]}
   * @throws IllegalArgumentException if the columns of the first factor are not the rows of the
   *     second, this tile cannot be stretched to their product, or products of that type are not
   *     summed in the type of this tile
   */
  public <U extends DType> Tile<T> addMatmul(Tile<U> left, Tile<U> right) {
    requireSum(dtype, left.dtype);
    return new Tile<>(dtype, product(grid, left.cast(dtype).grid, right.cast(dtype).grid));
  }

  private static void requireSum(DType sum, DType factor) {
    if (sum != factor && sum != factor.wide()) {
      throw new IllegalArgumentException(
          "products of %s are not summed in %s, but in %s".formatted(factor, sum, factor.wide()));
    }
  }

  private <E> Grid<E> product(Grid<E> accumulator, Grid<?> left, Grid<?> right) {
    if (accumulator.arithmetic() == Arithmetic.bool()) {
      throw new IllegalArgumentException("BOOL has no products; cast to a type of numbers");
    }
    if (dtype.isNarrow()) {
      throw new IllegalArgumentException(
          "products of %s are summed in %s: matmul(right, %s)"
              .formatted(dtype, dtype.wide(), dtype.wide()));
    }
    return Arrangement.product(accumulator, accumulator.same(left), accumulator.same(right));
  }

  /**
   * Rows as columns, {@code [M, N] -> [N, M]}, and so the valid box.
   *
   * @return the tile
   */
  public Tile<T> transpose() {
    return new Tile<>(dtype, Arrangement.transposed(grid));
  }

  /**
   * The same elements, row after row, in another shape. Every element has to be valid.
   *
   * @param shape rows and columns, with as many elements
   * @return the tile
   * @throws IllegalArgumentException if the numbers of elements differ or some are not valid
   */
  public Tile<T> reshape(Extent shape) {
    return new Tile<>(dtype, Arrangement.reshaped(grid, shape));
  }

  /**
   * A part of the valid box.
   *
   * @param at its first row and column
   * @param shape its rows and columns, all of them valid
   * @return the tile
   * @throws IndexOutOfBoundsException if the part leaves the valid box
   */
  public Tile<T> slice(Index at, Extent shape) {
    return new Tile<>(dtype, Arrangement.slice(grid, at, shape));
  }

  /**
   * The columns of another tile behind those of this one, {@code [M, N1], [M, N2] -> [M, N1 + N2]}.
   *
   * @param other what stands behind, with the same rows
   * @return the tile
   * @throws IllegalArgumentException if rows or valid rows differ, or a column of this one is not
   *     valid
   */
  public Tile<T> concat(Tile<T> other) {
    return new Tile<>(dtype, concat(grid, other.grid));
  }

  private static <E> Grid<E> concat(Grid<E> left, Grid<?> right) {
    return Arrangement.concat(left, left.same(right));
  }

  /**
   * This tile with another one put in: the valid box of the other one replaces the elements at a
   * position.
   *
   * @param part what is put in
   * @param at its first row and column
   * @return the tile, of this one's shape and valid box
   * @throws IndexOutOfBoundsException if the part leaves the valid box
   */
  public Tile<T> assemble(Tile<T> part, Index at) {
    return new Tile<>(dtype, assemble(grid, part.grid, at));
  }

  private static <E> Grid<E> assemble(Grid<E> whole, Grid<?> part, Index at) {
    return Arrangement.assembled(whole, whole.same(part), at);
  }

  /**
   * Every element valid: those that were not are a value.
   *
   * @param value the value, rounded to the element type
   * @return the tile, of the same shape
   */
  public Tile<T> pad(double value) {
    return new Tile<>(dtype, pad(grid, grid.bounds().whole(), a -> a.scalar(value)));
  }

  /**
   * As {@link #pad(double)}.
   *
   * @param value the value, rounded to the element type
   * @return the tile, of the same shape
   */
  public Tile<T> pad(long value) {
    return new Tile<>(dtype, pad(grid, grid.bounds().whole(), a -> a.scalar(value)));
  }

  /**
   * The valid box at the origin of a shape, of which all other elements are a value.
   *
   * @param shape rows and columns, at least as many as are valid
   * @param value the value, rounded to the element type
   * @return the tile, every element valid
   * @throws IllegalArgumentException if the valid box does not fit
   */
  public Tile<T> pad(Extent shape, double value) {
    return new Tile<>(dtype, pad(grid, Arrangement.whole("pad", shape), a -> a.scalar(value)));
  }

  /**
   * As {@link #pad(Extent, double)}.
   *
   * @param shape rows and columns, at least as many as are valid
   * @param value the value, rounded to the element type
   * @return the tile, every element valid
   * @throws IllegalArgumentException if the valid box does not fit
   */
  public Tile<T> pad(Extent shape, long value) {
    return new Tile<>(dtype, pad(grid, Arrangement.whole("pad", shape), a -> a.scalar(value)));
  }

  private static <E> Grid<E> pad(
      Grid<E> grid, Grid.Bounds bounds, Function<Arithmetic<E>, E> value) {
    return Arrangement.padded(grid, bounds, value.apply(grid.arithmetic()));
  }

  /**
   * Fewer valid elements: the shape stays.
   *
   * @param valid the valid rows and columns, at most those that are valid
   * @return the tile
   * @throws IllegalArgumentException if it is no part of the valid box
   */
  public Tile<T> narrow(Extent valid) {
    return new Tile<>(dtype, Arrangement.narrowed(grid, valid));
  }

  /**
   * Numbers in steps of one, row after row.
   *
   * @param <T> the element type
   * @param dtype the element type, {@code I32} or {@code I64}
   * @param shape rows and columns
   * @param start the first number; what follows wraps
   * @return the tile
   * @throws ArithmeticException if the start does not fit the type
   * @throws IllegalArgumentException if the type is none of integers
   */
  public static <T extends DType> Tile<T> iota(T dtype, Extent shape, long start) {
    if (dtype != Smalti.I32 && dtype != Smalti.I64) {
      throw new IllegalArgumentException("iota counts in I32 or I64, not " + dtype + "; cast it");
    }
    return new Tile<>(dtype, Arrangement.counted(dtype.arithmetic(), shape, start));
  }

  /**
   * Random bits, by {@link dev.smalti.lang.reference.Philox}: element i, row after row, is word
   * {@code i % 4} of the block with the counter {@code counter + i / 4}. The same arguments give
   * the same bits everywhere.
   *
   * @param shape rows and columns
   * @param key the key
   * @param counter the counter of the first block; a tile of n elements takes {@code ceil(n / 4)}
   * @return the tile
   */
  public static Tile<Smalti.I32> randomBits(Extent shape, long key, long counter) {
    return new Tile<>(Smalti.I32, Arrangement.random(shape, key, counter));
  }

  /**
   * Of each row the elements that an index names: element [i, k] of the result is element {@code
   * [i, index[i, k]]} of this tile.
   *
   * @param index columns from 0 to the valid columns less one; with the rows of this tile
   * @return the tile, of the index's shape and valid box
   * @throws IllegalArgumentException if rows or valid rows differ
   * @throws IndexOutOfBoundsException if an index is outside
   */
  public Tile<T> gather(Tile<Smalti.I32> index) {
    return new Tile<>(dtype, Arrangement.gathered(grid, indices(index)));
  }

  /**
   * The rows that an index names: row k of the result is row {@code index[k, 0]} of this tile.
   *
   * @param index rows from 0 to the valid rows less one, in one column
   * @return the tile, with the rows of the index
   * @throws IllegalArgumentException if the index has more columns
   * @throws IndexOutOfBoundsException if an index is outside
   */
  public Tile<T> gatherRows(Tile<Smalti.I32> index) {
    return new Tile<>(dtype, Arrangement.gatheredRows(grid, indices(index)));
  }

  /**
   * This tile with elements put in: element {@code [i, index[i, k]]} becomes element [i, k] of the
   * source. Where an index occurs twice in a row, the last one counts.
   *
   * @param index columns from 0 to the valid columns less one; with the rows of this tile
   * @param source of the shape and valid box of the index
   * @return the tile, of this one's shape and valid box
   * @throws IllegalArgumentException if shapes or valid boxes differ
   * @throws IndexOutOfBoundsException if an index is outside
   */
  public Tile<T> scatter(Tile<Smalti.I32> index, Tile<T> source) {
    return new Tile<>(dtype, scatter(grid, indices(index), source.grid));
  }

  private static <E> Grid<E> scatter(Grid<E> grid, Grid<Integer> index, Grid<?> source) {
    return Arrangement.scattered(grid, index, grid.same(source));
  }

  /**
   * This tile with rows put in: row {@code index[k, 0]} becomes row k of the source. Where an index
   * occurs twice, the last one counts.
   *
   * @param index rows from 0 to the valid rows less one, in one column
   * @param source with the rows of the index and the columns of this tile
   * @return the tile, of this one's shape and valid box
   * @throws IllegalArgumentException if shapes or valid boxes differ
   * @throws IndexOutOfBoundsException if an index is outside
   */
  public Tile<T> scatterRows(Tile<Smalti.I32> index, Tile<T> source) {
    return new Tile<>(dtype, scatterRows(grid, indices(index), source.grid));
  }

  private static <E> Grid<E> scatterRows(Grid<E> grid, Grid<Integer> index, Grid<?> source) {
    return Arrangement.scatteredRows(grid, index, grid.same(source));
  }

  private static Grid<Integer> indices(Tile<Smalti.I32> index) {
    return Grid.of(Arithmetic.i32(), new Grid.Bounds(1, 1, 0, 0), List.<Integer>of())
        .same(index.grid);
  }

  /**
   * The same elements in another type, converted as Java converts: to a narrower float they are
   * rounded to nearest even; from float to integer they are truncated and saturated to the range of
   * the type, and NaN gives 0; from integer to integer they wrap. To {@code BOOL}: whether they
   * differ from 0, which NaN does.
   *
   * @param <U> the other type
   * @param other the other type
   * @return the tile, of the same shape and valid box
   */
  public <U extends DType> Tile<U> cast(U other) {
    return new Tile<>(other, grid.cast(other.arithmetic()));
  }

  /**
   * The same elements in another type, rounded as it is said: floats to integers, which saturate to
   * the range of the type, with 0 for NaN; and floats to a type that does not hold all of them.
   * What is above the greatest float becomes it or infinity, whichever the rounding says: {@code
   * FLOOR}, {@code TRUNCATE} and {@code ODD} give the greatest one.
   *
   * @param <U> the other type
   * @param other the other type
   * @param rounding how it is rounded
   * @return the tile, of the same shape and valid box
   * @throws IllegalArgumentException if the other type holds all numbers of this one, or one of
   *     them is no number
   */
  public <U extends DType> Tile<U> cast(U other, Rounding rounding) {
    RoundedCast cast = new RoundedCast(dtype, other, rounding);
    return new Tile<>(other, grid.cast(cast, other.arithmetic()));
  }

  /** The type, the shape and the first elements, for debuggers. */
  @Override
  public String toString() {
    return dtype
        + " "
        + grid.bounds()
        + " "
        + grid.elements().stream().limit(16).toList()
        + (grid.bounds().count() > 16 ? "..." : "");
  }
}
