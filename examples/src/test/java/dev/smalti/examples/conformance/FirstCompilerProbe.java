package dev.smalti.examples.conformance;

/** Calls every kernel often enough to be compiled by the first of HotSpot's compilers. */
final class FirstCompilerProbe {
  /** With the thresholds at a tenth, see the test. */
  private static final int CALLS = 60;

  private FirstCompilerProbe() {}

  /** Prints nothing; the JVM is told to print what it compiles. */
  public static void main(String... arguments) {
    for (Placement placement : Placement.values()) {
      for (Case kernel : KernelCases.ofRows(3, 43)) {
        Arguments given = new Arguments(kernel.slots(), placement);
        Compiled.Kernel compiled = (Compiled.Kernel) kernel.compiled();
        for (int i = 0; i < CALLS; i++) {
          compiled.call().accept(given);
        }
      }
    }
  }
}
