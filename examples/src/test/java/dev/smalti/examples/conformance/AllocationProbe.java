package dev.smalti.examples.conformance;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Calls kernels until they allocate nothing, and prints what a call allocates then: a JVM of its
 * own, since what the JIT compilers can take apart depends on what they have seen.
 */
final class AllocationProbe {
  private static final int CALLS = 200;

  /** How long a kernel may take to be compiled; a busy machine takes seconds. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocationProbe() {}

  /** Prints a line for each kernel: its name and the bytes of a call. */
  public static void main(String... arguments) {
    AllocationProbe probe = new AllocationProbe();
    for (Placement placement : List.of(Placement.HEAP, Placement.NATIVE)) {
      for (Case kernel : kernels()) {
        Arguments given = new Arguments(kernel.slots(), placement);
        Compiled.Kernel compiled = (Compiled.Kernel) kernel.compiled();
        long bytes = probe.settledBytes(() -> compiled.call().accept(given));
        System.out.println("bytes of " + kernel + " " + placement + ": " + bytes);
      }
    }
  }

  /** The kernels that are called: those that a transformer has, and those whose loops do much. */
  static List<Case> kernels() {
    return KernelCases.ofRows(9, 100).stream()
        .filter(kernel -> List.of(Norms.class, Crowds.class).contains(kernel.owner()))
        .toList();
  }

  /**
   * Bytes of a call: 0 once there were calls that allocated nothing, which compiled code repeats.
   */
  private long settledBytes(Runnable call) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long bytes = bytes(call);
    while (bytes != 0 && System.nanoTime() < end) {
      bytes = bytes(call);
    }
    return bytes / CALLS;
  }

  private long bytes(Runnable call) {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      call.run();
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
