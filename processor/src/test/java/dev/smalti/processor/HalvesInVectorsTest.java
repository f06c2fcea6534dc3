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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Halves in vectors, against the eager meaning, bit for bit: every half as a float, and floats that
 * are halves, in the middle of two or next to those as halves.
 */
@Tag("vector-tier")
final class HalvesInVectorsTest {
  private static final int HALVES = 1 << 16;

  /** Of the floats near halves so many are tried; it has no factor with their number. */
  private static final int STEP = 19;

  /** Zero, the ends of the numbers that are not normal, of all numbers, and of the NaNs. */
  private static final int[] ENDS = {
    0, 1, 2, 0x7E, 0x7F, 0x80, 0x81, 0x3FE, 0x3FF, 0x400, 0x401, 0x7BFE, 0x7BFF, 0x7C00, 0x7C01,
    0x7F7E, 0x7F7F, 0x7F80, 0x7F81, 0x7FFF
  };

  private static final List<DType> TYPES = List.of(Smalti.F16, Smalti.BF16);

  /** The function is what makes vectors pay off for F16; what it gives is never chosen. */
  private static final String KERNELS =
      """
        @InCore
        static void widensTYPE(@Shape("n") Tensor<TYPE> x, @Shape("n") @Out Tensor<F32> y) {
          var wide = x.load().cast(F32);
          y.store(wide.eq(wide).or(wide.ne(wide)).select(wide, wide.exp()));
        }

        @InCore
        static void roundsTYPE(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<TYPE> y) {
          var wide = x.load();
          y.store(wide.eq(wide).or(wide.ne(wide)).select(wide, wide.exp()).cast(TYPE));
        }

        @InCore
        static void selectsTYPE(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<TYPE> y) {
          var wide = x.load();
          y.store(
              wide.eq(wide)
                  .or(wide.ne(wide))
                  .select(wide.cast(TYPE), wide.exp().cast(TYPE)));
        }

        @InCore
        static void passesTYPE(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
          var wide = x.load();
          y.store(
              wide.eq(wide)
                  .or(wide.ne(wide))
                  .select(wide.cast(TYPE), wide.exp().cast(TYPE))
                  .cast(F32));
        }
      """;

  private static String source() {
    StringBuilder text = new StringBuilder("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n\nfinal class Halves {\n");
    TYPES.forEach(type -> text.append(KERNELS.replace("TYPE", type.toString())));
    return text.append("}\n").toString();
  }

  @Test
  void everyHalfIsItsFloatAndEveryFloatItsHalf() throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("--add-modules=jdk.incubator.vector")
            .compile(JavaFileObjects.forSourceString("Halves", source()));
    assertWithMessage("%s", compilation.diagnostics())
        .that(compilation.status())
        .isEqualTo(Compilation.Status.SUCCESS);
    InMemoryClasses classes = new InMemoryClasses(compilation);
    for (DType type : TYPES) {
      compare(classes, "widens" + type, type, allHalves(), Smalti.F32);
      for (int[] floats : List.of(around(type, -1), around(type, 0), around(type, 1))) {
        compare(classes, "rounds" + type, Smalti.F32, floats, type);
        compare(classes, "selects" + type, Smalti.F32, floats, type);
        compare(classes, "passes" + type, Smalti.F32, floats, Smalti.F32);
      }
    }
  }

  private static int[] allHalves() {
    int[] bits = new int[HALVES + 1];
    Arrays.setAll(bits, i -> i);
    return bits;
  }

  /** Floats that are halves and that are in the middle of two, moved on; the ends among them. */
  private static int[] around(DType type, int by) {
    return Stream.of(
            IntStream.range(0, HALVES / STEP).map(i -> i * STEP),
            Arrays.stream(ENDS),
            Arrays.stream(ENDS).map(half -> half | 0x8000))
        .flatMapToInt(halves -> halves)
        .flatMap(half -> IntStream.of(bits(type, half), middle(type, half)))
        .map(bits -> bits + by)
        .toArray();
  }

  private static int middle(DType type, int half) {
    float next = Float.intBitsToFloat(bits(type, half + 1));
    return Float.floatToRawIntBits(Float.intBitsToFloat(bits(type, half)) / 2 + next / 2);
  }

  private static int bits(DType type, int half) {
    return type == Smalti.F16
        ? Float.floatToRawIntBits(Float.float16ToFloat((short) half))
        : half << 16;
  }

  private static void compare(
      InMemoryClasses classes, String name, DType from, int[] elements, DType to) throws Exception {
    assertWithMessage(name).that(classes.has("Halves_" + name + "_Vector")).isTrue();
    Method eager = InMemoryClasses.kernel(classes.loadClass("Halves"), name);
    Method generated = InMemoryClasses.kernel(classes.loadClass("HalvesKernels"), name);
    int[] wanted = run(eager, from, elements, to, true);
    for (boolean heap : new boolean[] {true, false}) {
      int[] found = run(generated, from, elements, to, heap);
      int different = Arrays.mismatch(wanted, found);
      if (different >= 0) {
        throw new AssertionError(
            "%s of %x, heap %s: %x, wanted %x"
                .formatted(name, elements[different], heap, found[different], wanted[different]));
      }
    }
  }

  private static int[] run(Method method, DType from, int[] elements, DType to, boolean heap)
      throws Exception {
    MemorySegment x = memory(from, elements.length, heap);
    for (int i = 0; i < elements.length; i++) {
      set(x, from, i, elements[i]);
    }
    MemorySegment y = memory(to, elements.length, heap).fill((byte) 0x5A);
    method.invoke(null, tensor(from, x), tensor(to, y));
    int[] bits = new int[elements.length];
    Arrays.setAll(bits, i -> get(y, to, i));
    return bits;
  }

  private static MemorySegment memory(DType type, int count, boolean heap) {
    boolean wide = type == Smalti.F32;
    if (!heap) {
      return Arena.ofAuto().allocate((wide ? 4L : 2L) * count);
    }
    return wide ? MemorySegment.ofArray(new float[count]) : MemorySegment.ofArray(new short[count]);
  }

  private static Tensor<?> tensor(DType type, MemorySegment memory) {
    long count = memory.byteSize() / (type == Smalti.F32 ? 4 : 2);
    Object array = memory.heapBase().orElse(memory);
    return switch (array) {
      case float[] floats -> Tensor.of(floats, count);
      case short[] halves ->
          type == Smalti.F16
              ? Tensor.of(Smalti.F16, halves, count)
              : Tensor.of(Smalti.BF16, halves, count);
      default -> Tensor.of(type, memory, count);
    };
  }

  private static void set(MemorySegment memory, DType type, int index, int bits) {
    if (type == Smalti.F32) {
      memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, index, bits);
    } else {
      memory.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, index, (short) bits);
    }
  }

  /** The bits of an element, with one NaN for all. */
  private static int get(MemorySegment memory, DType type, int index) {
    if (type == Smalti.F32) {
      return Float.floatToIntBits(memory.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, index));
    }
    int bits = memory.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, index) & 0xFFFF;
    int infinity = type == Smalti.F16 ? 0x7C00 : 0x7F80;
    return (bits & 0x7FFF) > infinity ? infinity + 1 : bits;
  }
}
