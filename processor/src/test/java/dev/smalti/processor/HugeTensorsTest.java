package dev.smalti.processor;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;
import static dev.smalti.lang.Smalti.at;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tensors of more than 2 GiB, of which few pages are touched: their memory is a file with holes.
 * Elements beyond the 2^31st byte, and beyond the 2^31st element, are what they are anywhere.
 */
@Tag("vector-tier")
final class HugeTensorsTest {
  /** So many bytes: more than 2^31 elements of 2 bytes, and 2^30 of 4. */
  private static final long BYTES = 5L << 30;

  private static final int COLUMNS = 1 << 18;

  /** Rows that are looked at. */
  private static final int FEW = 24;

  /** Bodies over {@code x [rows, COLUMNS]} and a row. */
  private static final Map<String, String> BODIES = new LinkedHashMap<>();

  static {
    BODIES.put("rows", "x.row(row + 1).store(x.row(row).load().mul(2))");
    BODIES.put(
        "boxes",
        "x.store(x.load(at(row, 7), shape(2, 33)).add(1).rowSum(), at(row + 1, COLUMNS - 1))");
    BODIES.put(
        "elements", "x.write(at(row + 1, 5), x.read(at(row, 8)) + 3); x.write(at(row + 2, 0), 7)");
    BODIES.put(
        "slices",
        "var part = x.slice(at(row, COLUMNS - 40), shape(3, 40)); part.store(part.load().exp());"
            + " part.row(1).store(part.row(2).load(), at(0, 0), ADD)");
    BODIES.put(
        "long",
        "long first = (long) row * 2; for (long i = first; i < first + 2; i++) x.write(at(i - row,"
            + " COLUMNS / 2), i - first)");
    BODIES.put(
        "products",
        "x.store(x.load(at(row, 3), shape(3, 20)).cast(F64).matmul(x.load(at(row, 9), shape(20,"
            + " 17)).cast(F64)).cast(x.dtype()), at(row, 100))");
    BODIES.put(
        "gathered",
        "x.store(x.load(at(row, 0), shape(3, 40)).transpose().slice(at(2, 1), shape(6, 2)), at(row,"
            + " 60)); x.store(x.load(at(row, 0), shape(3, 40)).colMax(), at(row + 1, 200))");
  }

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Huge {\n");
    text.append("  static final int COLUMNS = ").append(COLUMNS).append(";\n\n");
    for (String dtype : new String[] {"F32", "F16"}) {
      BODIES.forEach(
          (name, body) ->
              text.append(
                  """
                    @InCore
                    static void %s%s(@Shape("?, COLUMNS") @InOut Tensor<%s> x, int row) {
                      %s;
                    }
                  """
                      .formatted(name, dtype, dtype, body)));
    }
    return text.append("}\n").toString();
  }

  @Test
  void elementsFarBehindAreWhatTheyAreInFront(@TempDir Path directory) throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector")
            .compile(JavaFileObjects.forSourceString("Huge", source()));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    InMemoryClasses classes = new InMemoryClasses(compilation);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = mapped(directory.resolve("memory"), arena);
      for (String name : BODIES.keySet()) {
        compare(classes, name + "F32", memory, Smalti.F32);
        compare(classes, name + "F16", memory, Smalti.F16);
      }
    }
  }

  /** A file with nothing in it. */
  private static MemorySegment mapped(Path file, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
    }
  }

  /** A few rows at the end of the file become what the same rows become alone. */
  private static void compare(
      InMemoryClasses classes, String name, MemorySegment memory, DType dtype) throws Exception {
    Method eager = InMemoryClasses.kernel(classes.loadClass("Huge"), name);
    Method generated = InMemoryClasses.kernel(classes.loadClass("HugeKernels"), name);
    long rowBytes = (long) COLUMNS * dtype.bytes();
    int rows = (int) (BYTES / rowBytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment alone = arena.allocate(FEW * rowBytes, 8);
      fill(alone, dtype);
      eager.invoke(null, Tensor.of(dtype, alone, FEW, COLUMNS), 0);
      MemorySegment end = memory.asSlice(BYTES - FEW * rowBytes);
      for (Method kernel : new Method[] {eager, generated}) {
        fill(end, dtype);
        kernel.invoke(null, Tensor.of(dtype, memory, rows, COLUMNS), rows - FEW);
        assertWithMessage("%s of %s rows, %s", name, rows, kernel.getDeclaringClass())
            .that(end.mismatch(alone))
            .isEqualTo(-1);
      }
    }
  }

  /** Numbers at both ends of each row, zeros between them. */
  private static void fill(MemorySegment memory, DType dtype) {
    memory.fill((byte) 0);
    Random random = new Random(9);
    Tensor<?> tensor = Tensor.of(dtype, memory, FEW, COLUMNS);
    for (int row = 0; row < FEW; row++) {
      for (int column = 0; column < 300; column++) {
        tensor.write(at(row, column), random.nextInt(-64, 64) / 32.0);
        tensor.write(at(row, COLUMNS - 1 - column), random.nextInt(-64, 64) / 32.0);
      }
    }
  }
}
