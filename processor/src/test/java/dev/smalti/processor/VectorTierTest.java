package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every operation that has a loop in vectors, at sizes around those of a vector and of a round,
 * against the eager meaning, bit for bit. The build runs it in a JVM with the vector tier and in
 * one without.
 */
@Tag("vector-tier")
final class VectorTierTest {
  private static final int[] COLUMNS = {
    1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 97, 200
  };

  /** Where every loop is a plain one. */
  private static final int[] FEW = {1, 2, 5, 33};

  /** Bodies over {@code a, b} of {@code [r, c]}, {@code w} of {@code [1, c]} and {@code s}. */
  private static final Map<String, String> FLOATING = new LinkedHashMap<>();

  private static final Map<String, String> INTEGRAL = new LinkedHashMap<>();

  /** Bodies that the plain loops compute in this tier too. */
  private static final Set<String> PLAIN = new HashSet<>(Set.of("floatRests", "integerRests"));

  /** Functions of whole tiles, for every type; {@code DTYPE} stands for it. */
  private static final Map<String, String> WHOLE = new LinkedHashMap<>();

  static {
    String box = "shape(a.dim(0), a.dim(1))";
    WHOLE.put("transposes", "y.store(a.load().transpose().add(1).transpose())");
    WHOLE.put(
        "places",
        "y.store(a.load().rowArgMax().add(a.load().colArgMin()).add(b.load().rowArgMin())"
            + ".add(b.load().colArgMax()).cast(DTYPE))");
    WHOLE.put("sorts", "int n = a.dim(1); y.store(a.load().gather(a.load().rowArgTop(n)))");
    WHOLE.put(
        "topFew",
        "y.store(b.load().sub(a.load().pad(shape(4, 300), 1).rowArgTop(5).rowSum()"
            + ".slice(at(0, 0), shape(a.dim(0), 1)).cast(DTYPE)))");
    WHOLE.put(
        "topMany",
        "y.store(b.load().sub(a.load().pad(shape(4, 300), 1).rowArgTop(250).colSum()"
            + ".slice(at(0, 0), shape(1, a.dim(1))).cast(DTYPE)))");
    WHOLE.put("topOne", "y.store(b.load().sub(a.load().rowArgTop(1).cast(DTYPE)))");
    WHOLE.put(
        "reshapes",
        "int m = a.dim(0); int n = a.dim(1);"
            + " y.store(a.load().reshape(shape(1, m * n)).mul(2).reshape(shape(m, n)))");
    WHOLE.put("joins", "y.store(a.load().concat(b.load()).slice(at(0, 1), " + box + "))");
    WHOLE.put(
        "assembles",
        "y.store(a.load().assemble(w.load(), at(a.dim(0) - 1, 0)).sub(b.load().assemble("
            + "b.load().slice(at(0, 0), shape(1, 1)), at(a.dim(0) - 1, a.dim(1) - 1))))");
    WHOLE.put(
        "overwrites",
        "int n = a.dim(1); var t = a.load(); t = t.assemble(w.load(), at(0, 0));"
            + " t = t.gather(t.rowArgTop(n)); var k = t.rowArgTop(n); k = k.rowArgTop(n);"
            + " y.store(t.add(k.cast(DTYPE)))");
    WHOLE.put(
        "ragged",
        "var t = a.load(at(0, 0), shape(4, 256), "
            + box
            + "); y.store(t.pad(3).narrow("
            + box
            + ").add(t).sub(t.pad(-2).colSum().narrow(shape(1, a.dim(1)))))");
    WHOLE.put("padsMore", "y.store(a.load().pad(shape(5, 300), -1).slice(at(1, 2), " + box + "))");
    WHOLE.put(
        "gathersRows",
        "var k = Tile.iota(I32, shape(a.dim(0), 1), 0);"
            + " y.store(a.load().gatherRows(k.mul(5).mod(a.dim(0))))");
    WHOLE.put(
        "scatters",
        "var k = Tile.iota(I32, "
            + box
            + ", 0).mul(7).mod(a.dim(1));"
            + " y.store(a.load().scatter(k, b.load()))");
    WHOLE.put(
        "scattersRows",
        "var k = Tile.iota(I32, shape(a.dim(0), 1), 1);"
            + " y.store(a.load().scatterRows(k.mul(2).mod(a.dim(0)), b.load()))");
    WHOLE.put(
        "triangles",
        "y.store(Mask.lower("
            + box
            + ", 1).and(Mask.upper("
            + box
            + ", -2))"
            + ".select(a.load(), b.load()))");
    WHOLE.put(
        "random",
        "y.store(Tile.randomBits(" + box + ", 42, 5000000000L).cast(DTYPE).add(a.load()))");
    WHOLE.put(
        "iota", "y.store(Tile.iota(I64, " + box + ", 3000000000L).cast(DTYPE).mul(a.load()))");
    WHOLE.put(
        "anyAll",
        "y.store(a.load().gt(0).rowAny().and(b.load().lt(2).colAll()).or(a.load().ne(b.load())"
            + ".rowAll()).xor(a.load().eq(b.load()).colAny()).select(a.load(), b.load()))");
    PLAIN.addAll(WHOLE.keySet());
  }

  static {
    String products =
        "y.store(a.load().rowProd().add(b.load().colProd()).add(a.load().mul(b.load()).rowProd()))";
    FLOATING.put("products", products);
    INTEGRAL.put("products", products);
    FLOATING.putAll(WHOLE);
    INTEGRAL.putAll(WHOLE);
    for (String name : List.of("sin", "cos", "tanh", "sigmoid", "erf", "gelu", "geluTanh")) {
      FLOATING.put(name, "y.store(a.load()." + name + "())");
    }
    for (String name : List.of("floor", "ceil", "rint", "round", "trunc", "sign", "relu")) {
      FLOATING.put(name, "y.store(a.load()." + name + "().add(b.load()." + name + "()))");
    }
    FLOATING.put("largeAngles", "y.store(a.load().mul(1e12).sin().add(b.load().mul(1e7).cos()))");
    FLOATING.put(
        "halves",
        "y.store(a.load().rint().mul(0.5).round().sub(b.load().floor().mul(0.5).rint()))");
    FLOATING.put(
        "slopes",
        "y.store(a.load().leakyRelu(0.01).add(b.load().prelu(w.load())).sub(b.load().leakyRelu(s)))");
    FLOATING.put(
        "manyFunctions",
        "y.store(a.load().tanh().gelu().add(b.load().sigmoid().erf()).mul(a.load().sin().cos()))");
    FLOATING.put(
        "functionsOfRows", "y.store(a.load().sub(b.load().sin().tanh().rowSum()).sigmoid())");
    FLOATING.put(
        "masksOfMasks",
        "y.store(a.load().ge(0).xor(b.load().lt(1)).select(a.load(), b.load()).mul(a.load().gt(1)"
            + ".cast(BOOL).eq(b.load().gt(1).cast(BOOL)).select(a.load(), b.load())))");
    FLOATING.put(
        "floatRests", "y.store(a.load().rem(b.load()).add(a.load().mod(b.load())).mod(s))");
    INTEGRAL.put(
        "bits", "y.store(a.load().and(b.load()).or(a.load().xor(12).not()).xor(b.load()))");
    INTEGRAL.put(
        "shifts",
        "y.store(a.load().shl(b.load()).add(a.load().shr(b.load())).sub(a.load().ushr(b.load()))"
            + ".add(a.load().shl(3)).add(a.load().shr(s)).xor(a.load().ushr(65)))");
    INTEGRAL.put(
        "signs", "y.store(a.load().sign().add(b.load().relu()).add(b.load().not().sign()))");
    INTEGRAL.put(
        "masksOfMasks",
        "y.store(a.load().ge(0).xor(b.load().lt(1)).select(a.load(), b.load()).add(a.load().gt(1)"
            + ".cast(BOOL).ne(b.load().gt(1).cast(BOOL)).select(a.load(), b.load())))");
    INTEGRAL.put(
        "integerRests",
        "var d = b.load().or(1); y.store(a.load().rem(d).add(a.load().mod(d).mul(3))"
            + ".add(a.load().div(d)).sub(a.load().mod(s)).add(a.load().rem(-7)))");
    FLOATING.put(
        "arithmetic", "y.store(a.load().add(b.load()).sub(a.load().mul(b.load())).div(b.load()))");
    FLOATING.put("scalars", "y.store(a.load().mul(s).add(0.1).sub(3))");
    FLOATING.put("maxMin", "y.store(a.load().max(b.load()).min(a.load().max(s)))");
    FLOATING.put("signs", "y.store(a.load().neg().abs().sub(b.load().neg()))");
    FLOATING.put(
        "roots", "y.store(a.load().abs().sqrt().add(b.load().rsqrt()).mul(a.load().recip()))");
    FLOATING.put("fma", "y.store(a.load().fma(b.load(), a.load()))");
    FLOATING.put("exp", "y.store(a.load().exp())");
    FLOATING.put("log", "y.store(a.load().log())");
    FLOATING.put("expOfLog", "y.store(a.load().abs().log().exp().add(b.load().exp()))");
    FLOATING.put("select", "y.store(a.load().gt(b.load()).select(a.load(), b.load().mul(2)))");
    FLOATING.put(
        "masks",
        "y.store(a.load().ge(0).and(b.load().lt(1)).or(a.load().ne(b.load()).not()).select(a.load(),"
            + " b.load()))");
    FLOATING.put("stretched", "y.store(a.load().mul(w.load()).add(a.load().rowMax()))");
    FLOATING.put(
        "softmax", "var e = a.load().sub(a.load().rowMax()).exp(); y.store(e.div(e.rowSum()))");
    FLOATING.put(
        "norm",
        "var x = a.load(); var q = x.mul(x).rowSum().mul(0.25).add(1).rsqrt();"
            + " y.store(x.mul(q).mul(w.load()))");
    FLOATING.put("rowMin", "y.store(a.load().sub(b.load().rowMin()))");
    FLOATING.put("heavyRowSum", "y.store(b.load().mul(a.load().exp().mul(b.load()).rowSum()))");
    FLOATING.put("columnSum", "y.store(a.load().sub(a.load().mul(b.load()).colSum()))");
    FLOATING.put(
        "columnSumOfItself",
        "var t = w.load(); t = a.load().mul(t).colSum(); t = a.load().min(t).mul(t).colMin();"
            + " y.store(a.load().sub(t))");
    FLOATING.put(
        "rowSumOfItself",
        "var t = a.load().rowMax(); t = b.load().mul(t).rowSum(); y.store(a.load().sub(t))");
    FLOATING.put("columnMax", "y.store(a.load().sub(b.load().colMax()))");
    FLOATING.put("inPlace", "y.store(a.load()); y.store(y.load().mul(2).add(b.load()))");
    FLOATING.put(
        "carried",
        "var t = a.load(); for (int i : range(3)) { t = t.mul(b.load()).add(i); } y.store(t)");
    FLOATING.put(
        "rows",
        "for (int r = 0; r < a.dim(0); r++)"
            + " y.row(r).store(a.row(r).load().add(b.row(r).load()))");
    INTEGRAL.put("wrapping", "y.store(a.load().mul(b.load()).add(a.load()).sub(7))");
    INTEGRAL.put("maxMin", "y.store(a.load().max(b.load()).min(a.load().abs().neg()))");
    INTEGRAL.put("select", "y.store(a.load().le(b.load()).select(a.load(), b.load()))");
    INTEGRAL.put("rowSum", "y.store(a.load().add(a.load().mul(3).rowSum()))");
    INTEGRAL.put("rowMax", "y.store(a.load().rowMax().add(b.load().rowMin()).add(w.load()))");
    INTEGRAL.put("columnSum", "y.store(b.load().add(a.load().colSum()))");
  }

  /** Kernels of several element types. */
  private static final String MIXED =
      """
        @InCore
        static void casts(
            @Shape("r, c") Tensor<F32> a, @Shape("r, c") Tensor<I32> k,
            @Shape("r, c") @Out Tensor<F32> y, @Shape("r, c") @Out Tensor<I32> z) {
          y.store(k.load().cast(F32).mul(a.load()));
          z.store(a.load().mul(1000).cast(I32).add(k.load()));
        }

        @InCore
        static void masksOfOthers(
            @Shape("r, c") Tensor<F32> a, @Shape("r, c") Tensor<I32> k,
            @Shape("r, c") @Out Tensor<F32> y, @Shape("r, c") @Out Tensor<I32> z) {
          y.store(k.load().gt(0).select(a.load(), a.load().neg()));
          z.store(a.load().gt(0).and(k.load().lt(3)).select(k.load(), k.load().neg()));
        }
      """;

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Loops {\n");
    for (String dtype : List.of("F32", "F64")) {
      FLOATING.forEach((name, body) -> text.append(kernel(name, dtype, "double", body)));
    }
    for (String dtype : List.of("I32", "I64")) {
      INTEGRAL.forEach((name, body) -> text.append(kernel(name, dtype, "long", body)));
    }
    return text.append(MIXED).append("}\n").toString();
  }

  /** A body of one element type; what has that type already is not cast. */
  private static String typed(String body, String dtype) {
    String own = body.contains("iota(I64") ? "I64" : "I32";
    String casts = dtype.equals(own) ? body.replace(".cast(DTYPE)", "") : body;
    return casts.replace("DTYPE", dtype);
  }

  private static String kernel(String name, String dtype, String scalar, String body) {
    return """
      @InCore
      static void %s%s(
          @Shape("r, c") Tensor<%s> a, @Shape("r, c") Tensor<%s> b,
          @Shape("1, c") Tensor<%s> w, %s s, @Shape("r, c") @InOut Tensor<%s> y) {
        %s;
      }
    """
        .formatted(name, dtype, dtype, dtype, dtype, scalar, dtype, typed(body, dtype));
  }

  private static Compilation compiled() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector", "-Xlint:all,-incubating", "-Werror")
            .compile(JavaFileObjects.forSourceString("Loops", source()));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    return compilation;
  }

  @Test
  void everyOperationHasTheSameBits() throws Exception {
    InMemoryClasses classes = new InMemoryClasses(compiled());
    Class<?> eager = classes.loadClass("Loops");
    Class<?> generated = classes.loadClass("LoopsKernels");
    for (Map<String, String> group : List.of(FLOATING, INTEGRAL)) {
      for (String name : group.keySet()) {
        for (DType dtype :
            group == FLOATING
                ? List.of(Smalti.F32, Smalti.F64)
                : List.<DType>of(Smalti.I32, Smalti.I64)) {
          if (!PLAIN.contains(name)) {
            assertWithMessage(name).that(classes.has("Loops_" + name + dtype + "_Vector")).isTrue();
          }
          compare(
              InMemoryClasses.kernel(eager, name + dtype),
              InMemoryClasses.kernel(generated, name + dtype),
              dtype);
        }
      }
    }
  }

  private static void compare(Method eager, Method generated, DType dtype) throws Exception {
    for (int rows : new int[] {1, 3}) {
      for (int columns :
          WHOLE.keySet().stream().anyMatch(eager.getName()::startsWith) ? FEW : COLUMNS) {
        Random random = new Random(31L * columns + rows);
        MemorySegment a = elements(dtype, rows * columns, random);
        MemorySegment b = elements(dtype, rows * columns, random);
        MemorySegment w = elements(dtype, columns, random);
        Object s = dtype == Smalti.F32 || dtype == Smalti.F64 ? (Object) 1.75 : (Object) 5L;
        byte[] wanted = run(eager, dtype, a, b, w, s, rows, columns, true);
        for (boolean heap : new boolean[] {true, false}) {
          assertWithMessage("%s [%s, %s], heap %s", generated, rows, columns, heap)
              .that(bits(run(generated, dtype, a, b, w, s, rows, columns, heap), dtype))
              .isEqualTo(bits(wanted, dtype));
        }
      }
    }
  }

  /** Arguments whose results overflow, lose bits or vanish, and those that are no numbers. */
  @Test
  void theExponentialHasTheSameBitsAtItsEnds() throws Exception {
    InMemoryClasses classes = new InMemoryClasses(compiled());
    double[] singles = {
      88.376, 88.722839, 89, 89.07, 126, 128, 255, -87.337, -103.279, -103.97, -104
    };
    double[] doubles = {709.436, 709.7827128933841, 710, 710.13, 1420, -708.396, -745.13, -746};
    for (DType dtype : List.of(Smalti.F32, Smalti.F64)) {
      MemorySegment a = around(dtype, dtype == Smalti.F32 ? singles : doubles);
      int columns = (int) (a.byteSize() / (dtype == Smalti.F32 ? 4 : 8));
      byte[] wanted =
          run(
              InMemoryClasses.kernel(classes.loadClass("Loops"), "exp" + dtype),
              dtype,
              a,
              a,
              a,
              1.0,
              1,
              columns,
              true);
      byte[] computed =
          run(
              InMemoryClasses.kernel(classes.loadClass("LoopsKernels"), "exp" + dtype),
              dtype,
              a,
              a,
              a,
              1.0,
              1,
              columns,
              true);
      assertWithMessage("%s", dtype).that(bits(computed, dtype)).isEqualTo(bits(wanted, dtype));
    }
  }

  /** Hundreds of numbers next to each center, and NaN of either sign, infinity and the greatest. */
  private static MemorySegment around(DType dtype, double[] centers) {
    List<Double> all = new ArrayList<>();
    for (double center : centers) {
      double step = dtype == Smalti.F32 ? Math.ulp((float) center) : center * 0x1p-21;
      for (int i = -128; i < 128; i++) {
        all.add(center + i * step);
      }
    }
    double greatest = dtype == Smalti.F32 ? Float.MAX_VALUE : Double.MAX_VALUE;
    for (double end : new double[] {greatest, Double.POSITIVE_INFINITY, 3e6, 6.1e15, 1e30}) {
      all.add(end);
      all.add(-end);
    }
    double[] wide = all.stream().mapToDouble(x -> x).toArray();
    if (dtype == Smalti.F64) {
      MemorySegment bits = MemorySegment.ofArray(Arrays.copyOf(wide, wide.length + 2));
      bits.setAtIndex(ValueLayout.JAVA_LONG, wide.length, 0x7ff8_0000_0000_0000L);
      bits.setAtIndex(ValueLayout.JAVA_LONG, wide.length + 1, 0xfff8_0000_0000_0000L);
      return bits;
    }
    float[] narrow = new float[wide.length + 2];
    for (int i = 0; i < wide.length; i++) {
      narrow[i] = (float) wide[i];
    }
    MemorySegment bits = MemorySegment.ofArray(narrow);
    bits.setAtIndex(ValueLayout.JAVA_INT, wide.length, 0x7fc0_0000);
    bits.setAtIndex(ValueLayout.JAVA_INT, wide.length + 1, 0xffc0_0000);
    return bits;
  }

  @Test
  void castsAndMasksOfOtherTypesHaveTheSameBits() throws Exception {
    InMemoryClasses classes = new InMemoryClasses(compiled());
    for (String name : List.of("casts", "masksOfOthers")) {
      assertWithMessage(name).that(classes.has("Loops_" + name + "_Vector")).isTrue();
      Method eager = InMemoryClasses.kernel(classes.loadClass("Loops"), name);
      Method generated = InMemoryClasses.kernel(classes.loadClass("LoopsKernels"), name);
      for (int columns : COLUMNS) {
        Random random = new Random(columns);
        MemorySegment a = elements(Smalti.F32, 3 * columns, random);
        MemorySegment k = elements(Smalti.I32, 3 * columns, random);
        List<byte[]> results = new java.util.ArrayList<>();
        for (Method method : List.of(eager, generated)) {
          for (boolean heap : new boolean[] {true, false}) {
            Tensor<?> y = tensor(Smalti.F32, sentinels(a.byteSize()), heap, 3, columns);
            Tensor<?> z = tensor(Smalti.I32, sentinels(k.byteSize()), heap, 3, columns);
            method.invoke(
                null,
                tensor(Smalti.F32, a, heap, 3, columns),
                tensor(Smalti.I32, k, heap, 3, columns),
                y,
                z);
            results.add(bytes(y, Smalti.F32));
            results.add(bytes(z, Smalti.I32));
          }
        }
        for (int i = 2; i < results.size(); i++) {
          DType dtype = i % 2 == 0 ? Smalti.F32 : Smalti.I32;
          assertWithMessage("%s, %s columns, %s", name, columns, i)
              .that(bits(results.get(i), dtype))
              .isEqualTo(bits(results.get(i % 2), dtype));
        }
      }
    }
  }

  @Test
  void withoutTheModuleThereIsNoSuchClass() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(JavaFileObjects.forSourceString("Loops", source()));
    assertThat(compilation.status()).isEqualTo(Compilation.Status.SUCCESS);
    assertThat(
            compilation.generatedFiles().stream()
                .map(JavaFileObject::getName)
                .filter(name -> name.contains("_Vector"))
                .toList())
        .isEmpty();
  }

  private static byte[] run(
      Method method,
      DType dtype,
      MemorySegment a,
      MemorySegment b,
      MemorySegment w,
      Object s,
      int rows,
      int columns,
      boolean heap)
      throws Exception {
    Tensor<?> y = tensor(dtype, sentinels(a.byteSize()), heap, rows, columns);
    method.invoke(
        null,
        tensor(dtype, a, heap, rows, columns),
        tensor(dtype, b, heap, rows, columns),
        tensor(dtype, w, heap, 1, columns),
        s,
        y);
    return bytes(y, dtype);
  }

  private static MemorySegment sentinels(long bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes]).fill((byte) 0x5a);
  }

  /** The elements as an array of their own type, or one byte off every alignment. */
  private static Tensor<?> tensor(
      DType dtype, MemorySegment elements, boolean heap, int rows, int columns) {
    int count = rows * columns;
    if (!heap) {
      MemorySegment memory = Arena.ofAuto().allocate(elements.byteSize() + 1).asSlice(1);
      return Tensor.of(dtype, memory.copyFrom(elements), rows, columns);
    }
    if (dtype == Smalti.F32) {
      float[] array = new float[count];
      MemorySegment.ofArray(array).copyFrom(elements);
      return Tensor.of(array, rows, columns);
    }
    if (dtype == Smalti.F64) {
      double[] array = new double[count];
      MemorySegment.ofArray(array).copyFrom(elements);
      return Tensor.of(array, rows, columns);
    }
    if (dtype == Smalti.I32) {
      int[] array = new int[count];
      MemorySegment.ofArray(array).copyFrom(elements);
      return Tensor.of(array, rows, columns);
    }
    long[] array = new long[count];
    MemorySegment.ofArray(array).copyFrom(elements);
    return Tensor.of(array, rows, columns);
  }

  private static byte[] bytes(Tensor<?> tensor, DType dtype) {
    long rows = tensor.dim(0);
    long columns = tensor.dim(1);
    boolean wide = dtype == Smalti.F64 || dtype == Smalti.I64;
    java.nio.ByteBuffer bytes =
        java.nio.ByteBuffer.allocate((int) (rows * columns) * (wide ? 8 : 4));
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (dtype == Smalti.F32) {
          bytes.putFloat((float) tensor.read(Smalti.at(i, j)));
        } else if (dtype == Smalti.F64) {
          bytes.putDouble(tensor.read(Smalti.at(i, j)));
        } else if (dtype == Smalti.I32) {
          bytes.putInt(tensor.readInt(Smalti.at(i, j)));
        } else {
          bytes.putLong(tensor.readLong(Smalti.at(i, j)));
        }
      }
    }
    return bytes.array();
  }

  /** Bits as text, with one NaN for all. */
  private static String bits(byte[] bytes, DType dtype) {
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
    StringBuilder text = new StringBuilder();
    while (buffer.hasRemaining()) {
      long bits =
          dtype == Smalti.F32
              ? Float.floatToIntBits(buffer.getFloat())
              : dtype == Smalti.F64
                  ? Double.doubleToLongBits(buffer.getDouble())
                  : dtype == Smalti.I32 ? buffer.getInt() : buffer.getLong();
      text.append(Long.toHexString(bits)).append(' ');
    }
    return text.toString();
  }

  private static MemorySegment elements(DType dtype, int count, Random random) {
    if (dtype == Smalti.F32) {
      float[] array = new float[count];
      for (int i = 0; i < count; i++) {
        array[i] = (float) number(random, Float.MIN_VALUE * 77, Float.MAX_VALUE);
      }
      return MemorySegment.ofArray(array);
    }
    if (dtype == Smalti.F64) {
      double[] array = new double[count];
      for (int i = 0; i < count; i++) {
        array[i] = number(random, Double.MIN_VALUE * 77, Double.MAX_VALUE);
      }
      return MemorySegment.ofArray(array);
    }
    if (dtype == Smalti.I32) {
      int[] array = new int[count];
      for (int i = 0; i < count; i++) {
        array[i] = random.nextInt(6) == 0 ? random.nextInt() : random.nextInt(9) - 4;
      }
      return MemorySegment.ofArray(array);
    }
    long[] array = new long[count];
    for (int i = 0; i < count; i++) {
      array[i] = random.nextInt(6) == 0 ? random.nextLong() : random.nextInt(9) - 4;
    }
    return MemorySegment.ofArray(array);
  }

  private static double number(Random random, double tiny, double huge) {
    return switch (random.nextInt(30)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> -0.0;
      case 4 -> 0.0;
      case 5 -> tiny;
      case 6 -> -huge;
      case 7 -> random.nextGaussian() * 100;
      case 8 -> random.nextInt(41) / 2.0 - 10;
      case 9 -> random.nextGaussian() * 1e9;
      default -> random.nextGaussian() * 3;
    };
  }
}
