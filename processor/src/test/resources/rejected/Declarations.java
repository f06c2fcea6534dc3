package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Declarations {
  @InCore
  void instance(@Shape("8") @Out Tensor<F32> y) { // error: SML-101 at 9:8
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  private static void hidden(@Shape("8") @Out Tensor<F32> y) { // error: SML-102 at 14:23
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void shapeless(@Out Tensor<F32> y) { // error: SML-108 at 19:42
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void typo(@Shape("SZIE") @Out Tensor<F32> y) { // error: SML-110 at 24:27
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void once(@Shape("n") @Out Tensor<F32> y) { // error: SML-111 at 29:27
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void told(@Shape("8") @Out Tensor<F32> y, @Shape("ranks") Signal signal) {
    signal.await(at(0));
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  // error: SML-107 at 41:63 a program allocates its signals
  @Host
  static void takesSignal(World world, @Shape("ranks") Signal signal) {
    signal.barrier();
  }

  // error: SML-107 at 47:64 a program allocates its windows
  @Host
  static void takesWindow(World world, @Shape("8") Window<F32> data) {
    data.allReduce(SUM);
  }

  // error: SML-107 at 53:45 a parameter of type String
  @Host
  static void takesText(World world, String text) {}
}
