package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code a * x + b}: nothing but memory.
 *
 * @param n how many elements, a multiple of {@link #COLUMNS}
 */
record Axpb(int n) implements Operation {
  /** Of a row in the shape for the kernel; to the others it is all one. */
  static final int COLUMNS = 1024;

  static final float A = 1.25f;
  static final float B = -0.5f;
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public long[] shape() {
    return new long[] {n / COLUMNS, COLUMNS};
  }

  @Override
  public void generated(Tensor<F32> x, Tensor<F32> y) {
    ChainsKernels.axpb(x, y, A, B);
  }

  @Override
  public float[] eager(float[] x) {
    return Eager.add(Eager.mul(x, A), B);
  }

  @Override
  public void plain(float[] x, float[] y) {
    for (int i = 0; i < x.length; i++) {
      y[i] = A * x[i] + B;
    }
  }

  @Override
  public void vectors(float[] x, float[] y) {
    FloatVector a = FloatVector.broadcast(SPECIES, A);
    FloatVector b = FloatVector.broadcast(SPECIES, B);
    int w = SPECIES.length();
    for (int i = 0; i < x.length; i += 4 * w) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i);
      FloatVector v1 = FloatVector.fromArray(SPECIES, x, i + w);
      FloatVector v2 = FloatVector.fromArray(SPECIES, x, i + 2 * w);
      FloatVector v3 = FloatVector.fromArray(SPECIES, x, i + 3 * w);
      v0.fma(a, b).intoArray(y, i);
      v1.fma(a, b).intoArray(y, i + w);
      v2.fma(a, b).intoArray(y, i + 2 * w);
      v3.fma(a, b).intoArray(y, i + 3 * w);
    }
  }

  @Override
  public void vectors(MemorySegment x, MemorySegment y) {
    FloatVector a = FloatVector.broadcast(SPECIES, A);
    FloatVector b = FloatVector.broadcast(SPECIES, B);
    long w = SPECIES.vectorByteSize();
    for (long i = 0; i < x.byteSize(); i += 4 * w) {
      FloatVector v0 = FloatVector.fromMemorySegment(SPECIES, x, i, ORDER);
      FloatVector v1 = FloatVector.fromMemorySegment(SPECIES, x, i + w, ORDER);
      FloatVector v2 = FloatVector.fromMemorySegment(SPECIES, x, i + 2 * w, ORDER);
      FloatVector v3 = FloatVector.fromMemorySegment(SPECIES, x, i + 3 * w, ORDER);
      v0.fma(a, b).intoMemorySegment(y, i, ORDER);
      v1.fma(a, b).intoMemorySegment(y, i + w, ORDER);
      v2.fma(a, b).intoMemorySegment(y, i + 2 * w, ORDER);
      v3.fma(a, b).intoMemorySegment(y, i + 3 * w, ORDER);
    }
  }

  @Override
  public void intrinsics(Intrinsics c, MemorySegment x, MemorySegment y) {
    c.axpb(y, x, n, A, B);
  }

  @Override
  public double expected(float[] x, int i) {
    return (double) A * x[i] + B;
  }
}
