package dev.smalti.examples;

import com.sun.management.ThreadMXBean;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Calls kernels until they allocate nothing, and prints what a call allocates then: a JVM of its
 * own, since what the JIT compilers can take apart depends on what they have seen.
 */
final class AllocationProbe {
  private static final int CALLS = 200;

  /** How long a kernel may take to be compiled; a busy machine takes seconds. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Random random = new Random(3);

  /** A kernel on arguments of one kind. */
  record Call(String name, Runnable call) {}

  private AllocationProbe() {}

  /** Prints a line for each kernel: its name and the bytes of a call. */
  public static void main(String... arguments) {
    AllocationProbe probe = new AllocationProbe();
    for (Call call : probe.calls()) {
      System.out.println(call.name() + ": " + probe.settledBytes(call.call()));
    }
  }

  private List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (String memory : List.of("heap", "native")) {
      for (int columns : new int[] {64, 1000}) {
        Tensor<F32> x = tensor(memory, 8, columns);
        Tensor<F32> y = tensor(memory, 8, columns);
        calls.add(
            new Call("softmax [8, " + columns + "] " + memory, () -> SoftmaxKernels.softmax(x, y)));
      }
    }
    return calls;
  }

  private Tensor<F32> tensor(String memory, int rows, int columns) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = 4 * random.nextFloat() - 2;
    }
    if (memory.equals("heap")) {
      return Tensor.of(values, rows, columns);
    }
    MemorySegment segment = Arena.global().allocate((long) Float.BYTES * values.length, 64);
    segment.copyFrom(MemorySegment.ofArray(values));
    return Tensor.of(Smalti.F32, segment, rows, columns);
  }

  /** Bytes of a call, once two measurements in a row agree on 0, or patience ends. */
  private long settledBytes(Runnable call) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long bytes = bytes(call);
    for (int quiet = 0; quiet < 3 && System.nanoTime() < end; quiet = bytes == 0 ? quiet + 1 : 0) {
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
