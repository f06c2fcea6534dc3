package dev.smalti.bench.peer;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The functions of {@code kernels_avx2.c}: {@code y} first, elements a multiple of 32. */
public final class Intrinsics {
  private final MethodHandle axpb;
  private final MethodHandle gelu;
  private final MethodHandle softmax;
  private final MethodHandle rmsNorm;
  private final MethodHandle layerNorm;

  private Intrinsics(NativeLibrary library) {
    FunctionDescriptor chain =
        FunctionDescriptor.ofVoid(
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_FLOAT,
            ValueLayout.JAVA_FLOAT);
    FunctionDescriptor rows =
        FunctionDescriptor.ofVoid(
            ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    axpb = library.function("i_axpb", chain);
    gelu = library.function("i_gelu", chain);
    softmax = library.function("i_softmax", rows);
    rmsNorm = library.function("i_rmsnorm", rows.insertArgumentLayouts(2, ValueLayout.ADDRESS));
    layerNorm =
        library.function(
            "i_layernorm", rows.insertArgumentLayouts(2, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
  }

  /** Loads the library that was made of the file. */
  public static Intrinsics load(Path library) {
    return new Intrinsics(NativeLibrary.load(library));
  }

  /** {@code y = a * x + b}. */
  public void axpb(MemorySegment y, MemorySegment x, long n, float a, float b) {
    try {
      axpb.invokeExact(y, x, n, a, b);
    } catch (Throwable e) {
      throw new IllegalStateException("i_axpb failed", e);
    }
  }

  /** {@code y = gelu(a * x + b)}. */
  public void gelu(MemorySegment y, MemorySegment x, long n, float a, float b) {
    try {
      gelu.invokeExact(y, x, n, a, b);
    } catch (Throwable e) {
      throw new IllegalStateException("i_gelu failed", e);
    }
  }

  /** Softmax of each row. */
  public void softmax(MemorySegment y, MemorySegment x, long rows, long columns) {
    try {
      softmax.invokeExact(y, x, rows, columns);
    } catch (Throwable e) {
      throw new IllegalStateException("i_softmax failed", e);
    }
  }

  /** RMSNorm of each row, times {@code weight}; the epsilon is 1e-5. */
  public void rmsNorm(
      MemorySegment y, MemorySegment x, MemorySegment weight, long rows, long columns) {
    try {
      rmsNorm.invokeExact(y, x, weight, rows, columns);
    } catch (Throwable e) {
      throw new IllegalStateException("i_rmsnorm failed", e);
    }
  }

  /** LayerNorm of each row, times {@code weight}, plus {@code bias}; the epsilon is 1e-5. */
  public void layerNorm(
      MemorySegment y,
      MemorySegment x,
      MemorySegment weight,
      MemorySegment bias,
      long rows,
      long columns) {
    try {
      layerNorm.invokeExact(y, x, weight, bias, rows, columns);
    } catch (Throwable e) {
      throw new IllegalStateException("i_layernorm failed", e);
    }
  }
}
