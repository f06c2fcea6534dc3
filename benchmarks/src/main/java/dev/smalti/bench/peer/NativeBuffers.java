package dev.smalti.bench.peer;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Native buffers on huge pages, at addresses that do not fall onto each other in the caches. */
public final class NativeBuffers {
  private static final long HUGE_PAGE = 2L << 20;
  private static final int MADV_HUGEPAGE = 14;

  /** Distance of the starts of buffers within a page; a multiple of any vector. */
  private static final long SKEW = 9 * 64;

  private int buffers;

  /** Bytes that are 0, until the process ends. */
  public MemorySegment allocate(long bytes) {
    long skew = SKEW * buffers++;
    MemorySegment whole = Arena.global().allocate(bytes + skew, HUGE_PAGE);
    if (bytes >= HUGE_PAGE) {
      advise(whole);
    }
    whole.fill((byte) 0);
    return whole.asSlice(skew, bytes);
  }

  @SuppressWarnings("restricted") // the function is there, and has this signature
  private static void advise(MemorySegment memory) {
    Linker linker = Linker.nativeLinker();
    linker
        .defaultLookup()
        .find("madvise")
        .ifPresent(
            madvise -> {
              FunctionDescriptor signature =
                  FunctionDescriptor.of(
                      ValueLayout.JAVA_INT,
                      ValueLayout.ADDRESS,
                      ValueLayout.JAVA_LONG,
                      ValueLayout.JAVA_INT);
              try {
                int ignored =
                    (int)
                        linker
                            .downcallHandle(madvise, signature)
                            .invokeExact(memory, memory.byteSize(), MADV_HUGEPAGE);
              } catch (Throwable e) {
                throw new IllegalStateException("madvise failed", e);
              }
            });
  }
}
