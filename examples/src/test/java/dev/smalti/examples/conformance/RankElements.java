package dev.smalti.examples.conformance;

/** Element i of what a rank has: the first axis of a tensor is that of the ranks. */
@FunctionalInterface
public interface RankElements {
  /** The element. */
  float at(int rank, int i);

  /** All elements of a tensor. */
  static float[] of(long[] shape, RankElements elements) {
    int each = 1;
    for (int axis = 1; axis < shape.length; axis++) {
      each *= Math.toIntExact(shape[axis]);
    }
    float[] all = new float[Math.toIntExact(shape[0]) * each];
    for (int i = 0; i < all.length; i++) {
      all[i] = elements.at(i / each, i % each);
    }
    return all;
  }
}
