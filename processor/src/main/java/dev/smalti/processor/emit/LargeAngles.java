package dev.smalti.processor.emit;

import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import dev.smalti.lang.reference.Trigonometry;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Sines of large numbers as private methods of generated classes: {@link Trigonometry#turned}. */
final class LargeAngles {
  private LargeAngles() {}

  /** The bits of 1 / (2 pi). */
  static FieldSpec turns() {
    String words =
        Trigonometry.TURNS.stream().map("0x%xL"::formatted).collect(Collectors.joining(",\n"));
    return FieldSpec.builder(
            Api.typeName("long[]"), "TURNS", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
        .addJavadoc("The bits of 1 / (2 pi), 64 a word, behind 64 that are 0.\n")
        .initializer("{\n$L}", words)
        .build();
  }

  private static MethodSpec.Builder method(String name, String returns) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(Api.typeName(returns));
  }

  static MethodSpec bits() {
    Lines body = new Lines();
    body.line("long word = TURNS[from >> 6] << from;");
    body.line("int left = from & 63;");
    body.line("return left == 0 ? word : word | TURNS[(from >> 6) + 1] >>> -left;");
    return method("turns", "long")
        .addJavadoc("64 bits of the turns, from a bit on.\n")
        .addParameter(Api.typeName("int"), "from")
        .addCode(Api.code(body.text()))
        .build();
  }

  static MethodSpec turned() {
    String multiplyHigh = Api.MATH + ".unsignedMultiplyHigh";
    Lines body = new Lines();
    body.open("if (!(a <= " + Api.DOUBLE + ".MAX_VALUE))");
    body.line("return " + Api.DOUBLE + ".NaN;");
    body.close();
    body.line("long bits = " + Api.DOUBLE + ".doubleToRawLongBits(a);");
    body.line("long m = bits & 0xfffffffffffffL | 0x10000000000000L;");
    body.line("int from = (int) (bits >>> 52) - 1011;");
    body.line("long carried = " + multiplyHigh + "(m, turns(from + 128));");
    body.line("long low = m * turns(from + 64) + carried;");
    body.line("long high = m * turns(from) + " + multiplyHigh + "(m, turns(from + 64));");
    body.open("if (" + Api.LONG + ".compareUnsigned(low, carried) < 0)");
    body.line("high++;");
    body.close();
    body.line("long quarters = (high >>> 62) + more;");
    body.line("high = high << 2 | low >>> 62;");
    body.line("low <<= 2;");
    body.line("boolean negative = high < 0;");
    body.open("if (negative)");
    body.line("quarters++;");
    body.line("high = ~high + (low == 0 ? 1 : 0);");
    body.line("low = -low;");
    body.close();
    body.line("int zeros = " + Api.LONG + ".numberOfLeadingZeros(high | 1);");
    body.open("if (zeros > 0)");
    body.line("high = high << zeros | low >>> (64 - zeros);");
    body.line("low <<= zeros;");
    body.close();
    body.line("double h = (double) (high >>> 11);");
    body.line("double l = (double) ((high & 0x7ff) << 42 | low >>> 22) * 0x1p-53;");
    String first = Literals.of(Trigonometry.F64_PARTS.get(0)).text();
    String second = Literals.of(Trigonometry.F64_PARTS.get(1)).text();
    body.line(
        "double r = %s.fma(h, %s, %s.fma(h, %s, l * %s));"
            .formatted(Api.MATH, first, Api.MATH, second, first));
    body.line("r *= " + Api.DOUBLE + ".longBitsToDouble((long) (970 - zeros) << 52);");
    body.line("return sineOfRest(negative ? -r : r, quarters);");
    return method("turned", "double")
        .addJavadoc("The sine of a + more pi / 2, for a large number: reduced with all its bits.\n")
        .addParameter(Api.typeName("double"), "a")
        .addParameter(Api.typeName("int"), "more")
        .addCode(Api.code(body.text()))
        .build();
  }

  static MethodSpec sineOfRest() {
    String fma = Api.MATH + ".fma";
    Lines body = new Lines();
    body.line("double z = r * r;");
    polynomial(body, "s", Trigonometry.F64_S);
    body.line("s = " + fma + "(r * z, s, r);");
    polynomial(body, "c", Trigonometry.F64_C);
    body.line("c = " + fma + "(z * z, c, " + fma + "(z, -0.5, 1.0));");
    body.line("double y = (q & 1) != 0 ? c : s;");
    body.line("return (q & 2) != 0 ? -y : y;");
    return method("sineOfRest", "double")
        .addJavadoc("The sine of r + q pi / 2, for r in a quarter of a turn.\n")
        .addParameter(Api.typeName("double"), "r")
        .addParameter(Api.typeName("long"), "q")
        .addCode(Api.code(body.text()))
        .build();
  }

  private static void polynomial(Lines body, String p, java.util.List<Double> coefficients) {
    body.line("double " + p + " = " + Literals.of(coefficients.getFirst()).text() + ";");
    for (double c : coefficients.subList(1, coefficients.size())) {
      body.line("%s = %s.fma(%s, z, %s);".formatted(p, Api.MATH, p, Literals.of(c).text()));
    }
  }

  /** Large numbers among the lanes of a vector, one after the other. */
  static MethodSpec lanes(VectorType type) {
    boolean single = type == VectorType.F32;
    String limit =
        (single ? Literals.of(Trigonometry.F32_LIMIT) : Literals.of(Trigonometry.F64_LIMIT)).text();
    String turned = (single ? "(float) " : "") + "turned(a.lane(%d), more)";
    Lines body = new Lines();
    for (int lane = 0; lane < type.lanes; lane++) {
      body.open("if (a.lane(" + lane + ") > " + limit + ")");
      body.line("y = y.withLane(" + lane + ", " + turned.formatted(lane) + ");");
      body.close();
    }
    body.line("return y;");
    return method("turned", type.vector)
        .addJavadoc("The sine of a + more pi / 2 where a is large, y elsewhere.\n")
        .addParameter(Api.typeName(type.vector), "a")
        .addParameter(Api.typeName("int"), "more")
        .addParameter(Api.typeName(type.vector), "y")
        .addCode(Api.code(body.text()))
        .build();
  }
}
