package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Members that hide inherited ones, and annotations wherever Java takes them. */
final class Hiding {
  @Target(ElementType.TYPE_USE)
  @interface Checked {}

  static class Base {
    static final int N = 3;
    static final int M = 5;

    record Pair(int a) {}

    @Inline
    static int hidden(int i) {
      return 1;
    }

    @Inline
    static int inherited(int i) {
      return 10;
    }

    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load());
    }
  }

  interface Sizes {
    int OF_INTERFACE = 6;
  }

  static class Derived extends Base implements Sizes {
    static final int N = 4;

    record Pair(int a, int b) {}

    @Inline
    static int hidden(int i) {
      return 2;
    }

    @InCore
    static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
      y.store(x.load().neg());
    }

    @InCore
    static void scale(@Shape("N, M") Tensor<F32> x, @Shape("N, M") @Out Tensor<F32> y) {
      int factor = hidden(1) * inherited(2) + new Pair(1, 2).b() + OF_INTERFACE;
      y.store(x.load().mul(factor));
    }

    @Jit
    static void both(
        @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, @Shape("n") @Out Tensor<F32> z) {
      copy(x, y);
      Base.copy(y, z);
    }
  }

  @InCore
  static void annotated(
      @Shape("n") @Checked Tensor<@Checked F32> x,
      @Shape("n") @Out final Tensor<F32> y,
      @Checked int i) {
    @Checked Tile<F32> t = x.load();
    @SuppressWarnings("unused")
    final int q = (@Checked byte) i;
    y.store(t.mul(q));
  }
}
