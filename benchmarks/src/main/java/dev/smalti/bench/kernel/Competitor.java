package dev.smalti.bench.kernel;

/** Who computes a workload. */
public enum Competitor {
  /** What the compiler made, on {@code float[]}. */
  SMALTI_HEAP("smalti heap", Library.NONE),

  /** What the compiler made, on native memory. */
  SMALTI_NATIVE("smalti native", Library.NONE),

  /** What the compiler made for 32-bit floats, where another type is measured. */
  SMALTI_F32("smalti F32", Library.NONE),

  /** Intrinsics in C. */
  INTRINSICS("C intrinsics", Library.NONE),

  /** A plain loop in C. */
  GCC("gcc -O3", Library.NONE),

  /** OpenBLAS on one thread. */
  OPENBLAS("OpenBLAS", Library.OPENBLAS),

  /** OpenBLAS on two threads. */
  OPENBLAS_ON_TWO("OpenBLAS, 2 threads", Library.OPENBLAS_ON_TWO),

  /** One function of libtorch. */
  TORCH("libtorch", Library.TORCH),

  /** Several functions of libtorch, one after the other. */
  TORCH_EAGER("libtorch eager", Library.TORCH),

  /** The attention of libtorch. */
  TORCH_FUSED("libtorch fused", Library.TORCH),

  /** Attention made of other functions of libtorch. */
  TORCH_COMPOSED("libtorch composed", Library.TORCH),

  /** ND4J. */
  ND4J("ND4J", Library.ND4J),

  /** EJML, which is written in Java. */
  EJML("EJML", Library.EJML);

  /** What a JVM has to load; no two of them share one, as they bring the same native libraries. */
  public enum Library {
    /** Nothing but what is compiled here. */
    NONE,
    /** OpenBLAS. */
    OPENBLAS,
    /** OpenBLAS in a JVM that lets it take two threads. */
    OPENBLAS_ON_TWO,
    /** libtorch. */
    TORCH,
    /** ND4J. */
    ND4J,
    /** EJML. */
    EJML
  }

  private final String text;
  private final Library library;

  Competitor(String text, Library library) {
    this.text = text;
    this.library = library;
  }

  /** The one of a name as it stands in tables. */
  public static Competitor named(String text) {
    for (Competitor each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException("nobody is called " + text);
  }

  /** What its JVM loads. */
  public Library library() {
    return library;
  }

  @Override
  public String toString() {
    return text;
  }
}
