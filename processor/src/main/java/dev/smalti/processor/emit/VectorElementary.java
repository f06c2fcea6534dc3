package dev.smalti.processor.emit;

import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.Logarithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The elementary functions in vectors: the steps that {@link Exponential} and {@link Logarithm}
 * define, written out where they are used, since a vector that crosses a call costs more than the
 * function. In a step an at sign stands for the number of the vector; the steps of several vectors
 * alternate, so that one can go on while another waits.
 */
final class VectorElementary {
  private static final String OPS = VectorType.OPERATORS;

  private final VectorConstants constants;
  private final LocalNames names;
  private final int count;
  private final Lines out;
  private final Map<String, String> groups = new TreeMap<>();

  /**
   * For one use.
   *
   * @param constants of the method
   * @param names of the block
   * @param count how many vectors are computed side by side
   * @param out takes the steps
   */
  VectorElementary(VectorConstants constants, LocalNames names, int count, Lines out) {
    this.constants = constants;
    this.names = names;
    this.count = count;
    this.out = out;
  }

  /** The exponential of locals {@code x0, x1, ...}; gives the group that holds it. */
  String exp(VectorType type, String x) {
    out.line("// exp(" + x + ")");
    return exponential(type == VectorType.F32 ? ExponentialSteps.F32 : ExponentialSteps.F64, x);
  }

  /** The logarithm of locals {@code x0, x1, ...}; gives the group that holds it. */
  String log(VectorType type, String x) {
    out.line("// log(" + x + ")");
    return type == VectorType.F32 ? log32(x) : log64(x);
  }

  /**
   * The constants of the exponential in one element type. The bits are those of the definition, by
   * fewer steps:
   *
   * <ul>
   *   <li>The number that rounds is greater than the definition's by twice the bias of an exponent,
   *       which is even: k is the same, and the last bits of round + k are the sum of the biased
   *       exponents of both factors. What is before them leaves with the shift.
   *   <li>What is too high is brought down in those bits: k is at most {@code most}, and the
   *       polynomial of what is left of the argument is so great that the result is infinite.
   *       Negative NaN has negative bits and stays; the other becomes the greatest k, while the
   *       polynomial of the argument keeps it NaN.
   *   <li>{@code fma(q, a, a)} is {@code (q + 1) * a}, for a power of two that is far from both
   *       ends.
   * </ul>
   *
   * @param coefficients of the polynomial, from the highest power
   * @param most the bits of round + k, for the greatest k
   * @param shift where the exponent of a number is
   */
  private record ExponentialSteps(
      VectorType type,
      VectorType bits,
      Java lowest,
      Java log2e,
      Java round,
      Java ln2High,
      Java ln2Low,
      List<Java> coefficients,
      Java most,
      int shift) {
    static final ExponentialSteps F32 =
        new ExponentialSteps(
            VectorType.F32,
            VectorType.I32,
            Literals.of(Exponential.F32_LOWEST),
            Literals.of(Exponential.F32_LOG2_E),
            Literals.of(Exponential.F32_ROUND + 254),
            Literals.of(-Exponential.F32_LN2_HIGH),
            Literals.of(-Exponential.F32_LN2_LOW),
            Stream.of(
                    Exponential.F32_P5,
                    Exponential.F32_P4,
                    Exponential.F32_P3,
                    Exponential.F32_P2,
                    Exponential.F32_P1,
                    Exponential.F32_P0)
                .map(Literals::of)
                .toList(),
            Literals.of(Float.floatToRawIntBits(Exponential.F32_ROUND + 254) + 128),
            23);

    static final ExponentialSteps F64 =
        new ExponentialSteps(
            VectorType.F64,
            VectorType.I64,
            Literals.of(Exponential.F64_LOWEST),
            Literals.of(Exponential.F64_LOG2_E),
            Literals.of(Exponential.F64_ROUND + 2046),
            Literals.of(-Exponential.F64_LN2_HIGH),
            Literals.of(-Exponential.F64_LN2_LOW),
            Stream.of(
                    Exponential.F64_P11,
                    Exponential.F64_P10,
                    Exponential.F64_P9,
                    Exponential.F64_P8,
                    Exponential.F64_P7,
                    Exponential.F64_P6,
                    Exponential.F64_P5,
                    Exponential.F64_P4,
                    Exponential.F64_P3,
                    Exponential.F64_P2,
                    Exponential.F64_P1,
                    Exponential.F64_P0)
                .map(Literals::of)
                .toList(),
            Literals.of(Double.doubleToRawLongBits(Exponential.F64_ROUND + 2046) + 1024),
            52);

    private String toBits() {
      return bits == VectorType.I32 ? "reinterpretAsInts()" : "reinterpretAsLongs()";
    }

    private String toNumber() {
      return type == VectorType.F32 ? "reinterpretAsFloats()" : "reinterpretAsDoubles()";
    }
  }

  private String exponential(ExponentialSteps steps, String x) {
    VectorType f = steps.type();
    VectorType i = steps.bits();
    String lowest = constant(f, steps.lowest(), "lowest");
    String round = constant(f, steps.round(), "round");
    String c = step(f, "c", x + "@.blend(" + lowest + ", " + compare(x + "@", "LT", lowest) + ")");
    String log2e = constant(f, steps.log2e(), "log2e");
    String most = constant(i, steps.most(), "most");
    String t =
        step(
            i,
            "rounded",
            c + "@.fma(" + log2e + ", " + round + ")." + steps.toBits() + ".min(" + most + ")");
    String k = step(f, "k", t + "@." + steps.toNumber() + ".sub(" + round + ")");
    String high = constant(f, steps.ln2High(), "ln2High");
    String r = step(f, "r", k + "@.fma(" + high + ", " + c + "@)");
    String low = constant(f, steps.ln2Low(), "ln2Low");
    r = step(f, "r", k + "@.fma(" + low + ", " + r + "@)");
    String p = polynomial(f, r, coefficients(f, steps.coefficients()));
    String q = step(f, "q", p + "@.fma(" + r + "@.mul(" + r + "@), " + r + "@)");
    return scaled(steps, q, t);
  }

  /** The coefficients as vectors, {@code p5} to {@code p0}. */
  private List<String> coefficients(VectorType f, List<Java> values) {
    List<String> vectors = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      vectors.add(constant(f, values.get(i), "p" + (values.size() - 1 - i)));
    }
    return vectors;
  }

  /** q + 1, times 2 to the k in two factors, from the bits of round + k. */
  private String scaled(ExponentialSteps steps, String q, String t) {
    VectorType f = steps.type();
    String shifted = ".lanewise(" + OPS + ".LSHL, " + steps.shift() + ")." + steps.toNumber();
    String h = step(steps.bits(), "half", t + "@.lanewise(" + OPS + ".LSHR, 1)");
    String a = step(f, "scale", h + "@" + shifted);
    String b = step(f, "rest", t + "@.sub(" + h + "@)" + shifted);
    return step(f, "exp", q + "@.fma(" + a + "@, " + a + "@).mul(" + b + "@)");
  }

  private String log32(String x) {
    VectorType f = VectorType.F32;
    VectorType i = VectorType.I32;
    String normal = f32(Logarithm.F32_NORMAL, "normal");
    String zero = f32(0f, "zero");
    String one = f32(1f, "one");
    String small = mask(f, "small", compare(x + "@", "LT", normal));
    String s =
        step(
            f,
            "s",
            blend(x + "@", x + "@.mul(" + f32(Logarithm.F32_SCALE, "scale") + ")", small + "@"));
    String shift = step(f, "shift", blend(zero, f32(25f, "shiftOfSmall"), small + "@"));
    String b = step(i, "b", s + "@.reinterpretAsInts()");
    String e =
        step(
            i,
            "e",
            b
                + "@.add("
                + i32(Logarithm.F32_BITS_OFFSET, "offset")
                + ").lanewise("
                + OPS
                + ".LSHR, 23)"
                + ".sub("
                + i32(Logarithm.F32_BIAS, "bias")
                + ")");
    String m =
        step(f, "m", b + "@.sub(" + e + "@.lanewise(" + OPS + ".LSHL, 23)).reinterpretAsFloats()");
    String k =
        step(
            f,
            "k",
            "((" + f.vector + ") " + e + "@.convert(" + OPS + ".I2F, 0)).sub(" + shift + "@)");
    String g = step(f, "f", m + "@.sub(" + one + ")");
    String z = step(f, "z", g + "@.mul(" + g + "@)");
    String p =
        polynomial(
            f,
            g,
            List.of(
                f32(Logarithm.F32_P8, "p8"),
                f32(Logarithm.F32_P7, "p7"),
                f32(Logarithm.F32_P6, "p6"),
                f32(Logarithm.F32_P5, "p5"),
                f32(Logarithm.F32_P4, "p4"),
                f32(Logarithm.F32_P3, "p3"),
                f32(Logarithm.F32_P2, "p2"),
                f32(Logarithm.F32_P1, "p1"),
                f32(Logarithm.F32_P0, "p0")));
    String y = step(f, "y", p + "@.mul(" + g + "@).mul(" + z + "@)");
    y = step(f, "y", k + "@.fma(" + f32(Logarithm.F32_LN2_LOW, "ln2Low") + ", " + y + "@)");
    y = step(f, "y", z + "@.fma(" + f32(-0.5f, "minusHalf") + ", " + y + "@)");
    y = step(f, "y", g + "@.add(" + y + "@)");
    y = step(f, "y", k + "@.fma(" + f32(Logarithm.F32_LN2_HIGH, "ln2High") + ", " + y + "@)");
    String nan = constant(f, Literals.of(Float.NaN), "nan");
    String low = constant(f, Literals.of(Float.NEGATIVE_INFINITY), "minusInfinity");
    String high = constant(f, Literals.of(Float.POSITIVE_INFINITY), "infinity");
    return edges(f, x, y, zero, nan, low, high);
  }

  private String log64(String x) {
    VectorType f = VectorType.F64;
    VectorType i = VectorType.I64;
    String normal = f64(Logarithm.F64_NORMAL, "normal");
    String zero = f64(0.0, "zero");
    String small = mask(f, "small", compare(x + "@", "LT", normal));
    String v =
        step(
            f,
            "v",
            blend(x + "@", x + "@.mul(" + f64(Logarithm.F64_SCALE, "scale") + ")", small + "@"));
    String shift = step(f, "shift", blend(zero, f64(54.0, "shiftOfSmall"), small + "@"));
    String b = step(i, "b", v + "@.reinterpretAsLongs()");
    String u =
        step(
            i,
            "u",
            b
                + "@.add("
                + i64(Logarithm.F64_BITS_OFFSET, "bitsOffset")
                + ").lanewise("
                + OPS
                + ".LSHR, 52)");
    String m =
        step(
            f,
            "m",
            b
                + "@.sub("
                + u
                + "@.sub("
                + i64(Logarithm.F64_BIAS, "bias")
                + ").lanewise("
                + OPS
                + ".LSHL, 52)).reinterpretAsDoubles()");
    String k =
        step(
            f,
            "k",
            u
                + "@.or("
                + i64(Logarithm.F64_INTEGER_BITS, "integerBits")
                + ").reinterpretAsDoubles().sub("
                + f64(Logarithm.F64_INTEGER_BIAS, "integerBias")
                + ").sub("
                + shift
                + "@)");
    String g = step(f, "f", m + "@.sub(" + f64(1.0, "one") + ")");
    String h = step(f, "h", g + "@.mul(" + f64(0.5, "half") + ").mul(" + g + "@)");
    String s = step(f, "s", g + "@.div(" + g + "@.add(" + f64(2.0, "two") + "))");
    String z = step(f, "z", s + "@.mul(" + s + "@)");
    String r =
        polynomial(
            f,
            z,
            List.of(
                f64(Logarithm.F64_R7, "r7"),
                f64(Logarithm.F64_R6, "r6"),
                f64(Logarithm.F64_R5, "r5"),
                f64(Logarithm.F64_R4, "r4"),
                f64(Logarithm.F64_R3, "r3"),
                f64(Logarithm.F64_R2, "r2"),
                f64(Logarithm.F64_R1, "r1")));
    r = step(f, "r", r + "@.mul(" + z + "@)");
    String y =
        step(
            f,
            "y",
            s
                + "@.fma("
                + h
                + "@.add("
                + r
                + "@), "
                + k
                + "@.mul("
                + f64(Logarithm.F64_LN2_LOW, "ln2Low")
                + "))");
    y =
        step(
            f,
            "y",
            k
                + "@.fma("
                + f64(Logarithm.F64_LN2_HIGH, "ln2High")
                + ", "
                + g
                + "@.sub("
                + h
                + "@.sub("
                + y
                + "@)))");
    String nan = constant(f, Literals.of(Double.NaN), "nan");
    String low = constant(f, Literals.of(Double.NEGATIVE_INFINITY), "minusInfinity");
    String high = constant(f, Literals.of(Double.POSITIVE_INFINITY), "infinity");
    return edges(f, x, y, zero, nan, low, high);
  }

  /** What the steps do not give: arguments that are not positive numbers. */
  private String edges(
      VectorType f, String x, String y, String zero, String nan, String low, String high) {
    y = step(f, "y", blend(nan, y + "@", compare(x + "@", "GT", zero)));
    y = step(f, "y", blend(y + "@", low, compare(x + "@", "EQ", zero)));
    return step(f, "log", blend(y + "@", high, compare(x + "@", "EQ", high)));
  }

  private String polynomial(VectorType f, String x, List<String> coefficients) {
    String p =
        step(f, "poly", coefficients.get(0) + ".fma(" + x + "@, " + coefficients.get(1) + ")");
    for (String coefficient : coefficients.subList(2, coefficients.size())) {
      p = step(f, "poly", p + "@.fma(" + x + "@, " + coefficient + ")");
    }
    return p;
  }

  // ---- pieces of steps

  private static String compare(String x, String relation, String y) {
    return x + ".compare(" + OPS + "." + relation + ", " + y + ")";
  }

  private static String blend(String otherwise, String then, String mask) {
    return otherwise + ".blend(" + then + ", " + mask + ")";
  }

  private String f32(float value, String hint) {
    return constant(VectorType.F32, Literals.of(value), hint);
  }

  private String f64(double value, String hint) {
    return constant(VectorType.F64, Literals.of(value), hint);
  }

  private String i32(int value, String hint) {
    return constant(VectorType.I32, Literals.of(value), hint);
  }

  private String i64(long value, String hint) {
    return constant(VectorType.I64, Literals.of(value), hint);
  }

  private String constant(VectorType type, Java value, String hint) {
    return constants.of(type, value, hint);
  }

  private String mask(VectorType type, String name, String value) {
    return write(type.maskType(), name, value);
  }

  private String step(VectorType type, String name, String value) {
    return write(type.vector, name, value);
  }

  /** A local of each vector: declared when its group is new, given a new value after that. */
  private String write(String type, String name, String value) {
    String group = groups.get(name);
    boolean declared = group != null;
    if (group == null) {
      group = names.freshGroup(name, count);
      groups.put(name, group);
    }
    for (int k = 0; k < count; k++) {
      out.line(
          (declared ? "" : type + " ")
              + group
              + k
              + " = "
              + value.replace("@", Integer.toString(k))
              + ";");
    }
    return group;
  }
}
