package app;

import static dev.smalti.lang.Smalti.*;
import static lib.Norms.*;

import base.Folds;
import dev.smalti.lang.*;
import lib.Graphs;
import lib.Layers;
import lib.Norms;

/** Uses helpers of a library that uses helpers of another one. */
public final class User {
  private User() {}

  @InCore
  static void normalize(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    y.store(normalized(x.load()).add(y.load()));
    k.store(counted(k.load(), i));
  }

  @InCore
  static void moments(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("rows, columns") @InOut Tensor<F32> y,
      int i,
      double d) {
    var found = Norms.moments(x.load());
    Tile<F32> stretched = found.deviation().add(y.load());
    y.store(clamped(stretched.add(mixed(d, i, i > 2)), found.columns() + d));
    k.write(at(0, 0), one() + found.columns());
  }

  @InCore
  static void memory(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("rows, columns") @InOut Tensor<F32> y,
      int i,
      double d) {
    accumulate(x, y);
    accumulate(firstRow(x), firstRow(y));
    y.store(clamped(y.load(), 2));
    k.write(at(0, 1), (int) mixed(d, 7, false));
  }

  @Inline
  static <T extends DType> void foldAll(
      Tensor<T> x, Tensor<F32> y, Tensor<I32> k, int i, @Const Reduce op) {
    Graphs.count(k, i);
    Folds.blocks(x, i & 1, 2, op);
    Folds.blocks(y, i & 7, 2, op);
  }

  @Jit
  static void generic(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    foldAll(k, y, k, i, SUM);
    Folds.blocks(y, 1, 1 + 1, MAX);
  }

  @Jit
  static void records(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Layers.scale(new Layers.Scale(x, k), y);
    Layers.scale(x, k, y);
    Layers.swap(new Layers.Pair<>(x.row(0).flat(), y.row(0).flat()), i);
    scaled(new Layers.Scale(x, k), y);
  }

  @InCore
  static void scaled(Layers.Scale scale, @Shape("1, 8") @InOut Tensor<F32> y) {
    y.store(y.load().max(scale.by().load()));
  }

  @InCore
  static void exchange(
      @Shape("1, 8") Tensor<F32> input,
      @Shape("1, 8") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    data.store(normalized(input.load()));
    meet(data, arrived, at(data.rank(), 0), 1);
  }

  @Host
  static void everywhere(World world, @Shape("ranks, 1, 8") Tensor<F32> inputs) {
    Window<F32> data = world.window(F32, shape(1, 8));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> exchange(inputs.at(r), data, arrived));
  }

  @Host
  static void graphs(
      World world,
      @Shape("ranks, 1, 8") @InOut Tensor<F32> x,
      @Shape("ranks, 1, 8") @InOut Tensor<I64> y,
      @Shape("ranks, 1, 8") @InOut Tensor<I32> k) {
    world.forEachRank(r -> Graphs.twoFolds(x.at(r), y.at(r), k.at(r), r, SUM));
    world.forEachRank(r -> Graphs.maximum(k.at(r)));
  }
}
