package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Jumps {
  @InCore
  static void bare(@Shape("8") @Out Tensor<F32> y) {
    break;
  }

  @InCore
  static void inBranch(@Shape("8") @Out Tensor<F32> y) {
    if (y.dim(0) > 3) {
      continue;
    }
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void labelled(@Shape("8") @Out Tensor<F32> y) {
    outer:
    for (int i : range(3)) {
      for (int j : range(3)) {
        if (j == i) {
          break outer;
        }
      }
    }
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }
}

// error: javac at 10:5 break outside switch or loop
// error: javac at 16:7 continue outside of loop
// error: SML-401 at 23:5 an @InCore method cannot contain a label
