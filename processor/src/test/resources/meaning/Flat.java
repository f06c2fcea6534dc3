import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Memory of several axes as one axis. */
public final class Flat {
  private Flat() {}

  @InCore
  static void rows(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tensor<F32> flat = x.flat();
    for (int j : range(flat.dim(0) / 2)) {
      y.flat().store(flat.load(at(2 * j), shape(2)).mul(d + k.flat().readInt(at(j))), at(6 - 2 * j));
    }
    y.slice(at(0, 2), shape(1, 3)).flat().write(at(i), d);
  }

  @InCore
  static void plane(
      @Shape("r, 1, c") Tensor<F32> x,
      @Shape("r, 1, c") @InOut Tensor<F32> y,
      @Shape("?") Tensor<I32> k) {
    Tensor<F32> from = x.flat();
    Tensor<F32> to = y.flat();
    for (int j : range(k.dim(0) / 2)) {
      to.store(from.load(at(j), shape(3)).add(0.5 * j), at(j + 1));
      to.write(at(k.readInt(at(j)) % 8), j);
    }
    Tensor<F32> tail = y.slice(at(1, 0, 0), shape(y.dim(0) - 1, 1, y.dim(2))).flat();
    tail.write(at(0), tail.dim(0));
  }

  @InCore
  static void piece(@Shape("n") Tensor<F32> x, @Shape("n") @InOut Tensor<F32> y, int more) {
    y.store(x.load().add(more));
  }

  @Jit
  static void graph(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tensor<F32> line = x.flat();
    piece(line, y.flat(), i);
    piece(line.slice(at(2), shape(3)), y.slice(at(0, 4), shape(1, 3)).flat(), 2);
  }

  @Jit
  static void planes(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tensor<F32> wide = Tensor.zeros(F32, shape(2, 1, 4));
    piece(x.flat(), wide.flat(), i);
    Tensor<F32> other = Tensor.zeros(F32, shape(2, 1, 4));
    plane(wide, other, k.flat());
    piece(other.flat(), y.flat(), 1);
  }

  /** Columns of two rows do not lie one behind the other. */
  @Jit
  static void gaps(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tensor<F32> wide = Tensor.zeros(F32, shape(2, 1, 8));
    Tensor<F32> other = Tensor.zeros(F32, shape(2, 1, 8));
    Tensor<F32> part = other.slice(at(0, 0, 0), shape(2, 1, 7));
    plane(wide.slice(at(0, 0, 0), shape(2, 1, 7)), part, k.flat());
    piece(x.flat(), y.flat(), i);
  }
}
