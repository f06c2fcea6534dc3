package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.function.BiConsumer;

/** F3 to F9 and F13: programs of few tasks, in the ways in which they can be put together. */
final class Structures {
  private Structures() {}

  // ---- F3: a product of matrices, behind a kernel that touches a window

  @InCore
  static void anchor(@Shape("1, 8") @InOut Window<I32> scratch) {
    scratch.store(scratch.load().add(1));
  }

  @InCore
  static void product(
      @Shape("n, n") Tensor<F32> a,
      @Shape("n, n") Tensor<F32> b,
      @Shape("n, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load()));
  }

  @Jit
  static void anchoredProduct(
      @Shape("n, n") Tensor<F32> a,
      @Shape("n, n") Tensor<F32> b,
      @Shape("n, n") @Out Tensor<F32> c,
      @Shape("1, 8") @InOut Window<I32> scratch) {
    anchor(scratch);
    product(a, b, c);
  }

  @Host
  static void gemm(
      World world,
      @Shape("ranks, n, n") Tensor<F32> a,
      @Shape("n, n") Tensor<F32> b,
      @Shape("ranks, n, n") @Out Tensor<F32> c) {
    Window<I32> scratch = world.window(I32, shape(1, 8));
    world.forEachRank(r -> anchoredProduct(a.at(r), b, c.at(r), scratch));
  }

  // ---- F4: a slice of a tensor to each rank, no window, rows in parallel

  @InCore
  static void increment(@Shape("16, 32") Tensor<F32> x, @Shape("16, 32") @Out Tensor<F32> y) {
    for (int row : parallel(16)) {
      y.row(row).store(x.row(row).load().add(1));
    }
  }

  @Host
  static void slices(
      World world,
      @Shape("ranks, 16, 32") Tensor<F32> x,
      @Shape("ranks, 16, 32") @Out Tensor<F32> y) {
    world.forEachRank(r -> increment(x.at(r), y.at(r)));
  }

  // ---- F5: two results

  @InCore
  static void both(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum,
      @Shape("m, n") @Out Tensor<F32> difference) {
    sum.store(a.load().add(b.load()));
    difference.store(a.load().sub(b.load()));
  }

  @Jit
  static void bothOfDevice(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum,
      @Shape("m, n") @Out Tensor<F32> difference) {
    both(a, b, sum, difference);
  }

  @Host
  static void twoResults(
      World world,
      @Shape("ranks, m, n") Tensor<F32> a,
      @Shape("ranks, m, n") Tensor<F32> b,
      @Shape("ranks, m, n") @Out Tensor<F32> sum,
      @Shape("ranks, m, n") @Out Tensor<F32> difference) {
    world.forEachRank(r -> bothOfDevice(a.at(r), b.at(r), sum.at(r), difference.at(r)));
  }

  // ---- F6: an extent that is twice a symbol; a device of its own for each result

  @InCore
  static void add(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  @InCore
  static void subtract(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> difference) {
    difference.store(a.load().sub(b.load()));
  }

  /** The halves of the rows change places. */
  @InCore
  static void subtractHalves(
      @Shape("2 * m, n") Tensor<F32> a,
      @Shape("2 * m, n") Tensor<F32> b,
      @Shape("2 * m, n") @Out Tensor<F32> difference) {
    int m = a.dim(0) / 2;
    for (int half : range(2)) {
      difference
          .rows(half * m, m)
          .store(a.rows(half * m, m).load().sub(b.rows(half * m, m).load()));
    }
  }

  @Host(worlds = "2..16")
  static void onTwoDevices(
      World world,
      @Shape("2 * m, n") Tensor<F32> a,
      @Shape("2 * m, n") Tensor<F32> b,
      @Shape("2 * m, n") @Out Tensor<F32> sum,
      @Shape("2 * m, n") @Out Tensor<F32> difference) {
    Domain first = world.pick(0);
    Domain second = world.pick(1);
    first.forEachRank(_ -> add(a, b, sum));
    second.forEachRank(_ -> subtractHalves(a, b, difference));
  }

  // ---- F7: two tasks with results that nothing else sees, and host code that joins them

  /** A task of the host. */
  interface Joining {
    void join(Tensor<F32> sum, Tensor<F32> difference, Tensor<F32> twice);
  }

  @Host
  static void joined(
      World world,
      @Shape("ranks, m, n") Tensor<F32> a,
      @Shape("ranks, m, n") Tensor<F32> b,
      @Shape("ranks, m, n") @Out Tensor<F32> sum,
      @Shape("ranks, m, n") @Out Tensor<F32> difference,
      @Shape("ranks, m, n") Tensor<F32> twice,
      Joining joining) {
    world.forEachRank(r -> add(a.at(r), b.at(r), sum.at(r)));
    world.forEachRank(r -> subtract(a.at(r), b.at(r), difference.at(r)));
    joining.join(sum, difference, twice);
  }

  // ---- F8: what a dispatch computes, the host verifies, before another one writes over it

  @Host
  static void verified(
      World world,
      @Shape("ranks, m, n") Tensor<F32> a,
      @Shape("ranks, m, n") Tensor<F32> b,
      @Shape("ranks, m, n") @Out Tensor<F32> sum,
      @Shape("ranks, 2") Tensor<I32> wrong,
      BiConsumer<Tensor<F32>, Tensor<I32>> verify) {
    for (int round : range(2)) {
      world.forEachRank(r -> add(a.at(r), b.at(r), sum.at(r)));
      verify.accept(sum, wrong.slice(at(0, round), shape(world.size(), 1)));
      world.forEachRank(r -> subtract(a.at(r), b.at(r), sum.at(r)));
    }
  }

  // ---- F9: bodies that are put where they are called

  @Inline
  static void addInline(Tensor<F32> a, Tensor<F32> b, Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  @Inline
  static void subtractInline(Tensor<F32> a, Tensor<F32> b, Tensor<F32> difference) {
    difference.store(a.load().sub(b.load()));
  }

  /** The sum on devices of even number, the difference on the others. */
  @InCore
  static void alternate(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> result,
      int device) {
    if (device % 2 == 0) {
      addInline(a, b, result);
    } else {
      subtractInline(a, b, result);
    }
  }

  @Host
  static void inTurn(
      World world,
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("ranks, m, n") @Out Tensor<F32> results) {
    world.forEachRank(r -> alternate(a, b, results.at(r), r));
  }

  // ---- F13: two task graphs, no program

  @Jit
  static void addGraph(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum) {
    add(a, b, sum);
  }

  @Jit
  static void subtractGraph(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> difference) {
    subtract(a, b, difference);
  }
}
