package dev.smalti.bench.peer;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** OpenBLAS as the system has it; how many threads it takes says {@code OPENBLAS_NUM_THREADS}. */
public final class OpenBlas {
  private static final int ROW_MAJOR = 101;
  private static final int NO_TRANSPOSE = 111;
  private static final String FILE = "libopenblas.so.0";
  private static final Path LIBRARIES = Path.of("/usr/lib");

  private final MethodHandle sgemm;
  private final MethodHandle config;

  private OpenBlas(NativeLibrary library) {
    sgemm =
        library.function(
            "cblas_sgemm",
            FunctionDescriptor.ofVoid(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_FLOAT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_FLOAT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    config = library.function("openblas_get_config", FunctionDescriptor.of(ValueLayout.ADDRESS));
  }

  /** Where the system has it. */
  public static Peer find() {
    List<Path> places =
        Stream.of(System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64")
            .map(machine -> LIBRARIES.resolve(machine + "-linux-gnu"))
            .flatMap(folder -> Stream.of(folder, folder.resolve("openblas-pthread")))
            .map(folder -> folder.resolve(FILE))
            .toList();
    return places.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .<Peer>map(Peer.Ready::new)
        .orElseGet(
            () -> new Peer.Missing("OpenBLAS is not here: apt-get install -y libopenblas-dev"));
  }

  /** Loads it. */
  public static OpenBlas load(Path library) {
    return new OpenBlas(NativeLibrary.load(library));
  }

  /** What it says of itself: its version and the processor that it takes this one for. */
  @SuppressWarnings("restricted") // a C string
  public String configuration() {
    try {
      MemorySegment text = (MemorySegment) config.invokeExact();
      return text.reinterpret(1024).getString(0);
    } catch (Throwable e) {
      throw new IllegalStateException("openblas_get_config failed", e);
    }
  }

  /** {@code c = a b} for square matrices of {@code n} rows. */
  public void multiply(MemorySegment c, MemorySegment a, MemorySegment b, int n) {
    try {
      sgemm.invokeExact(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, n, n, n, 1f, a, n, b, n, 0f, c, n);
    } catch (Throwable e) {
      throw new IllegalStateException("cblas_sgemm failed", e);
    }
  }
}
