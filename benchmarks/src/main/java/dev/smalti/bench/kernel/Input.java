package dev.smalti.bench.kernel;

import java.util.Random;

/**
 * A tensor that a workload reads; nobody changes it, but for what is appended to a cache.
 *
 * @param elements in row-major order
 * @param shape its extents
 */
@SuppressWarnings("ArrayRecordComponent") // two are never compared
record Input(float[] elements, long... shape) {
  /** Elements between {@code -limit} and {@code limit}, the same ones in every run. */
  static Input random(float limit, long seed, long... shape) {
    int n = size(shape);
    Random random = new Random(seed);
    float[] elements = new float[n];
    for (int i = 0; i < n; i++) {
      elements[i] = 2 * limit * random.nextFloat() - limit;
    }
    return new Input(elements, shape);
  }

  /** How many elements a shape has. */
  static int size(long... shape) {
    long n = 1;
    for (long extent : shape) {
      n *= extent;
    }
    return Math.toIntExact(n);
  }
}
