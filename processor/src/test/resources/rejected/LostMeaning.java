package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What would compile to something else than Java means. */
final class LostMeaning {
  static final Update ADD = Update.SET;

  record Doubled(int a) {
    Doubled {
      a = 2 * a;
    }
  }

  record Twice(int a) {
    public int a() {
      return 2 * a;
    }
  }

  @Inline
  static int count(int... all) { // error: SML-116 at 24:14 variable number
    return 3;
  }

  @InCore
  static void locals(@Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    byte small = 1; // error: SML-403 at 30:10 byte
    Integer boxed = 1000; // error: SML-403 at 31:13 Integer
    y.store(x.load().mul(new Doubled(1).a())); // error: SML-402 at 32:26 its constructor
    y.store(x.load().mul(new Twice(1).a())); // error: SML-402 at 33:26 a()
    y.store(x.load(), at(0, 0), ADD); // error: SML-407 at 34:33 Update.ADD
    y.store(x.load().mul(count(1, 2)));
  }

  @Host
  static void toString(World world) {} // error: SML-116 at 39:15 java.lang.Object

  @InCore
  static void fill(@Shape("4") @Out Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 4), 0));
  }

  @Host
  static void branch(World world) {
    if (world.size() > 1) {
      Window<F32> data = world.window(F32, shape(4)); // error: SML-311 at 49:19 data
      world.forEachRank(r -> fill(data));
    }
  }
}
