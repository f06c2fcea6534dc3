package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;

/** One computation of {@code y} from {@code x}, in each of the forms that are compared. */
public sealed interface Operation permits Axpb, Gelu, Softmax {
  /** The class of the kernel. */
  default Class<?> owner() {
    return this instanceof Softmax ? RowSoftmax.class : Chains.class;
  }

  /** The shape of {@code x} and {@code y}. */
  long[] shape();

  /** What the compiler made. */
  void generated(Tensor<F32> x, Tensor<F32> y);

  /** Operation by operation, each with a new array for its result. */
  float[] eager(float[] x);

  /** The loop that one writes without thinking of the machine. */
  void plain(float[] x, float[] y);

  /** Written by hand with the Vector API. */
  void vectors(float[] x, float[] y);

  /** Written by hand with the Vector API, on native memory. */
  void vectors(MemorySegment x, MemorySegment y);

  /** Written by hand in C with intrinsics. */
  void intrinsics(Intrinsics c, MemorySegment x, MemorySegment y);

  /** Element i of {@code y}, in double precision. */
  double expected(float[] x, int i);

  /** How many elements. */
  default int elements() {
    long elements = 1;
    for (long extent : shape()) {
      elements *= extent;
    }
    return Math.toIntExact(elements);
  }

  /** The method of the kernel. */
  static String kernel(String name) {
    return name.substring(0, name.indexOf('-'));
  }

  /**
   * The operation of a name such as {@code softmax-32x1024}, {@code gelu-65536}, {@code axpb-1024}.
   */
  static Operation named(String name) {
    String[] parts = name.split("[-x](?=\\d)", -1);
    int first = Integer.parseInt(parts[1]);
    return switch (parts[0]) {
      case "softmax" -> new Softmax(first, Integer.parseInt(parts[2]));
      case "gelu" -> new Gelu(first);
      case "axpb" -> new Axpb(first);
      default -> throw new IllegalArgumentException("no operation is called " + name);
    };
  }
}
