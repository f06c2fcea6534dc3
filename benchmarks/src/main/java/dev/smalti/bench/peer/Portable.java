package dev.smalti.bench.peer;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The functions of {@code kernels_portable.c}, plain C that gcc vectorizes where it may. */
public final class Portable {
  private final MethodHandle axpb;

  private Portable(NativeLibrary library) {
    axpb =
        library.function(
            "c_axpb",
            FunctionDescriptor.ofVoid(
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_FLOAT,
                ValueLayout.JAVA_FLOAT));
  }

  /** Loads the library that was made of the file. */
  public static Portable load(Path library) {
    return new Portable(NativeLibrary.load(library));
  }

  /** {@code y = a * x + b}. */
  public void axpb(MemorySegment y, MemorySegment x, long n, float a, float b) {
    try {
      axpb.invokeExact(y, x, n, a, b);
    } catch (Throwable e) {
      throw new IllegalStateException("c_axpb failed", e);
    }
  }
}
