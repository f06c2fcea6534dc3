package dev.smalti.processor.emit;

import com.palantir.javapoet.MethodSpec;
import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.Logarithm;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import javax.lang.model.element.Modifier;

/**
 * The elementary functions as private methods of generated classes: the steps that {@link
 * Exponential} and {@link Logarithm} define, with their constants.
 */
final class Elementary {
  private static final String FMA = Api.MATH + ".fma";

  private Elementary() {}

  static MethodSpec exp(Element element) {
    return method(
        "exp",
        element,
        "e to the power of x, at most 1.1 ulp from the true value",
        element == Element.F32 ? exp32() : exp64());
  }

  static MethodSpec log(Element element) {
    return method(
        "log",
        element,
        "The natural logarithm of x, at most 1 ulp from the true value",
        element == Element.F32 ? log32() : log64());
  }

  /** A function whose steps are written for every tier at once. */
  static MethodSpec of(UnaryOp op, String name, Element element, Routines routines) {
    Lines body = new Lines();
    Java result =
        ElementaryFunctions.write(op, new ScalarSteps(element, routines, body), Java.primary("x"));
    body.line("return " + result.text() + ";");
    return method(name, element, what(op), body);
  }

  private static String what(UnaryOp op) {
    return switch (op) {
      case SIN -> "The sine of x";
      case COS -> "The cosine of x";
      case TANH -> "The hyperbolic tangent of x";
      case SIGMOID -> "1 / (1 + e to the power of -x)";
      case ERF -> "The error function of x";
      case GELU -> "The Gaussian error linear unit of x";
      case GELU_TANH -> "The Gaussian error linear unit of x, by a hyperbolic tangent";
      case FLOOR -> "The greatest whole number up to x";
      case CEIL -> "The least whole number from x";
      case RINT -> "The whole number nearest to x, ties to even";
      case ROUND -> "The whole number nearest to x, ties away from 0";
      case TRUNC -> "What is left of x without its fraction";
      case NEG, ABS, SIGN, EXP, LOG, SQRT, RSQRT, RECIP, NOT ->
          throw new IllegalArgumentException("no steps: " + op);
    };
  }

  /** The remainder with the sign of the divisor. */
  static MethodSpec mod(Element element) {
    String type = Primitives.computed(element);
    Lines body = new Lines();
    body.line(type + " rest = a % b;");
    body.line("return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;");
    return MethodSpec.methodBuilder("mod")
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addJavadoc("The remainder with the sign of the divisor.\n")
        .returns(Api.typeName(type))
        .addParameter(Api.typeName(type), "a")
        .addParameter(Api.typeName(type), "b")
        .addCode(Api.code(body.text()))
        .build();
  }

  private static MethodSpec method(String name, Element element, String what, Lines body) {
    String type = Primitives.computed(element);
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addJavadoc("$L; the same steps in every tier.\n", what)
        .returns(Api.typeName(type))
        .addParameter(Api.typeName(type), "x")
        .addCode(Api.code(body.text()))
        .build();
  }

  private static Lines exp32() {
    Lines b = new Lines();
    b.line(
        "float c = x < %s ? %s : x;"
            .formatted(f(Exponential.F32_LOWEST), f(Exponential.F32_LOWEST)));
    b.line(
        "c = c > %s ? %s : c;".formatted(f(Exponential.F32_HIGHEST), f(Exponential.F32_HIGHEST)));
    b.line(
        "float t = %s(c, %s, %s);"
            .formatted(FMA, f(Exponential.F32_LOG2_E), f(Exponential.F32_ROUND)));
    b.line("float k = t - %s;".formatted(f(Exponential.F32_ROUND)));
    b.line("float r = %s(k, %s, c);".formatted(FMA, f(-Exponential.F32_LN2_HIGH)));
    b.line("r = %s(k, %s, r);".formatted(FMA, f(-Exponential.F32_LN2_LOW)));
    polynomial(
        b,
        "float",
        "p",
        "r",
        f(Exponential.F32_P5),
        f(Exponential.F32_P4),
        f(Exponential.F32_P3),
        f(Exponential.F32_P2),
        f(Exponential.F32_P1),
        f(Exponential.F32_P0));
    b.line("float q = %s(p, r * r, r);".formatted(FMA));
    b.line("float y = q + 1f;");
    b.line("int n = (int) k;");
    b.line("int half = n >> 1;");
    b.line(
        "return y * %s.intBitsToFloat((half + 127) << 23) * %s.intBitsToFloat((n - half + 127) << 23);"
            .formatted(Api.FLOAT, Api.FLOAT));
    return b;
  }

  private static Lines exp64() {
    Lines b = new Lines();
    b.line(
        "double c = x < %s ? %s : x;"
            .formatted(d(Exponential.F64_LOWEST), d(Exponential.F64_LOWEST)));
    b.line(
        "c = c > %s ? %s : c;".formatted(d(Exponential.F64_HIGHEST), d(Exponential.F64_HIGHEST)));
    b.line(
        "double t = %s(c, %s, %s);"
            .formatted(FMA, d(Exponential.F64_LOG2_E), d(Exponential.F64_ROUND)));
    b.line("double k = t - %s;".formatted(d(Exponential.F64_ROUND)));
    b.line("double r = %s(k, %s, c);".formatted(FMA, d(-Exponential.F64_LN2_HIGH)));
    b.line("r = %s(k, %s, r);".formatted(FMA, d(-Exponential.F64_LN2_LOW)));
    polynomial(
        b,
        "double",
        "p",
        "r",
        d(Exponential.F64_P11),
        d(Exponential.F64_P10),
        d(Exponential.F64_P9),
        d(Exponential.F64_P8),
        d(Exponential.F64_P7),
        d(Exponential.F64_P6),
        d(Exponential.F64_P5),
        d(Exponential.F64_P4),
        d(Exponential.F64_P3),
        d(Exponential.F64_P2),
        d(Exponential.F64_P1),
        d(Exponential.F64_P0));
    b.line("double q = %s(p, r * r, r);".formatted(FMA));
    b.line("double y = q + 1.0;");
    b.line(
        "long w = %s.doubleToRawLongBits(t) - 0x%xL;"
            .formatted(Api.DOUBLE, Exponential.F64_EXPONENT_OFFSET));
    b.line("long h = w >>> 1;");
    b.line(
        "return y * %s.longBitsToDouble(h << 52) * %s.longBitsToDouble((w - h) << 52);"
            .formatted(Api.DOUBLE, Api.DOUBLE));
    return b;
  }

  private static Lines log32() {
    Lines b = new Lines();
    b.line(
        "float s = x < %s ? x * %s : x;"
            .formatted(f(Logarithm.F32_NORMAL), f(Logarithm.F32_SCALE)));
    b.line("float shift = x < %s ? 25f : 0f;".formatted(f(Logarithm.F32_NORMAL)));
    b.line("int b = %s.floatToRawIntBits(s);".formatted(Api.FLOAT));
    b.line(
        "int e = ((b + 0x%x) >>> 23) - %d;"
            .formatted(Logarithm.F32_BITS_OFFSET, Logarithm.F32_BIAS));
    b.line("float m = %s.intBitsToFloat(b - (e << 23));".formatted(Api.FLOAT));
    b.line("float k = (float) e - shift;");
    b.line("float f = m - 1f;");
    b.line("float z = f * f;");
    polynomial(
        b,
        "float",
        "p",
        "f",
        f(Logarithm.F32_P8),
        f(Logarithm.F32_P7),
        f(Logarithm.F32_P6),
        f(Logarithm.F32_P5),
        f(Logarithm.F32_P4),
        f(Logarithm.F32_P3),
        f(Logarithm.F32_P2),
        f(Logarithm.F32_P1),
        f(Logarithm.F32_P0));
    b.line("float y = p * f * z;");
    b.line("y = %s(k, %s, y);".formatted(FMA, f(Logarithm.F32_LN2_LOW)));
    b.line("y = %s(z, -0.5f, y);".formatted(FMA));
    b.line("y = f + y;");
    b.line("y = %s(k, %s, y);".formatted(FMA, f(Logarithm.F32_LN2_HIGH)));
    b.line("y = x > 0f ? y : %s.NaN;".formatted(Api.FLOAT));
    b.line("y = x == 0f ? %s.NEGATIVE_INFINITY : y;".formatted(Api.FLOAT));
    b.line(
        "return x == %s.POSITIVE_INFINITY ? %s.POSITIVE_INFINITY : y;"
            .formatted(Api.FLOAT, Api.FLOAT));
    return b;
  }

  private static Lines log64() {
    Lines b = new Lines();
    b.line(
        "double v = x < %s ? x * %s : x;"
            .formatted(d(Logarithm.F64_NORMAL), d(Logarithm.F64_SCALE)));
    b.line("double shift = x < %s ? 54.0 : 0.0;".formatted(d(Logarithm.F64_NORMAL)));
    b.line("long b = %s.doubleToRawLongBits(v);".formatted(Api.DOUBLE));
    b.line("long u = (b + 0x%xL) >>> 52;".formatted(Logarithm.F64_BITS_OFFSET));
    b.line(
        "double m = %s.longBitsToDouble(b - ((u - %dL) << 52));"
            .formatted(Api.DOUBLE, Logarithm.F64_BIAS));
    b.line(
        "double k = %s.longBitsToDouble(u | 0x%xL) - %s - shift;"
            .formatted(Api.DOUBLE, Logarithm.F64_INTEGER_BITS, d(Logarithm.F64_INTEGER_BIAS)));
    b.line("double f = m - 1.0;");
    b.line("double h = 0.5 * f * f;");
    b.line("double s = f / (2.0 + f);");
    b.line("double z = s * s;");
    polynomial(
        b,
        "double",
        "r",
        "z",
        d(Logarithm.F64_R7),
        d(Logarithm.F64_R6),
        d(Logarithm.F64_R5),
        d(Logarithm.F64_R4),
        d(Logarithm.F64_R3),
        d(Logarithm.F64_R2),
        d(Logarithm.F64_R1));
    b.line("r = r * z;");
    b.line("double y = %s(s, h + r, k * %s);".formatted(FMA, d(Logarithm.F64_LN2_LOW)));
    b.line("y = %s(k, %s, f - (h - y));".formatted(FMA, d(Logarithm.F64_LN2_HIGH)));
    b.line("y = x > 0.0 ? y : %s.NaN;".formatted(Api.DOUBLE));
    b.line("y = x == 0.0 ? %s.NEGATIVE_INFINITY : y;".formatted(Api.DOUBLE));
    b.line(
        "return x == %s.POSITIVE_INFINITY ? %s.POSITIVE_INFINITY : y;"
            .formatted(Api.DOUBLE, Api.DOUBLE));
    return b;
  }

  private static void polynomial(
      Lines b, String type, String p, String x, String first, String... rest) {
    b.line("%s %s = %s;".formatted(type, p, first));
    for (String coefficient : rest) {
      b.line("%s = %s(%s, %s, %s);".formatted(p, FMA, p, x, coefficient));
    }
  }

  private static String f(float value) {
    return Literals.of(value).text();
  }

  private static String d(double value) {
    return Literals.of(value).text();
  }
}
