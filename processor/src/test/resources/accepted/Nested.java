package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Owners of every kind, nested. */
class Nested {
  static class Inner {
    static final class Deep {
      @InCore
      static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
        y.store(x.load());
      }
    }

    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  record Pair(int left, int right) {
    Pair {
      if (left > right) {
        throw new IllegalArgumentException();
      }
    }

    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  interface Face {
    int SIZE = 8;

    @InCore
    static void copy(@Shape("SIZE") Tensor<F32> x, @Shape("SIZE") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  enum Colour {
    RED,
    GREEN;

    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  class NotStatic {
    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  static void use(Tensor<F32> x, Tensor<F32> y) {
    Nested_InnerKernels.copy(x, y);
    Nested_Inner_DeepKernels.copy(x, y);
    Nested_PairKernels.copy(x, y);
    Nested_FaceKernels.copy(x, y);
    Nested_ColourKernels.copy(x, y);
    Nested_NotStaticKernels.copy(x, y);
  }
}
