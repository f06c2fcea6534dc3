package dev.smalti.processor;

import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Rounding;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Casts with every rounding between all types that have one, against the eager meaning, bit for
 * bit: at numbers between two others, at their middles, and at the ends.
 */
@Tag("vector-tier")
final class RoundedCastsTest {
  private static final List<DType> FLOATS =
      List.of(Smalti.F64, Smalti.F32, Smalti.F16, Smalti.BF16);

  private static final List<DType> TYPES =
      List.of(
          Smalti.F32,
          Smalti.F16,
          Smalti.BF16,
          Smalti.I8,
          Smalti.I16,
          Smalti.I32,
          Smalti.I64,
          Smalti.U8);

  /** So many elements: vectors, and a rest. */
  private static final int COUNT = 1031;

  private static boolean rounds(DType from, DType to) {
    boolean floats = FLOATS.contains(to);
    return !floats
        || from == Smalti.F64
        || to != Smalti.F32 && from != to
        || from == Smalti.F32 && to != Smalti.F32;
  }

  private static String name(DType from, DType to, Rounding rounding) {
    return "cast" + from + to + rounding;
  }

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Casts {\n");
    for (DType from : FLOATS) {
      for (DType to : TYPES) {
        for (Rounding rounding : Rounding.values()) {
          if (rounds(from, to)) {
            text.append(
                """
                  @InCore
                  static void %s(@Shape("n") Tensor<%s> x, @Shape("n") @Out Tensor<%s> y) {
                    y.store(x.load().cast(%s, %s));
                  }
                """
                    .formatted(name(from, to, rounding), from, to, to, rounding));
          }
        }
      }
    }
    return text.append("}\n").toString();
  }

  @Test
  void everyCastHasTheSameBits() throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector")
            .compile(JavaFileObjects.forSourceString("Casts", source()));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    InMemoryClasses classes = new InMemoryClasses(compilation);
    for (DType from : FLOATS) {
      double[] numbers = numbers(from);
      for (DType to : TYPES) {
        for (Rounding rounding : Rounding.values()) {
          if (rounds(from, to)) {
            compare(classes, name(from, to, rounding), from, to, numbers);
          }
        }
      }
    }
  }

  private static void compare(
      InMemoryClasses classes, String name, DType from, DType to, double[] numbers)
      throws Exception {
    Method eager = InMemoryClasses.kernel(classes.loadClass("Casts"), name);
    Method generated = InMemoryClasses.kernel(classes.loadClass("CastsKernels"), name);
    List<String> wanted = run(eager, from, to, numbers);
    List<String> found = run(generated, from, to, numbers);
    for (int i = 0; i < numbers.length; i++) {
      assertWithMessage("%s of %s", name, numbers[i]).that(found.get(i)).isEqualTo(wanted.get(i));
    }
  }

  private static List<String> run(Method kernel, DType from, DType to, double[] numbers)
      throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment x = arena.allocate(COUNT * 8L, 8);
      MemorySegment y = arena.allocate(COUNT * 8L, 8);
      Tensor<?> source = Tensor.of(from, x.asSlice(0, (long) COUNT * from.bytes()), COUNT);
      Tensor<?> target = Tensor.of(to, y.asSlice(0, (long) COUNT * to.bytes()), COUNT);
      for (int i = 0; i < COUNT; i++) {
        source.write(Smalti.at(i), numbers[i]);
      }
      kernel.invoke(null, source, target);
      List<String> bits = new ArrayList<>();
      for (int i = 0; i < COUNT; i++) {
        bits.add(
            to == Smalti.I64
                ? "" + y.getAtIndex(ValueLayout.JAVA_LONG, i)
                : "" + target.read(Smalti.at(i)));
      }
      return bits;
    }
  }

  private static double[] numbers(DType type) {
    Random random = new Random(8);
    double[] numbers = new double[COUNT];
    double[] ends = {
      0,
      -0.0,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      65504,
      65519.99,
      65520,
      65536,
      0x1.FEp127,
      0x1.FFp127,
      0x1.FEFFFEp127,
      Float.MAX_VALUE,
      0x1.FFFFFF0001p127,
      0x1.FFFFFFp127,
      1e300,
      Double.MIN_VALUE,
      Float.MIN_VALUE,
      0x1p-24,
      0x1p-25,
      0x1.8p-25,
      0x1p-14,
      0x1.FFCp-15,
      0x1.FFEp-15,
      0x1p-133,
      0x1p-134,
      0x1p-126,
      0x1.FEp-127,
      0x1p-149,
      0x1p-150,
      0x1.8p-150,
      2147483647,
      2147483648.5,
      32767.5,
      127.5,
      128,
      255.5,
      9e18,
      1e19,
      0x1p52
    };
    for (int i = 0; i < COUNT; i++) {
      int kind = random.nextInt(4);
      double x =
          i < 2 * ends.length
              ? ends[i / 2] * (i % 2 == 0 ? 1 : -1)
              : kind == 0
                  ? random.nextInt(-40, 40) / 4.0
                  : kind == 1
                      ? Float.intBitsToFloat(random.nextInt())
                      : Math.scalb(1 + random.nextInt(1 << 13) * 0x1p-12, random.nextInt(-30, 20));
      numbers[i] = kind == 3 && type == Smalti.F64 ? x * (1 + random.nextInt(5) * 0x1p-25) : x;
    }
    return numbers;
  }
}
