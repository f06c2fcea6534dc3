package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Softmax of each row. The vector code takes three passes over a row, while it is in the cache,
 * each in a method of its own: HotSpot compiles small methods best.
 *
 * @param rows how many rows
 * @param columns how many elements a row has, a multiple of 64
 */
record Softmax(int rows, int columns) implements Operation {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public long[] shape() {
    return new long[] {rows, columns};
  }

  @Override
  public void generated(Tensor<F32> x, Tensor<F32> y) {
    RowSoftmaxKernels.softmax(x, y);
  }

  @Override
  public float[] eager(float[] x) {
    float[] e = Eager.exp(Eager.subRows(x, Eager.rowMax(x, columns)));
    return Eager.divRows(e, Eager.rowSum(e, columns));
  }

  @Override
  public void plain(float[] x, float[] y) {
    for (int from = 0; from < x.length; from += columns) {
      float max = x[from];
      for (int i = from + 1; i < from + columns; i++) {
        max = Math.max(max, x[i]);
      }
      float sum = 0;
      for (int i = from; i < from + columns; i++) {
        y[i] = (float) Math.exp(x[i] - max);
        sum += y[i];
      }
      for (int i = from; i < from + columns; i++) {
        y[i] /= sum;
      }
    }
  }

  @Override
  public void vectors(float[] x, float[] y) {
    int length = columns;
    for (int from = 0; from < x.length; from += length) {
      float sum = exponentials(x, y, from, from + length, max(x, from, from + length));
      scale(y, from, from + length, 1 / sum);
    }
  }

  private static float max(float[] x, int from, int end) {
    int w = SPECIES.length();
    FloatVector m0 = FloatVector.fromArray(SPECIES, x, from);
    FloatVector m1 = m0;
    FloatVector m2 = m0;
    FloatVector m3 = m0;
    for (int i = from; i < end; i += 4 * w) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i);
      FloatVector v1 = FloatVector.fromArray(SPECIES, x, i + w);
      FloatVector v2 = FloatVector.fromArray(SPECIES, x, i + 2 * w);
      FloatVector v3 = FloatVector.fromArray(SPECIES, x, i + 3 * w);
      m0 = m0.blend(v0, v0.compare(VectorOperators.GT, m0));
      m1 = m1.blend(v1, v1.compare(VectorOperators.GT, m1));
      m2 = m2.blend(v2, v2.compare(VectorOperators.GT, m2));
      m3 = m3.blend(v3, v3.compare(VectorOperators.GT, m3));
    }
    return m0.max(m1).max(m2.max(m3)).reduceLanes(VectorOperators.MAX);
  }

  private static float exponentials(float[] x, float[] y, int from, int end, float max) {
    FloatVector low = FloatVector.broadcast(SPECIES, -87.3f);
    FloatVector high = FloatVector.broadcast(SPECIES, 88f);
    FloatVector log2e = FloatVector.broadcast(SPECIES, 1.44269504f);
    FloatVector magic = FloatVector.broadcast(SPECIES, 12582912f);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -0.693359375f);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, 2.12194440e-4f);
    FloatVector p0 = FloatVector.broadcast(SPECIES, 1.9875691500e-4f);
    FloatVector p1 = FloatVector.broadcast(SPECIES, 1.3981999507e-3f);
    FloatVector p2 = FloatVector.broadcast(SPECIES, 8.3334519073e-3f);
    FloatVector p3 = FloatVector.broadcast(SPECIES, 4.1665795894e-2f);
    FloatVector p4 = FloatVector.broadcast(SPECIES, 1.6666665459e-1f);
    FloatVector p5 = FloatVector.broadcast(SPECIES, 5.0000001201e-1f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    FloatVector largest = FloatVector.broadcast(SPECIES, max);
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = s0;
    int w = SPECIES.length();
    for (int i = from; i < end; i += 2 * w) {
      FloatVector u0 = FloatVector.fromArray(SPECIES, x, i).sub(largest);
      FloatVector u1 = FloatVector.fromArray(SPECIES, x, i + w).sub(largest);
      u0 = u0.blend(low, u0.compare(VectorOperators.LT, low));
      u0 = u0.blend(high, u0.compare(VectorOperators.GT, high));
      FloatVector t0 = u0.fma(log2e, magic);
      FloatVector k0 = t0.sub(magic);
      FloatVector r0 = k0.fma(ln2Low, k0.fma(ln2High, u0));
      FloatVector q0 = p0.fma(r0, p1).fma(r0, p2).fma(r0, p3).fma(r0, p4).fma(r0, p5);
      q0 = q0.fma(r0.mul(r0), r0.add(one));
      FloatVector e0 =
          q0.reinterpretAsInts()
              .add(t0.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats();
      u1 = u1.blend(low, u1.compare(VectorOperators.LT, low));
      u1 = u1.blend(high, u1.compare(VectorOperators.GT, high));
      FloatVector t1 = u1.fma(log2e, magic);
      FloatVector k1 = t1.sub(magic);
      FloatVector r1 = k1.fma(ln2Low, k1.fma(ln2High, u1));
      FloatVector q1 = p0.fma(r1, p1).fma(r1, p2).fma(r1, p3).fma(r1, p4).fma(r1, p5);
      q1 = q1.fma(r1.mul(r1), r1.add(one));
      FloatVector e1 =
          q1.reinterpretAsInts()
              .add(t1.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats();
      e0.intoArray(y, i);
      e1.intoArray(y, i + w);
      s0 = s0.add(e0);
      s1 = s1.add(e1);
    }
    return s0.add(s1).reduceLanes(VectorOperators.ADD);
  }

  private static void scale(float[] y, int from, int end, float by) {
    FloatVector factor = FloatVector.broadcast(SPECIES, by);
    int w = SPECIES.length();
    for (int i = from; i < end; i += w) {
      FloatVector.fromArray(SPECIES, y, i).mul(factor).intoArray(y, i);
    }
  }

  @Override
  public void vectors(MemorySegment x, MemorySegment y) {
    long length = Float.BYTES * (long) columns;
    for (long from = 0; from < x.byteSize(); from += length) {
      float sum = exponentials(x, y, from, from + length, max(x, from, from + length));
      scale(y, from, from + length, 1 / sum);
    }
  }

  private static float max(MemorySegment x, long from, long end) {
    long w = SPECIES.vectorByteSize();
    FloatVector m0 = FloatVector.fromMemorySegment(SPECIES, x, from, ORDER);
    FloatVector m1 = m0;
    FloatVector m2 = m0;
    FloatVector m3 = m0;
    for (long i = from; i < end; i += 4 * w) {
      FloatVector v0 = FloatVector.fromMemorySegment(SPECIES, x, i, ORDER);
      FloatVector v1 = FloatVector.fromMemorySegment(SPECIES, x, i + w, ORDER);
      FloatVector v2 = FloatVector.fromMemorySegment(SPECIES, x, i + 2 * w, ORDER);
      FloatVector v3 = FloatVector.fromMemorySegment(SPECIES, x, i + 3 * w, ORDER);
      m0 = m0.blend(v0, v0.compare(VectorOperators.GT, m0));
      m1 = m1.blend(v1, v1.compare(VectorOperators.GT, m1));
      m2 = m2.blend(v2, v2.compare(VectorOperators.GT, m2));
      m3 = m3.blend(v3, v3.compare(VectorOperators.GT, m3));
    }
    return m0.max(m1).max(m2.max(m3)).reduceLanes(VectorOperators.MAX);
  }

  private static float exponentials(
      MemorySegment x, MemorySegment y, long from, long end, float max) {
    FloatVector low = FloatVector.broadcast(SPECIES, -87.3f);
    FloatVector high = FloatVector.broadcast(SPECIES, 88f);
    FloatVector log2e = FloatVector.broadcast(SPECIES, 1.44269504f);
    FloatVector magic = FloatVector.broadcast(SPECIES, 12582912f);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -0.693359375f);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, 2.12194440e-4f);
    FloatVector p0 = FloatVector.broadcast(SPECIES, 1.9875691500e-4f);
    FloatVector p1 = FloatVector.broadcast(SPECIES, 1.3981999507e-3f);
    FloatVector p2 = FloatVector.broadcast(SPECIES, 8.3334519073e-3f);
    FloatVector p3 = FloatVector.broadcast(SPECIES, 4.1665795894e-2f);
    FloatVector p4 = FloatVector.broadcast(SPECIES, 1.6666665459e-1f);
    FloatVector p5 = FloatVector.broadcast(SPECIES, 5.0000001201e-1f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    FloatVector largest = FloatVector.broadcast(SPECIES, max);
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = s0;
    long w = SPECIES.vectorByteSize();
    for (long i = from; i < end; i += 2 * w) {
      FloatVector u0 = FloatVector.fromMemorySegment(SPECIES, x, i, ORDER).sub(largest);
      FloatVector u1 = FloatVector.fromMemorySegment(SPECIES, x, i + w, ORDER).sub(largest);
      u0 = u0.blend(low, u0.compare(VectorOperators.LT, low));
      u0 = u0.blend(high, u0.compare(VectorOperators.GT, high));
      FloatVector t0 = u0.fma(log2e, magic);
      FloatVector k0 = t0.sub(magic);
      FloatVector r0 = k0.fma(ln2Low, k0.fma(ln2High, u0));
      FloatVector q0 = p0.fma(r0, p1).fma(r0, p2).fma(r0, p3).fma(r0, p4).fma(r0, p5);
      q0 = q0.fma(r0.mul(r0), r0.add(one));
      FloatVector e0 =
          q0.reinterpretAsInts()
              .add(t0.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats();
      u1 = u1.blend(low, u1.compare(VectorOperators.LT, low));
      u1 = u1.blend(high, u1.compare(VectorOperators.GT, high));
      FloatVector t1 = u1.fma(log2e, magic);
      FloatVector k1 = t1.sub(magic);
      FloatVector r1 = k1.fma(ln2Low, k1.fma(ln2High, u1));
      FloatVector q1 = p0.fma(r1, p1).fma(r1, p2).fma(r1, p3).fma(r1, p4).fma(r1, p5);
      q1 = q1.fma(r1.mul(r1), r1.add(one));
      FloatVector e1 =
          q1.reinterpretAsInts()
              .add(t1.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats();
      e0.intoMemorySegment(y, i, ORDER);
      e1.intoMemorySegment(y, i + w, ORDER);
      s0 = s0.add(e0);
      s1 = s1.add(e1);
    }
    return s0.add(s1).reduceLanes(VectorOperators.ADD);
  }

  private static void scale(MemorySegment y, long from, long end, float by) {
    FloatVector factor = FloatVector.broadcast(SPECIES, by);
    long w = SPECIES.vectorByteSize();
    for (long i = from; i < end; i += w) {
      FloatVector.fromMemorySegment(SPECIES, y, i, ORDER)
          .mul(factor)
          .intoMemorySegment(y, i, ORDER);
    }
  }

  @Override
  public void intrinsics(Intrinsics c, MemorySegment x, MemorySegment y) {
    c.softmax(y, x, rows, columns);
  }

  @Override
  public double expected(float[] x, int i) {
    int from = i / columns * columns;
    double max = Double.NEGATIVE_INFINITY;
    for (int j = from; j < from + columns; j++) {
      max = Math.max(max, x[j]);
    }
    double sum = 0;
    for (int j = from; j < from + columns; j++) {
      sum += Math.exp(x[j] - max);
    }
    return Math.exp(x[i] - max) / sum;
  }
}
