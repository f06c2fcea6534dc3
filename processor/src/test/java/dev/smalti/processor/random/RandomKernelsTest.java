package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.SmaltiProcessor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Generated code against the eager meaning, on heap and on native memory, in both tiers. */
@Tag("vector-tier")
class RandomKernelsTest {
  private static final int KERNELS = 12;
  private static final List<DType> TYPES =
      List.of(Smalti.F16, Smalti.BF16, Smalti.I8, Smalti.I16, Smalti.U8);
  private static final float SENTINEL = -12345.678f;

  /** The arguments of one call. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Arguments(
      int rows,
      int columns,
      float[] x,
      float[] w,
      int[] k,
      DType narrow,
      byte[] h,
      int n,
      double s) {
    static Arguments random(Random random, DType narrow) {
      int rows = 1 + random.nextInt(5);
      int columns = random.nextInt(4) == 0 ? 60 + random.nextInt(50) : 1 + random.nextInt(9);
      float[] x = new float[rows * columns];
      float[] w = new float[columns];
      int[] k = new int[rows * columns];
      for (int i = 0; i < x.length; i++) {
        x[i] = number(random);
        k[i] = random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(21) - 10;
      }
      for (int i = 0; i < columns; i++) {
        w[i] = number(random);
      }
      byte[] h = new byte[rows * columns * narrow.bytes()];
      random.nextBytes(h);
      return new Arguments(
          rows, columns, x, w, k, narrow, h, random.nextInt(5), (random.nextInt(41) - 20) / 8.0);
    }

    /** The narrow elements in an array of their own. */
    static Tensor<?> array(DType narrow, byte[] bits, int rows, int columns) {
      short[] shorts = new short[bits.length / 2];
      ByteBuffer.wrap(bits).order(ByteOrder.nativeOrder()).asShortBuffer().get(shorts);
      return switch (narrow) {
        case Smalti.F16 type -> Tensor.of(type, shorts, rows, columns);
        case Smalti.BF16 type -> Tensor.of(type, shorts, rows, columns);
        case Smalti.I16 type -> Tensor.of(type, shorts, rows, columns);
        case Smalti.I8 type -> Tensor.of(type, bits, rows, columns);
        case Smalti.U8 type -> Tensor.of(type, bits, rows, columns);
        default -> throw new IllegalArgumentException(narrow + " is not narrow");
      };
    }

    private static float number(Random random) {
      return switch (random.nextInt(40)) {
        case 0 -> Float.NaN;
        case 1 -> Float.POSITIVE_INFINITY;
        case 2 -> Float.NEGATIVE_INFINITY;
        case 3 -> -0f;
        case 4 -> Float.MIN_VALUE * random.nextInt(1000);
        case 5 -> (float) (random.nextGaussian() * 1e20);
        default -> (float) (random.nextGaussian() * 3);
      };
    }
  }

  /** Outputs after a call, or the class of what it threw. */
  @SuppressWarnings("ArrayRecordComponent") // compared by bits()
  private record Outcome(float[] y, float[] z, List<Double> g, String thrown) {
    /** Bits, with one NaN for all. */
    String bits() {
      return thrown.isEmpty() ? bits(y) + bits(z) + g : thrown;
    }

    private static String bits(float[] values) {
      int[] bits = new int[values.length];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = Float.floatToIntBits(values[i]);
      }
      return Arrays.toString(bits);
    }
  }

  /** A negative number from an array stood beside U8, which methods refuse when they run. */
  @Example
  void numbersFromArraysFitTheirTiles() throws Exception {
    generatedCodeComputesWhatTheMethodMeans(2593);
  }

  @Property(tries = 5, shrinking = ShrinkingMode.OFF)
  void generatedCodeComputesWhatTheMethodMeans(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    String source = RandomKernel.classOf("Kernels", KERNELS, random);
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector")
            .compile(JavaFileObjects.forSourceString("Kernels", source));
    assertWithMessage("seed %s: %s\n%s", seed, compilation.diagnostics(), source)
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    InMemoryClasses classes = new InMemoryClasses(compilation);
    Class<?> eager = classes.loadClass("Kernels");
    Class<?> generated = classes.loadClass("KernelsKernels");
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      for (int call = 0; call < 4; call++) {
        DType narrow = TYPES.get(kernel % TYPES.size());
        Arguments arguments = Arguments.random(random, narrow);
        String where = "seed " + seed + ", kernel" + kernel + ", " + arguments + "\n" + source;
        Outcome wanted = onHeap(method(eager, kernel), arguments);
        assertWithMessage("eager, %s", where).that(wanted.thrown()).isEmpty();
        assertWithMessage("heap, %s", where)
            .that(onHeap(method(generated, kernel), arguments).bits())
            .isEqualTo(wanted.bits());
        assertWithMessage("native, %s", where)
            .that(onNative(method(generated, kernel), arguments).bits())
            .isEqualTo(wanted.bits());
      }
    }
  }

  private static Method method(Class<?> owner, int kernel) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(m -> m.getName().equals("kernel" + kernel) && m.getParameterCount() == 9)
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  private static Outcome onHeap(Method method, Arguments a) throws Exception {
    float[] y = sentinels(a.rows() * a.columns());
    float[] z = sentinels(a.rows());
    Tensor<?> g = Arguments.array(a.narrow(), new byte[a.h().length], a.rows(), a.columns());
    String thrown =
        call(
            method,
            Tensor.of(a.x().clone(), a.rows(), a.columns()),
            Tensor.of(a.w().clone(), 1, a.columns()),
            Tensor.of(a.k().clone(), a.rows(), a.columns()),
            Arguments.array(a.narrow(), a.h().clone(), a.rows(), a.columns()),
            Tensor.of(y, a.rows(), a.columns()),
            Tensor.of(z, a.rows(), 1),
            g,
            a.n(),
            a.s());
    return new Outcome(y, z, elements(g), thrown);
  }

  private static Outcome onNative(Method method, Arguments a) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment y =
          arena.allocateFrom(ValueLayout.JAVA_FLOAT, sentinels(a.rows() * a.columns()));
      MemorySegment z = arena.allocateFrom(ValueLayout.JAVA_FLOAT, sentinels(a.rows()));
      Tensor<?> g = Tensor.of(a.narrow(), arena.allocate(a.h().length, 8), a.rows(), a.columns());
      String thrown =
          call(
              method,
              floats(arena.allocateFrom(ValueLayout.JAVA_FLOAT, a.x()), a.rows(), a.columns()),
              floats(arena.allocateFrom(ValueLayout.JAVA_FLOAT, a.w()), 1, a.columns()),
              Tensor.of(
                  Smalti.I32,
                  arena.allocateFrom(ValueLayout.JAVA_INT, a.k()),
                  a.rows(),
                  a.columns()),
              Tensor.of(
                  a.narrow(),
                  arena.allocateFrom(ValueLayout.JAVA_BYTE, a.h()),
                  a.rows(),
                  a.columns()),
              floats(y, a.rows(), a.columns()),
              floats(z, a.rows(), 1),
              g,
              a.n(),
              a.s());
      return new Outcome(
          y.toArray(ValueLayout.JAVA_FLOAT),
          z.toArray(ValueLayout.JAVA_FLOAT),
          elements(g),
          thrown);
    }
  }

  private static List<Double> elements(Tensor<?> tensor) {
    List<Double> elements = new ArrayList<>();
    for (int row = 0; row < tensor.dim(0); row++) {
      for (int column = 0; column < tensor.dim(1); column++) {
        elements.add(tensor.read(Smalti.at(row, column)));
      }
    }
    return elements;
  }

  private static Tensor<Smalti.F32> floats(MemorySegment segment, int rows, int columns) {
    return Tensor.of(Smalti.F32, segment, rows, columns);
  }

  private static float[] sentinels(int length) {
    float[] values = new float[length];
    Arrays.fill(values, SENTINEL);
    return values;
  }

  private static String call(Method method, Object... arguments) throws Exception {
    try {
      method.invoke(null, arguments);
      return "";
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    }
  }
}
