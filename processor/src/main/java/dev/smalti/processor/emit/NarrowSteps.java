package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Conversions between elements of 8 and 16 bits and the types that they are computed in, in
 * vectors. There an element is what it is computed as: a half is a vector of {@code F32} that holds
 * nothing but halves. Halves are rounded by steps on the bits of floats, since no class of the
 * Vector API converts them.
 */
final class NarrowSteps {
  private static final String OPS = VectorType.OPERATORS;
  private static final int FLOAT_INFINITY = 0x7F800000;
  private static final int FLOAT_NAN = 0x7FC00000;

  /** What the exponents of F32 have more than those of F16, where the exponent is. */
  private static final int REBIAS = 112 << 23;

  /** The least normal number of F16, as bits of a float. */
  private static final int LEAST_NORMAL = 0x38800000;

  /** The power of two above all numbers of F16, as bits of a float. */
  private static final int BEYOND = 0x47800000;

  private final VectorConstants constants;
  private final LocalNames names;
  private final int count;
  private final Lines out;

  /**
   * For one round.
   *
   * @param constants vectors in front of the loop
   * @param names of the round
   * @param count how many vectors
   * @param out takes locals
   */
  NarrowSteps(VectorConstants constants, LocalNames names, int count, Lines out) {
    this.constants = constants;
    this.names = names;
    this.count = count;
    this.out = out;
  }

  /** Elements as they are computed with, from unpacked ones. */
  List<String> widened(Element element, List<String> unpacked) {
    return switch (element) {
      case F16 -> widenedHalf(unpacked);
      case BF16 -> each(unpacked, x -> x + shifted("LSHL", 16) + ".reinterpretAsFloats()");
      default -> unpacked;
    };
  }

  private List<String> widenedHalf(List<String> unpacked) {
    List<String> h = ints("half", unpacked);
    String magnitude = constant(0x7FFF << 13, "magnitude");
    String rebias = constant(REBIAS, "rebias");
    String least = constant(0x0400 << 13, "least");
    String beyond = constant(0x7C00 << 13, "beyond");
    String again = constant(1 << 23, "exponent");
    String tiny = constants.of(VectorType.F32, Literals.of(0x1p-14f), "tiny");
    String sign = constant(Integer.MIN_VALUE, "sign");
    List<String> m = ints("m", each(h, x -> x + shifted("LSHL", 13) + ".and(" + magnitude + ")"));
    List<String> normal = ints("normal", each(m, x -> x + ".add(" + rebias + ")"));
    List<String> small =
        ints(
            "small",
            each(
                normal,
                x ->
                    x
                        + (".add(" + again + ").reinterpretAsFloats()")
                        + (".sub(" + tiny + ").reinterpretAsInts()")));
    List<String> wide = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      String x = normal.get(k);
      wide.add(
          x
              + blend(x + ".add(" + rebias + ")", m.get(k), "GE", beyond)
              + blend(small.get(k), m.get(k), "LT", least));
    }
    List<String> w = ints("wide", wide);
    List<String> floats = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      floats.add(w.get(k) + ".or(" + h.get(k) + ".and(" + sign + ")).reinterpretAsFloats()");
    }
    return floats;
  }

  /** The elements that numbers become, as they are computed with. */
  List<String> narrowed(Element element, List<String> numbers) {
    return switch (element) {
      case F16 -> roundedHalf(numbers);
      case BF16 -> {
        String upper = constant(0xFFFF0000, "upper");
        yield roundedBrain(numbers, ".and(" + upper + ")");
      }
      case I16 -> each(numbers, x -> x + shifted("LSHL", 16) + shifted("ASHR", 16));
      case I8 -> each(numbers, x -> x + shifted("LSHL", 24) + shifted("ASHR", 24));
      case U8 -> {
        String lower = constant(0xFF, "lower");
        yield each(numbers, x -> x + ".and(" + lower + ")");
      }
      case F32, F64, I32, I64, BOOL -> throw new IllegalArgumentException(element + " is wide");
    };
  }

  /** The bits of the elements that numbers become, in the lower bits of lanes. */
  List<String> bits(Element element, List<String> numbers) {
    return switch (element) {
      case F16 -> halfBits(numbers);
      case BF16 ->
          each(roundedBrain(numbers, ""), x -> x + ".reinterpretAsInts()" + shifted("LSHR", 16));
      default -> numbers;
    };
  }

  /** The bits of elements that are halves already. */
  List<String> exactBits(Element element, List<String> halves) {
    return element == Element.BF16
        ? each(halves, x -> x + ".reinterpretAsInts()" + shifted("LSHR", 16))
        : bits(element, halves);
  }

  /** Adds what rounds to the nearest even; a carry into the exponent is right. */
  private List<String> roundedBrain(List<String> numbers, String cut) {
    List<String> x = floats("x", numbers);
    String one = constant(1, "one");
    String most = constant(0x7FFF, "belowHalf");
    String nan = constants.of(VectorType.F32, Literals.of(Float.NaN), "nan");
    List<String> b = ints("bits", each(x, v -> v + ".reinterpretAsInts()"));
    List<String> up =
        ints(
            "up",
            each(
                b,
                v ->
                    v
                        + shifted("LSHR", 16)
                        + ".and("
                        + one
                        + ").add("
                        + v
                        + ").add("
                        + most
                        + ")"));
    List<String> rounded = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      String floats = up.get(k) + cut + ".reinterpretAsFloats()";
      rounded.add(floats + blend(nan, x.get(k), "NE", x.get(k)));
    }
    return floats("brain", rounded);
  }

  private List<String> roundedHalf(List<String> numbers) {
    List<String> b = ints("bits", each(numbers, v -> v + ".reinterpretAsInts()"));
    List<String> a = magnitudes(b);
    String cut = constant(-1 << 13, "upper");
    String beyond = constant(BEYOND, "beyondHalf");
    String infinity = constant(FLOAT_INFINITY, "infinity");
    String least = constant(LEAST_NORMAL, "leastHalf");
    String nan = constant(FLOAT_NAN, "nanBits");
    String spacing = constants.of(VectorType.F32, Literals.of(0.5f), "spacing");
    String sign = constant(Integer.MIN_VALUE, "sign");
    List<String> up =
        ints("up", each(roundedUp(a, constant(0xFFF, "belowHalf")), x -> x + ".and(" + cut + ")"));
    List<String> small =
        ints(
            "small",
            each(
                a,
                x ->
                    x
                        + (".reinterpretAsFloats().add(" + spacing + ")")
                        + (".sub(" + spacing + ").reinterpretAsInts()")));
    List<String> chosen = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      String x = up.get(k);
      chosen.add(
          x
              + blend(infinity, x, "GE", beyond)
              + blend(small.get(k), a.get(k), "LT", least)
              + blend(nan, a.get(k), "GT", infinity));
    }
    List<String> rounded = ints("rounded", chosen);
    List<String> halves = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      halves.add(rounded.get(k) + ".or(" + b.get(k) + ".and(" + sign + ")).reinterpretAsFloats()");
    }
    return halves;
  }

  private List<String> halfBits(List<String> numbers) {
    List<String> b = ints("bits", each(numbers, v -> v + ".reinterpretAsInts()"));
    List<String> a = magnitudes(b);
    String beyond = constant(BEYOND, "beyondHalf");
    String infinity = constant(FLOAT_INFINITY, "infinity");
    String least = constant(LEAST_NORMAL, "leastHalf");
    String halfInfinity = constant(0x7C00, "halfInfinity");
    String halfNan = constant(0x7E00, "halfNan");
    String halfSign = constant(0x8000, "halfSign");
    String spacing = constants.of(VectorType.F32, Literals.of(0.5f), "spacing");
    String spacingBits = constant(Float.floatToRawIntBits(0.5f), "spacingBits");
    List<String> up =
        ints(
            "up",
            each(
                roundedUp(a, constant(0xFFF - REBIAS, "rebiasBelowHalf")),
                x -> x + shifted("LSHR", 13)));
    List<String> small =
        ints(
            "small",
            each(
                a,
                x ->
                    x
                        + (".reinterpretAsFloats().add(" + spacing + ")")
                        + (".reinterpretAsInts().sub(" + spacingBits + ")")));
    List<String> chosen = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      chosen.add(
          up.get(k)
              + blend(halfInfinity, a.get(k), "GE", beyond)
              + blend(small.get(k), a.get(k), "LT", least)
              + blend(halfNan, a.get(k), "GT", infinity));
    }
    List<String> rounded = ints("rounded", chosen);
    List<String> bits = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      bits.add(
          rounded.get(k) + (".or(" + b.get(k) + shifted("LSHR", 16) + ".and(" + halfSign + "))"));
    }
    return bits;
  }

  private List<String> magnitudes(List<String> bits) {
    String mask = constant(Integer.MAX_VALUE, "magnitudeBits");
    return ints("a", each(bits, b -> b + ".and(" + mask + ")"));
  }

  private List<String> roundedUp(List<String> a, String most) {
    String one = constant(1, "one");
    return each(
        a, x -> x + shifted("LSHR", 13) + ".and(" + one + ").add(" + x + ").add(" + most + ")");
  }

  // ---- pieces of steps

  private static String shifted(String operator, int places) {
    return ".lanewise(%s.%s, %d)".formatted(OPS, operator, places);
  }

  private static String blend(String with, String left, String relation, String right) {
    return ".blend(%s, %s.compare(%s.%s, %s))".formatted(with, left, OPS, relation, right);
  }

  private String constant(int bits, String hint) {
    return constants.of(VectorType.I32, Literals.of(bits), hint);
  }

  private static List<String> each(List<String> vectors, UnaryOperator<String> step) {
    return vectors.stream().map(step).toList();
  }

  private List<String> ints(String hint, List<String> vectors) {
    return locals(VectorType.I32, hint, vectors);
  }

  private List<String> floats(String hint, List<String> vectors) {
    return locals(VectorType.F32, hint, vectors);
  }

  private List<String> locals(VectorType type, String hint, List<String> vectors) {
    String group = names.freshGroup(hint, count);
    List<String> locals = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      out.line(type.vector + " " + group + k + " = " + vectors.get(k) + ";");
      locals.add(group + k);
    }
    return locals;
  }
}
