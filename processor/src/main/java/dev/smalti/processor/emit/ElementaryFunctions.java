package dev.smalti.processor.emit;

import dev.smalti.lang.reference.ErrorFunction;
import dev.smalti.lang.reference.HyperbolicTangent;
import dev.smalti.lang.reference.Trigonometry;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import java.util.List;

/**
 * The steps of elementary functions, as {@link Trigonometry}, {@link HyperbolicTangent} and {@link
 * ErrorFunction} define them, for whatever code they become.
 */
final class ElementaryFunctions {
  private final Steps steps;
  private final boolean single;

  private ElementaryFunctions(Steps steps) {
    this.steps = steps;
    this.single = steps.element() == Element.F32;
  }

  /** Whether the steps of a function are here. */
  static boolean has(UnaryOp op) {
    return switch (op) {
      case SIN, COS, TANH, SIGMOID, ERF, GELU, GELU_TANH, FLOOR, CEIL, RINT, ROUND, TRUNC -> true;
      case NEG, ABS, SIGN, EXP, LOG, SQRT, RSQRT, RECIP, NOT -> false;
    };
  }

  /** Writes the steps; gives the result. */
  static Java write(UnaryOp op, Steps steps, Java x) {
    ElementaryFunctions functions = new ElementaryFunctions(steps);
    return switch (op) {
      case SIN -> functions.turn(x, 0);
      case COS -> functions.turn(x, 1);
      case TANH -> functions.tanh(x);
      case SIGMOID -> functions.sigmoid(x);
      case ERF -> functions.erf(x);
      case GELU -> functions.gelu(x);
      case GELU_TANH -> functions.geluTanh(x);
      case FLOOR, CEIL, RINT, ROUND, TRUNC -> functions.whole(op, x);
      case NEG, ABS, SIGN, EXP, LOG, SQRT, RSQRT, RECIP, NOT ->
          throw new IllegalArgumentException("no steps here: " + op);
    };
  }

  private double either(float f32, double f64) {
    return single ? f32 : f64;
  }

  private Java one() {
    return steps.constant(1, "one");
  }

  private Java half() {
    return steps.constant(0.5, "half");
  }

  private Java polynomial(String name, Java x, List<? extends Number> coefficients) {
    Java p = steps.constant(coefficients.getFirst().doubleValue(), name + "0");
    for (int i = 1; i < coefficients.size(); i++) {
      Java c = steps.constant(coefficients.get(i).doubleValue(), name + i);
      p = steps.number(name, steps.fma(p, x, c));
    }
    return p;
  }

  // ---- signs

  private Java signBit() {
    return steps.constantBits(single ? Integer.MIN_VALUE : Long.MIN_VALUE, "signBit");
  }

  /** A number, negated where another is negative. */
  private Java withSign(Java number, Java of) {
    Java sign = steps.and(steps.bitsOf(of), signBit());
    Java signed = steps.xor(steps.bitsOf(number), sign);
    return steps.number("y", steps.ofBits(signed));
  }

  // ---- whole numbers

  /** Adding a large number and taking it off again rounds to the nearest, ties to even. */
  private Java whole(UnaryOp op, Java x) {
    Java large = steps.constant(single ? 0x1p23 : 0x1p52, "large");
    Java a = steps.number("a", steps.abs(x));
    Java near = steps.number("near", steps.sub(steps.add(a, large), large));
    near = steps.number("near", steps.select(steps.isLess(a, large), near, a));
    return switch (op) {
      case RINT -> withSign(near, x);
      case TRUNC -> withSign(below(near, a), x);
      case ROUND -> {
        Java down = below(near, a);
        Java up = steps.add(down, one());
        Java low = steps.isLess(steps.sub(a, down), half());
        yield withSign(steps.number("y", steps.select(low, down, up)), x);
      }
      case FLOOR -> {
        Java signed = withSign(near, x);
        Java less = steps.sub(signed, one());
        Java y = steps.number("y", steps.select(steps.isGreater(signed, x), less, signed));
        yield signed(y, x);
      }
      case CEIL -> {
        Java signed = withSign(near, x);
        Java more = steps.add(signed, one());
        Java y = steps.number("y", steps.select(steps.isLess(signed, x), more, signed));
        yield signed(y, x);
      }
      default -> throw new IllegalArgumentException("no rounding: " + op);
    };
  }

  /** The greatest whole number up to a, from the nearest. */
  private Java below(Java near, Java a) {
    Java less = steps.sub(near, one());
    return steps.number("down", steps.select(steps.isGreater(near, a), less, near));
  }

  /** A number that has the sign of x, or a zero, which is given it. */
  private Java signed(Java y, Java x) {
    return withSign(steps.abs(y), x);
  }

  // ---- sine and cosine

  private Java turn(Java x, int more) {
    Java a = steps.number("a", steps.abs(x));
    Java round = steps.constant(either(Trigonometry.F32_ROUND, Trigonometry.F64_ROUND), "round");
    Java quarters =
        steps.constant(either(Trigonometry.F32_QUARTERS, Trigonometry.F64_QUARTERS), "quarters");
    Java t = steps.number("t", steps.fma(a, quarters, round));
    Java k = steps.number("k", steps.sub(t, round));
    Java r = a;
    List<? extends Number> parts = single ? Trigonometry.F32_PARTS : Trigonometry.F64_PARTS;
    for (int i = 0; i < parts.size(); i++) {
      Java part = steps.constant(-parts.get(i).doubleValue(), "part" + i);
      r = steps.number("r", steps.fma(k, part, r));
    }
    Java z = steps.number("z", steps.mul(r, r));
    Java s = polynomial("s", z, single ? Trigonometry.F32_S : Trigonometry.F64_S);
    s = steps.number("s", steps.fma(steps.mul(r, z), s, r));
    Java c = polynomial("c", z, single ? Trigonometry.F32_C : Trigonometry.F64_C);
    Java start = steps.fma(z, steps.constant(-0.5, "minusHalf"), one());
    c = steps.number("c", steps.fma(steps.mul(z, z), c, start));
    Java q = steps.bits("q", quarter(t, more));
    Java odd = steps.isAny(steps.and(q, steps.constantBits(1, "lowBit")));
    Java y = steps.number("y", steps.select(odd, c, s));
    Java second = steps.and(q, steps.constantBits(2, "highBit"));
    Java flip = steps.shifted(second, single ? 30 : 62);
    y = steps.number("y", steps.ofBits(steps.xor(steps.bitsOf(y), flip)));
    Java limit = steps.constant(either(Trigonometry.F32_LIMIT, Trigonometry.F64_LIMIT), "limit");
    y = steps.turned(steps.mask("far", steps.isGreater(a, limit)), a, more, y);
    return more == 0 ? withSign(y, x) : y;
  }

  private Java quarter(Java t, int more) {
    Java bits = steps.bitsOf(t);
    return more == 0 ? bits : steps.plusBits(bits, steps.constantBits(more, "more"));
  }

  // ---- by the exponential

  private Java tanh(Java x) {
    Java a = steps.number("a", steps.abs(x));
    Java z = steps.number("z", steps.mul(a, a));
    Java p = polynomial("p", z, single ? HyperbolicTangent.F32_P : HyperbolicTangent.F64_P);
    if (!single) {
      Java q = polynomial("q", z, HyperbolicTangent.F64_Q);
      p = steps.number("p", steps.div(p, q));
    }
    p = steps.number("p", steps.mul(p, z));
    Java s = steps.number("s", steps.fma(p, a, a));
    Java e = steps.of(UnaryOp.EXP, steps.number("twice", steps.add(a, a)));
    Java two = steps.constant(2, "two");
    Java quotient = steps.div(two, steps.add(e, one()));
    Java t = steps.number("t", steps.sub(one(), quotient));
    Java small =
        steps.constant(either(HyperbolicTangent.F32_SMALL, HyperbolicTangent.F64_SMALL), "small");
    return withSign(steps.number("y", steps.select(steps.isLess(a, small), s, t)), x);
  }

  private Java sigmoid(Java x) {
    Java a = steps.number("a", steps.negated(steps.abs(x)));
    Java e = steps.number("e", steps.of(UnaryOp.EXP, a));
    Java negative = steps.isLess(x, steps.constant(0, "zero"));
    Java above = steps.number("above", steps.select(negative, e, one()));
    return steps.number("y", steps.div(above, steps.add(one(), e)));
  }

  private Java erf(Java x) {
    Java a = steps.number("a", steps.abs(x));
    Java z = steps.number("z", steps.mul(a, a));
    Java p = polynomial("p", z, single ? ErrorFunction.F32_P : ErrorFunction.F64_P);
    Java s = steps.number("s", steps.fma(p, a, a));
    Java highest =
        steps.constant(either(ErrorFunction.F32_HIGHEST, ErrorFunction.F64_HIGHEST), "highest");
    Java c = steps.number("c", steps.select(steps.isGreater(a, highest), highest, a));
    Java g = polynomial("g", c, single ? ErrorFunction.F32_G : ErrorFunction.F64_G);
    Java exponent = single ? steps.fma(g, c, steps.negated(c)) : steps.negated(g);
    Java e = steps.of(UnaryOp.EXP, steps.number("g", exponent));
    Java t = steps.number("t", steps.sub(one(), e));
    Java small = steps.constant(either(ErrorFunction.F32_SMALL, ErrorFunction.F64_SMALL), "small");
    return withSign(steps.number("y", steps.select(steps.isLess(a, small), s, t)), x);
  }

  private Java atLeastLowest(Java x) {
    Java lowest =
        steps.constant(either(ErrorFunction.F32_LOWEST, ErrorFunction.F64_LOWEST), "lowest");
    return steps.number("c", steps.select(steps.isLess(x, lowest), lowest, x));
  }

  private Java gelu(Java x) {
    Java c = atLeastLowest(x);
    Java root =
        steps.constant(either(ErrorFunction.F32_ROOT_HALF, ErrorFunction.F64_ROOT_HALF), "root");
    Java erf = steps.of(UnaryOp.ERF, steps.number("u", steps.mul(c, root)));
    return weighted(c, erf);
  }

  private Java geluTanh(Java x) {
    Java c = atLeastLowest(x);
    Java cube = steps.constant(either(ErrorFunction.F32_CUBE, ErrorFunction.F64_CUBE), "cube");
    Java factor = steps.mul(steps.mul(c, c), cube);
    Java u = steps.number("u", steps.fma(factor, c, c));
    Java root =
        steps.constant(either(ErrorFunction.F32_ROOT_2_PI, ErrorFunction.F64_ROOT_2_PI), "root");
    Java tanh = steps.of(UnaryOp.TANH, steps.number("u", steps.mul(u, root)));
    return weighted(c, tanh);
  }

  /** {@code c / 2 * (1 + share)}. */
  private Java weighted(Java c, Java share) {
    return steps.number("y", steps.mul(steps.mul(c, half()), steps.add(share, one())));
  }
}
