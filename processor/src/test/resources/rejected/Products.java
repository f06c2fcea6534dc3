import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Products {
  @InCore
  static void inner(
      @Shape("4, 8") Tensor<F32> a,
      @Shape("4, 8") Tensor<F32> b,
      @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(a.load().matmul(b.load())); // error: SML-204 at 11:28 8 columns meet 4 rows in the product of [4, 8] and [4, 8]
  }

  @InCore
  static void valid(
      @Shape("4, n") Tensor<F32> a,
      @Shape("n, 4") Tensor<F32> b,
      int v,
      @Shape("4, 4") @Out Tensor<F32> y) {
    Tile<F32> left = a.load(at(0, 0), shape(4, 8), shape(4, v));
    Tile<F32> right = b.load(at(0, 0), shape(8, 4), shape(v + 1, 4));
    y.store(left.matmul(right)); // error: SML-204 at 22:24 v valid columns meet v + 1 valid rows
  }

  @InCore
  static void accumulator(
      @Shape("4, 8") Tensor<F32> a,
      @Shape("8, 2") Tensor<F32> b,
      @Shape("4, 3") Tensor<F32> c,
      @Shape("4, 2") @Out Tensor<F32> y) {
    y.store(c.load().addMatmul(a.load(), b.load())); // error: SML-204 at 31:31 the product is [4, 2], what it is added to [4, 3]
  }

  @InCore
  static void stretchedProduct(
      @Shape("1, 8") Tensor<F32> a,
      @Shape("8, 2") Tensor<F32> b,
      @Shape("4, 2") Tensor<F32> c,
      @Shape("4, 2") @Out Tensor<F32> y) {
    y.store(c.load().addMatmul(a.load(), b.load())); // error: SML-204 at 40:31 the product is [1, 2], what it is added to [4, 2]
  }

  @InCore
  static void masks(
      @Shape("4, 4") Tensor<F32> a, @Shape("4, 4") @Out Tensor<F32> y) {
    Tile<BOOL> t = a.load().gt(0).cast(BOOL);
    y.store(t.matmul(t).cast(F32)); // error: SML-201 at 47:21 matmul is not defined for BOOL
  }

  @InCore
  static void halves(@Shape("4, 4") Tensor<F16> a, @Shape("4, 4") @Out Tensor<F16> y) {
    y.store(a.load().matmul(a.load())); // error: SML-201 at 52:28 products of F16 are not summed in F16
  }

  @InCore
  static void sums(
      @Shape("4, 4") Tensor<U8> a, @Shape("4, 4") Tensor<F32> c, @Shape("4, 4") @Out Tensor<F32> y) {
    y.store(a.load().matmul(a.load(), F32)); // error: SML-201 at 58:28 products of U8 are not summed in F32
    y.store(c.load().addMatmul(a.load(), a.load())); // error: SML-201 at 59:31 products of U8 are not summed in F32
  }
}
