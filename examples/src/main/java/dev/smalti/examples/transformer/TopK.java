package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;
import java.util.Arrays;

/**
 * The greatest few of a row: which they are, and what share each has of them. A row may be as long
 * as a vocabulary; it is walked in blocks, and the best so far compete with those of the next one.
 */
final class TopK {
  /** Numbers of a block; at least k. */
  static final int BLOCK = 4096;

  /** Numbers of a row, and where they are. */
  record Found(Tile<F32> number, Tile<I32> place) {}

  @Inline
  static Found block(Tensor<F32> x, int row, int from) {
    int size = Math.min(BLOCK, x.dim(1) - from);
    return new Found(x.load(at(row, from), shape(1, size)), Tile.iota(I32, shape(1, size), from));
  }

  /** The greatest, greatest first; of equal ones the first. */
  @Inline
  static Found best(Found of, int k) {
    Tile<I32> order = of.number().rowArgTop(k);
    return new Found(of.number().gather(order), of.place().gather(order));
  }

  @InCore
  static void topK(
      @Shape("rows, ?") Tensor<F32> x,
      @Shape("rows, k") @Out Tensor<I32> places,
      @Shape("rows, k") @Out Tensor<F32> shares) {
    int k = places.dim(1);
    for (int row : range(x.dim(0))) {
      Found best = best(block(x, row, 0), k);
      for (int from : range(BLOCK, x.dim(1), BLOCK)) {
        Found next = block(x, row, from);
        Tile<F32> numbers = best.number().concat(next.number());
        best = best(new Found(numbers, best.place().concat(next.place())), k);
      }
      Tile<F32> e = best.number().sub(best.number().rowMax()).exp();
      places.row(row).store(best.place());
      shares.row(row).store(e.mul(e.rowSum().recip()));
    }
  }

  public static void main(String[] args) {
    int rows = 33;
    int n = 10_001;
    int k = 7;
    float[] x = Inputs.uniform(1, rows * n);
    int[] places = new int[rows * k];
    float[] shares = Inputs.unwritten(rows * k);
    TopKKernels.topK(Tensor.of(x, rows, n), Tensor.of(places, rows, k), Tensor.of(shares, rows, k));
    System.out.println("of row 0: " + Arrays.toString(Arrays.copyOf(places, k)));
    if (!Arrays.equals(places, Reference.greatest(x, n, k))) {
      throw new AssertionError("places " + Arrays.toString(places));
    }
    Reference.sharesOfGreatest(x, n, k).compare("shares of 7 of 10001", shares);
    System.out.println("OK");
  }
}
