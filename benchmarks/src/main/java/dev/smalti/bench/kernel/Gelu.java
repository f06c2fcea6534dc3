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
 * Gelu of {@code a * x + b}: a fused chain in which arithmetic counts. In the vector code the
 * exponential is written out where it is used, twice, as one has to: HotSpot does not reliably
 * inline a method of that size.
 *
 * @param n how many elements, a multiple of {@link Axpb#COLUMNS}
 */
record Gelu(int n) implements Operation {
  static final float A = 1.25f;
  static final float B = -0.5f;
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public long[] shape() {
    return new long[] {n / Axpb.COLUMNS, Axpb.COLUMNS};
  }

  @Override
  public void generated(Tensor<F32> x, Tensor<F32> y) {
    ChainsKernels.gelu(x, y, A, B);
  }

  @Override
  public float[] eager(float[] x) {
    float[] v = Eager.add(Eager.mul(x, A), B);
    float[] factor = Eager.add(Eager.mul(Eager.mul(v, v), Chains.CUBIC), Chains.LINEAR);
    float[] e = Eager.exp(Eager.mul(v, factor));
    return Eager.div(v, Eager.add(e, 1));
  }

  @Override
  public void plain(float[] x, float[] y) {
    for (int i = 0; i < x.length; i++) {
      float v = A * x[i] + B;
      float u = v * (Chains.CUBIC * v * v + Chains.LINEAR);
      y[i] = v / (1 + (float) Math.exp(u));
    }
  }

  @Override
  public void vectors(float[] x, float[] y) {
    FloatVector a = FloatVector.broadcast(SPECIES, A);
    FloatVector b = FloatVector.broadcast(SPECIES, B);
    FloatVector cubic = FloatVector.broadcast(SPECIES, Chains.CUBIC);
    FloatVector linear = FloatVector.broadcast(SPECIES, Chains.LINEAR);
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
    int w = SPECIES.length();
    for (int i = 0; i < x.length; i += 2 * w) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i).fma(a, b);
      FloatVector u0 = v0.mul(v0.mul(v0).fma(cubic, linear));
      FloatVector v1 = FloatVector.fromArray(SPECIES, x, i + w).fma(a, b);
      FloatVector u1 = v1.mul(v1.mul(v1).fma(cubic, linear));
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
      v0.div(e0.add(one)).intoArray(y, i);
      v1.div(e1.add(one)).intoArray(y, i + w);
    }
  }

  @Override
  public void vectors(MemorySegment x, MemorySegment y) {
    FloatVector a = FloatVector.broadcast(SPECIES, A);
    FloatVector b = FloatVector.broadcast(SPECIES, B);
    FloatVector cubic = FloatVector.broadcast(SPECIES, Chains.CUBIC);
    FloatVector linear = FloatVector.broadcast(SPECIES, Chains.LINEAR);
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
    long w = SPECIES.vectorByteSize();
    for (long i = 0; i < x.byteSize(); i += 2 * w) {
      FloatVector v0 = FloatVector.fromMemorySegment(SPECIES, x, i, ORDER).fma(a, b);
      FloatVector u0 = v0.mul(v0.mul(v0).fma(cubic, linear));
      FloatVector v1 = FloatVector.fromMemorySegment(SPECIES, x, i + w, ORDER).fma(a, b);
      FloatVector u1 = v1.mul(v1.mul(v1).fma(cubic, linear));
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
      v0.div(e0.add(one)).intoMemorySegment(y, i, ORDER);
      v1.div(e1.add(one)).intoMemorySegment(y, i + w, ORDER);
    }
  }

  @Override
  public void intrinsics(Intrinsics c, MemorySegment x, MemorySegment y) {
    c.gelu(y, x, n, A, B);
  }

  @Override
  public double expected(float[] x, int i) {
    double v = (double) A * x[i] + B;
    double u = Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v);
    return v / (1 + Math.exp(-2 * u));
  }
}
