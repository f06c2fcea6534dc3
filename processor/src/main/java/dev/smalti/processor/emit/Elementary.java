package dev.smalti.processor.emit;

import com.palantir.javapoet.MethodSpec;
import dev.smalti.lang.reference.Philox;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import javax.lang.model.element.Modifier;

/**
 * The elementary functions as private methods of generated classes, but for exponential and
 * logarithm: so many kernels need these that they are methods of the runtime.
 */
final class Elementary {
  private Elementary() {}

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

  /** Random bits: the steps of {@link Philox}. */
  static MethodSpec philox() {
    Lines body = new Lines();
    body.line("int c0 = (int) counter;");
    body.line("int c1 = (int) (counter >>> 32);");
    body.line("int c2 = 0;");
    body.line("int c3 = 0;");
    body.line("int k0 = (int) key;");
    body.line("int k1 = (int) (key >>> 32);");
    body.open("for (int round = 0; round < " + Philox.ROUNDS + "; round++)");
    body.line("long a = 0x%xL * (c0 & 0xffffffffL);".formatted(Philox.FACTOR_0));
    body.line("long b = 0x%xL * (c2 & 0xffffffffL);".formatted(Philox.FACTOR_1));
    body.line("c0 = (int) (b >>> 32) ^ c1 ^ k0;");
    body.line("c1 = (int) b;");
    body.line("c2 = (int) (a >>> 32) ^ c3 ^ k1;");
    body.line("c3 = (int) a;");
    body.line("k0 += 0x%x;".formatted(Philox.STEP_0));
    body.line("k1 += 0x%x;".formatted(Philox.STEP_1));
    body.close();
    body.line("return word < 2 ? word == 0 ? c0 : c1 : word == 2 ? c2 : c3;");
    return MethodSpec.methodBuilder("philox")
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addJavadoc("A word of the block with a counter: Philox 4x32, 10 rounds.\n")
        .returns(Api.typeName("int"))
        .addParameter(Api.typeName("long"), "key")
        .addParameter(Api.typeName("long"), "counter")
        .addParameter(Api.typeName("int"), "word")
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
}
