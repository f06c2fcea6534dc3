import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Tiles that are kept between two loops, and near ones that are not. */
final class Kept {
  @InCore
  static void twoLoops(
      @Shape("64, 512") Tensor<F32> x,
      @Shape("512, 512") Tensor<F32> w,
      @Shape("64, 512") @Out Tensor<F32> y,
      @Shape("64, 512") @Out Tensor<F32> z) {
    Tile<F32> product = x.load().matmul(w.load());
    y.store(product);
    z.store(product.relu());
  }

  /** One loop. */
  @InCore
  static void oneLoop(
      @Shape("64, 512") Tensor<F32> x,
      @Shape("512, 512") Tensor<F32> w,
      @Shape("64, 512") @Out Tensor<F32> y) {
    Tile<F32> product = x.load().matmul(w.load());
    y.store(product.relu().add(1));
  }

  /** Two loops, but a small tile. */
  @InCore
  static void small(
      @Shape("16, 512") Tensor<F32> x,
      @Shape("512, 512") Tensor<F32> w,
      @Shape("16, 512") @Out Tensor<F32> y,
      @Shape("16, 512") @Out Tensor<F32> z) {
    Tile<F32> product = x.load().matmul(w.load());
    y.store(product);
    z.store(product.relu());
  }

  @InCore
  static void columns(@Shape("64, 512") Tensor<F32> x, @Shape("64, 512") @Out Tensor<F32> y) {
    Tile<F32> e = x.load().exp();
    y.store(e.div(e.colSum()));
  }

  /** Rows are finished one by one. */
  @InCore
  static void rows(@Shape("64, 512") Tensor<F32> x, @Shape("64, 512") @Out Tensor<F32> y) {
    Tile<F32> e = x.load().exp();
    y.store(e.div(e.rowSum()));
  }

  @InCore
  static void factor(
      @Shape("64, 512") Tensor<F32> x,
      @Shape("512, 512") Tensor<F32> w,
      @Shape("64, 512") @Out Tensor<F32> y) {
    Tile<F32> h = x.load().relu();
    y.store(h.matmul(w.load()));
  }

  @InCore
  static void branch(
      @Shape("64, 512") Tensor<F32> x, @Shape("64, 512") @Out Tensor<F32> y, boolean twice) {
    Tile<F32> e = x.load().exp();
    if (twice) {
      y.store(e.add(e));
    } else {
      y.store(e);
    }
  }

  @InCore
  static void rearranged(@Shape("64, 512") Tensor<F32> x, @Shape("512, 64") @Out Tensor<F32> y) {
    Tile<F32> t = x.load().transpose();
    y.store(t.relu());
  }

  @InCore
  static void between(
      @Shape("1, 32768") @InOut Tensor<F32> x, @Shape("1, 32768") @Out Tensor<F32> y) {
    Tile<F32> before = x.load();
    x.store(before.mul(2));
    y.store(before);
  }

  @InCore
  static void heavy(@Shape("1, 32768") Tensor<F32> x, @Shape("1, 32768") @Out Tensor<F32> y) {
    Tile<F32> first = x.load().gelu().tanh();
    y.store(first.gelu().tanh());
  }
}

// note: SML-801 at 13:15 product [64, 512] is kept in scratch: lines 14 and 15 use it, each in a loop of its own
// note: SML-801 at 42:15 e [64, 512] is kept in scratch: line 43 uses it in more than one loop
// note: SML-801 at 58:15 h [64, 512] is kept in scratch: the product of line 59 reads each of its elements many times
// note: SML-801 at 65:15 e [64, 512] is kept in scratch: line 66 uses it in a loop or branch
// note: SML-801 at 75:15 t [512, 64] is kept in scratch: it rearranges or ranks elements in a loop of its own, before line 76
// note: SML-801 at 75:25 xTile [64, 512] is kept in scratch: what rearranges or ranks elements in line 75 starts from a tile
// note: SML-801 at 82:15 before [1, 32768] is kept in scratch: lines 83 and 84 use it, each in a loop of its own
// note: SML-801 at 89:15 first [1, 32768] is kept in scratch: with it the loop of line 90 would be longer than HotSpot compiles well
