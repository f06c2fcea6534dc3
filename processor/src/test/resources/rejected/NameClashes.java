package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** One error for each name. */
final class NameClashes {
  @InCore
  static void step(@Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void Step(@Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void taken(@Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @Host
  static void run(World w, @Shape("ranks, 8") @Out Tensor<F32> y) {
    w.forEachRank(r -> taken(y.at(r)));
  }

  @Host
  static void all(World w, @Shape("ranks, 8") @Out Tensor<F32> y) {
    w.forEachRank(r -> step(y.at(r)));
  }

  @Host
  static void All(World w, @Shape("ranks, 8") @Out Tensor<F32> y) {
    w.forEachRank(r -> step(y.at(r)));
  }

  @Host
  static void nameClashesPrograms(World w, @Shape("ranks, 8") @Out Tensor<F32> y) {
    w.forEachRank(r -> step(y.at(r)));
  }
}

class NameClashes_run_Protocol {}

// error: SML-005 at 15:15 the class app.NameClashes_Step cannot be
// error: SML-005 at 25:15 the class app.NameClashes_run_Protocol cannot
// error: SML-005 at 35:15 the class app.NameClashes_All cannot be
// error: SML-005 at 40:15 the class of the program nameClashesPrograms
