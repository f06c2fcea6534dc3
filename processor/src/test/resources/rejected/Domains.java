package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Domains {
  @InCore
  static void share(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    data.store(x.load());
    arrived.barrier();
  }

  @Host(worlds = "3..4")
  static void others(World world, @Shape("ranks, 1, 8") Tensor<F32> x) {
    Domain low = world.devices(0, 2);
    Domain high = world.pick(1, 2);
    Window<F32> data = low.window(F32, shape(1, 8));
    Window<F32> other = high.window(F32, shape(1, 8));
    Signal arrived = low.signal(shape(low.size(), 1));
    Signal wide = low.signal(shape(3, 1));
    low.forEachRank(r -> share(x.at(r), data, arrived));
    high.forEachRank(r -> share(x.at(high.device(r)), data, arrived)); // error: SML-314 at 26:55 data is of low, the dispatch is of high
    world.forEachRank(r -> share(x.at(r), other, arrived)); // error: SML-314 at 27:43 of high, the dispatch is of the world
    low.forEachRank(r -> share(x.at(r), data, wide)); // error: SML-216 at 28:47 axis 0 is declared ranks = 2
    wide.barrier(); // error: SML-504 at 29:17
  }

  @Host
  static void sets(World world) {
    Domain empty = world.devices(2, 2); // error: SML-209 at 34:33
    Domain twice = world.pick(1, 1); // error: SML-505 at 35:34 ascend
    Domain negative = world.pick(-1, 1); // error: SML-505 at 36:34
    for (int round : range(2)) {
      Domain inner = world.devices(0, 1); // error: SML-311 at 38:14
    }
  }
}
