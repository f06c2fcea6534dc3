import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Counters that nobody reads, and a rank that nobody needs. */
final class UnnamedVariables {
  @InCore
  static void powers(@Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    for (int _ : range(3)) {
      for (int _ : range(2)) {
        t = t.mul(t);
      }
    }
    y.store(t);
  }

  @InCore
  static void meet(@Shape("ranks, 1") Signal arrived) {
    arrived.barrier();
  }

  @Host
  static void meetTwice(World world) {
    Signal arrived = world.signal(shape(world.size(), 1));
    for (int _ : range(2)) {
      world.forEachRank(_ -> meet(arrived));
    }
  }
}
