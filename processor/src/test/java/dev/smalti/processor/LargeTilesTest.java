package dev.smalti.processor;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.processor.random.InMemoryClasses;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tiles around and above the scratch of a core, of sizes that are constants and of sizes that are
 * not, against the eager meaning, bit for bit. The build runs it in a JVM with the vector tier and
 * in one without.
 */
@Tag("vector-tier")
final class LargeTilesTest {
  /** Rows and columns: 65,536 numbers are what a core keeps. */
  private static final int[][] SIZES = {
    {1, 65_536}, {1, 65_537}, {1, 8_192}, {1, 163_841}, {3, 40_001}, {700, 130}, {9_001, 9}
  };

  /** Sizes at which one strip is all, or one row is more than a strip. */
  private static final int[][] MORE_SIZES = {{1, 1}, {7, 31}, {2, 8_193}, {8_193, 1}};

  /**
   * Bodies over {@code x [m, n]}, {@code w [1, n]}, {@code v [m, 1]} and the results {@code y} and
   * {@code z [m, n]}.
   */
  private static final Map<String, String> BODIES = new LinkedHashMap<>();

  /** Bodies that need whole rows. */
  private static final Map<String, String> ROWS = new LinkedHashMap<>();

  static {
    BODIES.put(
        "carried",
        "var t = x.load(); for (int i : range(3)) t = t.mul(t).add(1); y.store(t);"
            + " z.store(t)");
    BODIES.put(
        "shared",
        "var a = x.load().mul(2); var b = a.add(w.load()); y.store(b); z.store(a.sub(z.load()));"
            + " z.store(b.mul(z.load()))");
    BODIES.put(
        "branches",
        "var t = x.load(); int k = 0; while (k < 9) { k += 2; if (k == 4) continue; if (k == 6) {"
            + " t = t.add(k); } else { t = t.max(v.load()).mul(2); } if (k == 8) break; }"
            + " z.store(t.sub(1)); y.store(t.mul(z.load()))");
    BODIES.put(
        "added",
        "var t = x.load(); for (int i : range(2)) { t = t.add(w.load()); z.store(t, at(0, 0), ADD);"
            + " } y.store(t.gt(z.load()).select(t, z.load()))");
    BODIES.put(
        "nested",
        "var t = x.load(); for (int i : range(2)) { var u = t.mul(3); for (int j : range(2)) u ="
            + " u.sub(t); t = u.add(v.load()); y.store(u); } z.store(t.add(y.load()))");
    BODIES.put(
        "folded",
        "z.store(z.load().sub(x.load().tanh().sub(v.load()).exp().rowSum()));"
            + " y.store(y.load().add(x.load().rowMax()).sub(x.load().gt(0).select(x.load(),"
            + " v.load()).rowProd()))");
    ROWS.put(
        "sums",
        "var t = x.load(); for (int i : range(2)) t = t.sub(t.rowMax()).mul(2).add(v.load());"
            + " y.store(t.div(t.rowSum().add(0.5))); z.store(t)");
    ROWS.put(
        "gathered",
        "var k = Tile.iota(I32, shape(x.dim(0), 1), 3);"
            + " y.store(x.load().gatherRows(k.mul(5).mod(x.dim(0))).mul(2)); z.store(y.load())");
    ROWS.put(
        "scattered",
        "var i = Tile.iota(I32, shape(x.dim(0), x.dim(1)), 1);"
            + " z.store(z.load().scatter(i.mul(7).mod(x.dim(1)),"
            + " x.load().gather(i.mod(x.dim(1))))); y.store(z.load())");
    ROWS.put(
        "counted",
        "y.store(Tile.iota(I32, shape(x.dim(0), x.dim(1)), 2147400000).cast(F32));"
            + " z.store(Tile.iota(I64, shape(x.dim(0), x.dim(1)), 2147400000).cast(F32))");
    ROWS.put(
        "products",
        "var t = x.load(); for (int i : range(2)) t = t.matmul(x.load(at(0, 0), shape(x.dim(1),"
            + " x.dim(1)))).max(w.load()); y.store(t.add(1)); z.store(t)");
  }

  private static final String RING =
      """
        @InCore
        static void reduce%1$s(
            @Shape("%2$s") Tensor<F32> input, @Shape("%2$s") @Out Tensor<F32> output,
            @Shape("%2$s") @InOut Window<F32> data, @Shape("ranks, 1") Signal arrived) {
          data.store(input.load());
          arrived.barrier();
          Tile<F32> sum = data.load();
          for (int peer : range(data.ranks())) {
            if (peer != data.rank()) {
              sum = sum.add(data.remoteLoad(peer));
            }
          }
          output.store(sum);
        }

        @Host
        static void ring%1$s(
            World world,
            @Shape("ranks, %2$s") Tensor<F32> inputs, @Shape("ranks, %2$s") @Out Tensor<F32> outputs) {
          Window<F32> data = world.window(F32, shape(%3$s));
          Signal arrived = world.signal(shape(world.size(), 1));
          world.forEachRank(r -> reduce%1$s(inputs.at(r), outputs.at(r), data, arrived));
        }
      """;

  private static String kernel(String name, String rows, String columns, String body) {
    return """
      @InCore
      static void %1$s(
          @Shape("%2$s, %3$s") Tensor<F32> x, @Shape("1, %3$s") Tensor<F32> w,
          @Shape("%2$s, 1") Tensor<F32> v, @Shape("%2$s, %3$s") @InOut Tensor<F32> y,
          @Shape("%2$s, %3$s") @InOut Tensor<F32> z) {
        %4$s;
      }
    """
        .formatted(name, rows, columns, body);
  }

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Large {\n");
    BODIES.forEach((name, body) -> text.append(kernel(name, "m", "n", body)));
    ROWS.forEach((name, body) -> text.append(kernel(name, "m", "n", body)));
    for (int[] size : SIZES) {
      BODIES.forEach((name, body) -> text.append(constant(name, size, body)));
    }
    ROWS.forEach((name, body) -> text.append(constant(name, new int[] {700, 130}, body)));
    text.append(RING.formatted("Symbolic", "m, n", "inputs.dim(1), inputs.dim(2)"));
    text.append(RING.formatted("Constant", "1, 70000", "1, 70000"));
    return text.append("}\n").toString();
  }

  private static String constant(String name, int[] size, String body) {
    return kernel(nameOf(name, size), "" + size[0], "" + size[1], body);
  }

  private static String nameOf(String name, int[] size) {
    return name + size[0] + "x" + size[1];
  }

  private static InMemoryClasses compiled() throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector", "-Asmalti.verify")
            .compile(JavaFileObjects.forSourceString("Large", source()));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    return new InMemoryClasses(compilation);
  }

  @Test
  void everyStripHasTheSameBits() throws Exception {
    InMemoryClasses classes = compiled();
    for (int[] size : SIZES) {
      for (String name : BODIES.keySet()) {
        compare(classes, name, size, name, nameOf(name, size));
      }
    }
    for (int[] size : MORE_SIZES) {
      for (String name : BODIES.keySet()) {
        compare(classes, name, size, name);
      }
    }
    for (String name : ROWS.keySet()) {
      int[] size = {700, 130};
      compare(classes, name, size, name, nameOf(name, size));
    }
  }

  /** The eager meaning of a kernel, and what others compute, in both kinds of memory. */
  private static void compare(
      InMemoryClasses classes, String meant, int[] size, String... generated) throws Exception {
    List<int[]> wanted = run(InMemoryClasses.kernel(classes.loadClass("Large"), meant), size, true);
    for (String name : generated) {
      Method kernel = InMemoryClasses.kernel(classes.loadClass("LargeKernels"), name);
      for (boolean heap : new boolean[] {true, false}) {
        List<int[]> found = run(kernel, size, heap);
        for (int i = 0; i < wanted.size(); i++) {
          assertWithMessage("%s of %s, heap %s, result %s", name, Arrays.toString(size), heap, i)
              .that(Arrays.mismatch(found.get(i), wanted.get(i)))
              .isEqualTo(-1);
        }
      }
    }
  }

  private static List<int[]> run(Method kernel, int[] size, boolean heap) throws Exception {
    Random random = new Random(size[1]);
    int[][] shapes = {size, {1, size[1]}, {size[0], 1}, size, size};
    try (Arena arena = Arena.ofConfined()) {
      Tensor<?>[] tensors = new Tensor<?>[shapes.length];
      MemorySegment[] memory = new MemorySegment[shapes.length];
      for (int i = 0; i < shapes.length; i++) {
        float[] values = numbers(shapes[i][0] * shapes[i][1], random);
        if (heap) {
          memory[i] = MemorySegment.ofArray(values);
          tensors[i] = Tensor.of(values, shapes[i][0], shapes[i][1]);
        } else {
          memory[i] = arena.allocateFrom(ValueLayout.JAVA_FLOAT, values);
          tensors[i] = Tensor.of(Smalti.F32, memory[i], shapes[i][0], shapes[i][1]);
        }
      }
      kernel.invoke(null, (Object[]) tensors);
      return List.of(bits(memory[3]), bits(memory[4]));
    }
  }

  private static float[] numbers(int length, Random random) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextInt(64) == 0 ? Float.NaN : random.nextFloat() - 0.5f;
    }
    return values;
  }

  /** One NaN for all. */
  private static int[] bits(MemorySegment memory) {
    float[] values = memory.toArray(ValueLayout.JAVA_FLOAT);
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToIntBits(values[i]);
    }
    return bits;
  }

  @Test
  void aLoopBetweenCommunicationStepsRunsInStrips() throws Exception {
    InMemoryClasses classes = compiled();
    for (int[] size : new int[][] {{1, 70_000}, {3, 30_000}, {2_000, 50}, {2, 3}}) {
      for (String program :
          size[1] == 70_000 ? List.of("Symbolic", "Constant") : List.of("Symbolic")) {
        Random random = new Random(5);
        float[] inputs = numbers(3 * size[0] * size[1], random);
        float[] wanted = new float[inputs.length];
        method(classes.loadClass("Large"), "ring" + program)
            .invoke(null, World.eager(3), of(inputs, size), of(wanted, size));
        float[] found = new float[inputs.length];
        Program<?> generated =
            (Program<?>) method(classes.loadClass("LargePrograms"), "ring" + program).invoke(null);
        try (DevicePool pool = DevicePool.threads(3);
            PreparedProgram prepared = generated.prepare(pool)) {
          method(prepared.getClass(), "run").invoke(prepared, of(inputs, size), of(found, size));
        }
        assertWithMessage("%s of %s", program, Arrays.toString(size))
            .that(Arrays.mismatch(found, wanted))
            .isEqualTo(-1);
      }
    }
  }

  private static Tensor<?> of(float[] values, int[] size) {
    return Tensor.of(values, 3, size[0], size[1]);
  }

  private static Method method(Class<?> owner, String name) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(m -> m.getName().equals(name))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }
}
