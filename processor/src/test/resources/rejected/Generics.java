package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.List;

/**
 * Signatures that are refused bring one error each, and none where their entry points are called.
 */
final class Generics<G extends DType> {
  private static final class Hidden {}

  @InCore
  static <N extends Number> void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Host
  static <T extends DType> void run(World world, @Shape("ranks, n") Tensor<T> x, List<T> y) {}

  @InCore
  void ofInstance(@Shape("n") Tensor<G> x, @Shape("n") @Out Tensor<G> y) {
    y.store(x.load());
  }

  @InCore
  static void lists(List<Tensor<F32>> x, Hidden y, int... z) {}

  @InCore
  static void wild(@Shape("n") Tensor<? extends DType> x, @Shape("n") @Out Tensor<F32> y) {}

  @SuppressWarnings({"rawtypes", "unchecked"})
  @InCore
  static void raw(@Shape("n") Tensor x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  static void use(Tensor<F32> t, List<Tensor<F32>> list) {
    GenericsKernels.ofInstance(t, t);
    GenericsKernels.lists(list, new Hidden(), 1, 2);
    GenericsKernels.wild(t, t);
    GenericsKernels.raw(t, t);
  }
}

// error: SML-116 at 15:34 the type parameter N of copy is for no element type
// error: SML-107 at 20:90 a parameter of type List<T> cannot be passed to a
// error: SML-101 at 23:8 ofInstance is not static
// error: SML-116 at 28:15 lists takes a variable number of arguments
// error: SML-107 at 28:39 a parameter of type List<Tensor<F32>> cannot be
// error: SML-107 at 28:49 a parameter of type Hidden cannot be passed to an
// error: SML-107 at 28:59 a parameter of type int[
// error: SML-119 at 31:56 the element type of x is not written down
// error: SML-119 at 35:38 the element type of x is not written down
