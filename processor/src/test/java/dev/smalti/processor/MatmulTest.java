package dev.smalti.processor;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Products of matrices, at sizes around those of a block, against the eager meaning, bit for bit.
 * The build runs it in a JVM with the vector tier and in one without.
 */
@Tag("vector-tier")
final class MatmulTest {
  /** Rows, columns, inner extent. */
  private static final int[][] SIZES = {
    {1, 1, 1}, {1, 3, 4}, {2, 16, 5}, {5, 17, 1}, {6, 8, 7}, {20, 33, 12}
  };

  /** Of more than one block each way. */
  private static final int[][] LARGE = {{97, 18, 3}, {3, 530, 2}, {4, 2, 260}, {98, 259, 2}};

  /** Of so few rows that the right factor is read where it is. */
  private static final int[][] FEW = {
    {3, 3, 4}, {3, 17, 9}, {3, 40, 1}, {3, 2100, 3}, {3, 9, 1030}
  };

  /** What is done at large sizes too. */
  private static final Set<String> AT_LARGE =
      Set.of(
          "product",
          "converted",
          "transposed",
          "accumulated",
          "residual",
          "linear",
          "added",
          "parts");

  /**
   * Bodies over {@code a [m, k], b [k, n], at [k, m], bt [n, k], c [m, n], w [1, n], v [m, 1]} and
   * the result {@code y [m, n]}.
   */
  private static final Map<String, String> BODIES = new LinkedHashMap<>();

  /** Of floats only. */
  private static final Map<String, String> FLOATING = new LinkedHashMap<>();

  static {
    String ab = "a.load().matmul(b.load())";
    BODIES.put("product", "y.store(" + ab + ")");
    BODIES.put("transposed", "y.store(at.load().transpose().matmul(bt.load().transpose()))");
    BODIES.put("leftTransposed", "y.store(at.load().transpose().matmul(b.load()).add(1))");
    BODIES.put("rightTransposed", "y.store(a.load().matmul(bt.load().transpose()).sub(c.load()))");
    BODIES.put(
        "keptTranspose",
        "var t = bt.load().transpose(); y.store(a.load().matmul(t).add(t.colSum()))");
    BODIES.put("accumulated", "y.store(c.load().addMatmul(a.load(), b.load()))");
    BODIES.put("biased", "y.store(w.load().addMatmul(a.load(), b.load()))");
    BODIES.put("column", "y.store(v.load().addMatmul(a.load(), b.load()).mul(v.load()))");
    BODIES.put("converted", "y.store(a.load().cast(F64).matmul(b.load().cast(F64)).cast(DTYPE))");
    BODIES.put(
        "filledSums",
        "var two = Tile.fill(DTYPE, shape(y.dim(0), y.dim(1)), 2).addMatmul(a.load(), b.load());"
            + " var one = Tile.fill(DTYPE, shape(1, 1), 3).addMatmul(w.load(),"
            + " w.load().transpose()); y.store(two.add(one.matmul(one)))");
    BODIES.put("residual", "y.store(" + ab + ".add(w.load()).max(0).add(c.load().mul(3)))");
    BODIES.put("kept", "var p = " + ab + "; y.store(p.sub(p.rowMax()).add(p.colMin()))");
    BODIES.put("two", "y.store(" + ab + ".mul(c.load().addMatmul(a.load(), b.load())))");
    BODIES.put("chain", "y.store(" + ab + ".matmul(c.load().transpose()).matmul(c.load()))");
    BODIES.put("added", "y.store(c.load()); y.store(" + ab + ", at(0, 0), ADD)");
    BODIES.put(
        "overItself",
        "y.store(c.load()); y.store(y.load().matmul(y.load().transpose()).matmul(c.load()))");
    BODIES.put(
        "carried",
        "var sum = Tile.fill(DTYPE, shape(y.dim(0), y.dim(1)), 2); for (int i : range(0, a.dim(1)))"
            + " sum = sum.addMatmul(a.load(at(0, i), shape(a.dim(0), 1)), b.load(at(i, 0), shape(1,"
            + " b.dim(1)))); y.store(sum)");
    BODIES.put(
        "carriedFactor",
        "var t = a.load().matmul(at.load()); for (int i : range(2)) t = t.matmul(t).sub(t);"
            + " y.store(t.matmul(c.load()))");
    BODIES.put(
        "filled",
        "y.store(a.load().matmul(Tile.fill(DTYPE, shape(b.dim(0), b.dim(1)),"
            + " 3)).add(b.load().colSum()))");
    BODIES.put(
        "parts",
        "int m = y.dim(0); y.store(c.load()); y.store(a.load(at(m / 2, 0), shape(m - m / 2,"
            + " a.dim(1))).matmul(b.load()).sub(c.load(at(m / 2, 0), shape(m - m / 2, y.dim(1)))),"
            + " at(m / 2, 0))");
    BODIES.put(
        "ragged",
        "int m = y.dim(0); int n = y.dim(1); int k = a.dim(1); y.store(c.load());"
            + " y.store(a.load(at(0, 0), shape(m + 2, k + 3), shape(m, k)).matmul(b.load(at(0, 0),"
            + " shape(k + 3, n), shape(k, n))).add(w.load()).cast(I64).cast(DTYPE))");
    BODIES.put("selected", "y.store(" + ab + ".gt(c.load()).select(c.load(), w.load()))");
    FLOATING.put("linear", "y.store(" + ab + ".add(w.load()).gelu().add(c.load()))");
    FLOATING.put(
        "attention",
        "var s = a.load().matmul(bt.load().transpose()).mul(0.125); var e ="
            + " s.sub(s.rowMax()).exp();"
            + " y.store(e.div(e.rowSum()).matmul(bt.load()).matmul(b.load()))");
  }

  private static final String CONSTANT =
      """
        @InCore
        static void constant(
            @Shape("6, 9") Tensor<F32> a, @Shape("9, 20") Tensor<F32> b, @Shape("1, 20") Tensor<F32> w,
            @Shape("6, 20") @Out Tensor<F32> y) {
          y.store(a.load().matmul(b.load()).add(w.load()).tanh());
        }
      """;

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Products {\n");
    for (String dtype : List.of("F32", "F64", "I32", "I64")) {
      bodies(dtype)
          .forEach(
              name ->
                  text.append(
                      kernel(name + dtype, dtype, "m", Objects.requireNonNull(BODIES.get(name)))));
    }
    for (String dtype : List.of("F32", "I64")) {
      BODIES.forEach((name, body) -> text.append(kernel(name + "Few" + dtype, dtype, "3", body)));
    }
    for (String dtype : List.of("F32", "F64")) {
      FLOATING.forEach((name, body) -> text.append(kernel(name + dtype, dtype, "m", body)));
    }
    return text.append(CONSTANT).append("}\n").toString();
  }

  /** All bodies for two types, for the others those with a loop of their own. */
  private static List<String> bodies(String dtype) {
    return dtype.equals("F32") || dtype.equals("I64")
        ? List.copyOf(BODIES.keySet())
        : BODIES.keySet().stream().filter(AT_LARGE::contains).toList();
  }

  private static String kernel(String name, String dtype, String rows, String body) {
    return """
      @InCore
      static void %s(
          @Shape("%3$s, k") Tensor<%2$s> a, @Shape("k, n") Tensor<%2$s> b,
          @Shape("k, %3$s") Tensor<%2$s> at, @Shape("n, k") Tensor<%2$s> bt,
          @Shape("%3$s, n") Tensor<%2$s> c, @Shape("1, n") Tensor<%2$s> w,
          @Shape("%3$s, 1") Tensor<%2$s> v, @Shape("%3$s, n") @InOut Tensor<%2$s> y) {
        %4$s;
      }
    """
        .formatted(name, dtype, rows, typed(body, dtype));
  }

  /** A body of one element type; what has that type already is not cast. */
  private static String typed(String body, String dtype) {
    String typed = body.replace("DTYPE", dtype);
    return switch (dtype) {
      case "F64" -> typed.replace(".cast(F64)", "");
      case "I64" -> typed.replace(".cast(I64).cast(I64)", "");
      default -> typed;
    };
  }

  private static InMemoryClasses compiled(String name, String source) throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector", "-Xlint:all,-incubating", "-Werror")
            .compile(JavaFileObjects.forSourceString(name, source));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    return new InMemoryClasses(compilation);
  }

  @Test
  void everyProductHasTheSameBits() throws Exception {
    InMemoryClasses classes = compiled("Products", source());
    Class<?> eager = classes.loadClass("Products");
    Class<?> generated = classes.loadClass("ProductsKernels");
    List<DType> all = List.of(Smalti.F32, Smalti.F64, Smalti.I32, Smalti.I64);
    for (DType dtype : all) {
      List<String> names = new ArrayList<>(bodies(dtype.toString()));
      if (all.indexOf(dtype) < 2) {
        names.addAll(FLOATING.keySet());
      }
      for (String name : names) {
        List<int[]> sizes = new ArrayList<>(List.of(SIZES));
        if (AT_LARGE.contains(name)) {
          sizes.addAll(List.of(LARGE));
        }
        for (int[] size : sizes) {
          compare(
              InMemoryClasses.kernel(eager, name + dtype),
              InMemoryClasses.kernel(generated, name + dtype),
              dtype,
              size);
        }
      }
    }
    for (DType dtype : List.of(Smalti.F32, Smalti.I64)) {
      for (String body : BODIES.keySet()) {
        String name = body + "Few" + dtype;
        for (int[] size : FEW) {
          if (size[1] * size[2] < 1000 || AT_LARGE.contains(body)) {
            compare(
                InMemoryClasses.kernel(eager, name),
                InMemoryClasses.kernel(generated, name),
                dtype,
                size);
          }
        }
      }
    }
  }

  /** Factors of 8 and 16 bits, summed in the type that they are computed in. */
  private static final Map<String, String> NARROW =
      Map.of(
          "plain", "y.store(a.load().matmul(b.load(), DTYPE).mul(2))",
          "turned", "y.store(a.load().matmul(bt.load().transpose(), DTYPE))",
          "added", "y.store(y.load().addMatmul(a.load(), b.load()))",
          "carried",
              "var sum = y.load(); for (int i : range(2)) sum = sum.addMatmul(a.load(), b.load());"
                  + " y.store(sum)");

  private static String narrow() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Narrow {\n");
    for (String dtype : List.of("F16", "BF16", "I8", "I16", "U8")) {
      String sum = dtype.contains("F") ? "F32" : "I32";
      for (String rows : List.of("m", "2")) {
        NARROW.forEach(
            (name, body) ->
                text.append(
                    """
                      @InCore
                      static void %s%s%s(
                          @Shape("%3$s, k") Tensor<%2$s> a, @Shape("k, n") Tensor<%2$s> b,
                          @Shape("n, k") Tensor<%2$s> bt, @Shape("%3$s, n") @InOut Tensor<%4$s> y) {
                        %5$s;
                      }
                    """
                        .formatted(name, dtype, rows, sum, body.replace("DTYPE", sum))));
      }
    }
    return text.append("}\n").toString();
  }

  @Test
  void narrowFactorsHaveTheSameBits() throws Exception {
    InMemoryClasses classes = compiled("Narrow", narrow());
    for (DType dtype : List.of(Smalti.F16, Smalti.BF16, Smalti.I8, Smalti.I16, Smalti.U8)) {
      for (String name : NARROW.keySet()) {
        for (int[] size : new int[][] {{2, 5, 3}, {2, 19, 40}, {7, 17, 9}, {99, 3, 270}}) {
          String kernel = name + dtype + (size[0] == 2 ? "2" : "m");
          Method eager = InMemoryClasses.kernel(classes.loadClass("Narrow"), kernel);
          Method generated = InMemoryClasses.kernel(classes.loadClass("NarrowKernels"), kernel);
          long[] wanted = narrow(eager, dtype, size, true);
          for (boolean heap : new boolean[] {true, false}) {
            assertWithMessage("%s %s, heap %s", kernel, Arrays.toString(size), heap)
                .that(narrow(generated, dtype, size, heap))
                .isEqualTo(wanted);
          }
        }
      }
    }
  }

  private static long[] narrow(Method kernel, DType dtype, int[] size, boolean heap)
      throws Exception {
    int m = size[0];
    int n = size[1];
    int k = size[2];
    Random random = new Random(3);
    boolean floats = dtype == Smalti.F16 || dtype == Smalti.BF16;
    DType sum = floats ? Smalti.F32 : Smalti.I32;
    try (Arena arena = Arena.ofConfined()) {
      Object y = array(sum, m * n, random);
      Object[] tensors = new Object[4];
      int[][] shapes = {{m, k}, {k, n}, {n, k}, {m, n}};
      for (int i = 0; i < 3; i++) {
        Object array = narrowArray(dtype, shapes[i][0] * shapes[i][1], random);
        tensors[i] = narrowTensor(dtype, heap ? array : copied(arena, array), shapes[i]);
      }
      Object result = heap ? y : copied(arena, y);
      tensors[3] = tensor(sum, result, shapes[3]);
      kernel.invoke(null, tensors);
      return bits(sum, result);
    }
  }

  private static MemorySegment copied(Arena arena, Object array) {
    MemorySegment segment = arena.allocate(bytes(array), 8);
    return segment.copyFrom(segmentOf(array));
  }

  private static Object narrowArray(DType dtype, int length, Random random) {
    if (dtype.bytes() == 1) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
    short[] shorts = new short[length];
    for (int i = 0; i < length; i++) {
      float value = (float) random.nextGaussian();
      shorts[i] =
          dtype == Smalti.F16
              ? Float.floatToFloat16(value)
              : dtype == Smalti.BF16
                  ? (short) (Float.floatToIntBits(value) >> 16)
                  : (short) random.nextInt();
    }
    return shorts;
  }

  private static Tensor<?> narrowTensor(DType dtype, Object memory, int[] shape) {
    if (memory instanceof MemorySegment segment) {
      return Tensor.of(dtype, segment, shape[0], shape[1]);
    }
    return switch (dtype) {
      case Smalti.F16 d -> Tensor.of(d, (short[]) memory, shape[0], shape[1]);
      case Smalti.BF16 d -> Tensor.of(d, (short[]) memory, shape[0], shape[1]);
      case Smalti.I16 d -> Tensor.of(d, (short[]) memory, shape[0], shape[1]);
      case Smalti.I8 d -> Tensor.of(d, (byte[]) memory, shape[0], shape[1]);
      case Smalti.U8 d -> Tensor.of(d, (byte[]) memory, shape[0], shape[1]);
      default -> throw new AssertionError(dtype);
    };
  }

  private static void compare(Method eager, Method generated, DType dtype, int[] size)
      throws Exception {
    int m = size[0];
    int n = size[1];
    int k = size[2];
    int[][] shapes = {{m, k}, {k, n}, {k, m}, {n, k}, {m, n}, {1, n}, {m, 1}, {m, n}};
    List<long[]> wanted = run(eager, dtype, shapes, true);
    for (boolean heap : new boolean[] {true, false}) {
      assertWithMessage("%s [%s, %s, %s], heap %s", generated.getName(), m, n, k, heap)
          .that(run(generated, dtype, shapes, heap).getLast())
          .isEqualTo(wanted.getLast());
    }
  }

  /** The elements of every tensor afterwards, as bits. */
  private static List<long[]> run(Method kernel, DType dtype, int[][] shapes, boolean heap)
      throws Exception {
    Random random = new Random(7);
    try (Arena arena = Arena.ofConfined()) {
      List<Object> arrays = new ArrayList<>();
      Object[] tensors = new Object[shapes.length];
      for (int i = 0; i < shapes.length; i++) {
        Object array = array(dtype, shapes[i][0] * shapes[i][1], random);
        MemorySegment segment = arena.allocate(bytes(array) + 1);
        Object memory = array;
        if (!heap) {
          MemorySegment.copy(segmentOf(array), 0, segment, 0, bytes(array));
          memory = segment.asSlice(0, bytes(array));
        }
        arrays.add(memory);
        tensors[i] = tensor(dtype, memory, shapes[i]);
      }
      kernel.invoke(null, tensors);
      return arrays.stream().map(a -> bits(dtype, a)).toList();
    }
  }

  private static long bytes(Object array) {
    return segmentOf(array).byteSize();
  }

  private static MemorySegment segmentOf(Object array) {
    return switch (array) {
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case byte[] a -> MemorySegment.ofArray(a);
      case MemorySegment a -> a;
      default -> throw new AssertionError(array);
    };
  }

  private static Object array(DType dtype, int length, Random random) {
    return switch (dtype) {
      case Smalti.F32 _ -> {
        float[] a = new float[length];
        for (int i = 0; i < length; i++) {
          a[i] = (float) random.nextGaussian();
        }
        yield a;
      }
      case Smalti.F64 _ -> random.doubles(length, -1, 1).toArray();
      case Smalti.I32 _ -> random.ints(length).toArray();
      case Smalti.I64 _ -> random.longs(length).toArray();
      default -> throw new AssertionError(dtype);
    };
  }

  private static Tensor<?> tensor(DType dtype, Object memory, int[] shape) {
    return switch (memory) {
      case float[] a -> Tensor.of(a, shape[0], shape[1]);
      case double[] a -> Tensor.of(a, shape[0], shape[1]);
      case int[] a -> Tensor.of(a, shape[0], shape[1]);
      case long[] a -> Tensor.of(a, shape[0], shape[1]);
      case MemorySegment a -> Tensor.of(dtype, a, shape[0], shape[1]);
      default -> throw new AssertionError(memory);
    };
  }

  private static long[] bits(DType dtype, Object memory) {
    MemorySegment segment = segmentOf(memory);
    long[] bits = new long[(int) (segment.byteSize() / dtype.bytes())];
    for (int i = 0; i < bits.length; i++) {
      bits[i] =
          switch (dtype) {
            case Smalti.F32 _ ->
                Float.floatToIntBits(segment.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i));
            case Smalti.F64 _ ->
                Double.doubleToLongBits(segment.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i));
            case Smalti.I32 _ -> segment.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
            default -> segment.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
          };
    }
    return bits;
  }
}
