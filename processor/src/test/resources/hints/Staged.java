import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What goes through scratch on its way, and near programs in which it does not. */
final class Staged {
  @InCore
  static void foldedInParts(@Shape("32, 20000") Tensor<F32> x, @Shape("32, 1") @Out Tensor<F32> y) {
    y.store(x.load().exp().rowSum());
  }

  /** Fewer steps an element are done while they are folded. */
  @InCore
  static void foldedAtOnce(@Shape("32, 20000") Tensor<F32> x, @Shape("32, 1") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.mul(t).rowSum());
  }

  /** The row is short enough to be held. */
  @InCore
  static void foldedFromARow(@Shape("32, 1024") Tensor<F32> x, @Shape("32, 1") @Out Tensor<F32> y) {
    y.store(x.load().exp().rowSum());
  }

  @InCore
  static void fiveRows(
      @Shape("n, 512") Tensor<F32> a,
      @Shape("n, 512") Tensor<F32> b,
      @Shape("n, 512") Tensor<F32> c,
      @Shape("n, 512") Tensor<F32> d,
      @Shape("n, 512") Tensor<F32> e,
      @Shape("n, 512") @Out Tensor<F32> y) {
    y.store(a.load().add(b.load()).add(c.load()).add(d.load()).add(e.load()));
  }

  @InCore
  static void threeRows(
      @Shape("n, 512") Tensor<F32> a,
      @Shape("n, 512") Tensor<F32> b,
      @Shape("n, 512") Tensor<F32> c,
      @Shape("n, 512") @Out Tensor<F32> y) {
    y.store(a.load().add(b.load()).add(c.load()));
  }

  @InCore
  static void whole(@Shape("n, n") Tensor<F32> x, @Shape("n, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    for (int i : range(3)) {
      t = t.add(t.transpose());
    }
    y.store(t);
  }

  /** A strip of it is kept. */
  @InCore
  static void strips(@Shape("n, n") Tensor<F32> x, @Shape("n, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    for (int i : range(3)) {
      t = t.add(t.mul(t));
    }
    y.store(t);
  }
}

// note: SML-802 at 9:34 each row is computed into scratch and folded from there, 20,000 columns in 10 parts: one loop that does both would be longer than HotSpot compiles well
// note: SML-802 at 33:74 native tensors and windows are copied to scratch before this loop: it reads 5 of their rows at once, which is more than HotSpot's first compiler holds
// note: SML-802 at 47:15 t [n, n] is kept in scratch as a whole: no strips can be made of what uses it
// note: SML-801 at 49:28 transposed [n, n] is kept in scratch: it rearranges or ranks elements in a loop of its own, before line 49
