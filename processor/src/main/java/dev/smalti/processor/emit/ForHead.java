package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;

/** The head of a counting loop in Java. */
final class ForHead {
  private ForHead() {}

  /** The text up to the brace; bounds that may change in the body are held by locals in front. */
  static String of(Stmt.For s, Context context, int line, Lines out) {
    String name = context.names.of(s.variable());
    String type = s.variable().scalar().keyword();
    String from = context.scalars.of(s.from(), line).text();
    Java to = fixed(s.to(), context, name + "End", line, out);
    String start = "for (" + type + " " + name + " = " + from + "; ";
    if (s.step() instanceof Scalar.Constant constant) {
      long step = ((Number) constant.value()).longValue();
      String compare = step < 0 ? " > " : " < ";
      String next = isExact(s.to(), step) ? advance(name, step) : next(name, to, "" + step);
      return start + name + compare + to.in(8) + "; " + next + ")";
    }
    Java step = fixed(s.step(), context, name + "Step", line, out);
    if (context.isPositive(s.step())) {
      return start + name + " < " + to.in(8) + "; " + next(name, to, step.text()) + ")";
    }
    if (context.purpose == Context.Purpose.COMPUTE) { // A skeleton counts its rounds instead.
      out.line("%s.step(KERNEL, %d, %s);".formatted(Api.CHECKS, line, step.text()));
    }
    return start
        + "%s > 0 ? %s < %s : %s > %s; %s)"
            .formatted(step.in(8), name, to.in(8), name, to.in(8), next(name, to, step.text()));
  }

  /** Whether the counter cannot pass the last value of its type on its way past the bound. */
  private static boolean isExact(Scalar to, long step) {
    if (step == 1 || step == -1) {
      return true;
    }
    if (!(to instanceof Scalar.Constant constant)) {
      return false;
    }
    long bound = ((Number) constant.value()).longValue();
    boolean wide = to.type() == ScalarType.LONG;
    return step > 0
        ? bound <= (wide ? Long.MAX_VALUE : Integer.MAX_VALUE) - step
        : bound >= (wide ? Long.MIN_VALUE : Integer.MIN_VALUE) - step;
  }

  private static String next(String name, Java to, String step) {
    return "%s = %s.next(%s, %s, %s)".formatted(name, Api.CHECKS, name, to.text(), step);
  }

  private static String advance(String name, long step) {
    if (step == 1) {
      return name + "++";
    }
    return step == -1 ? name + "--" : step < 0 ? name + " -= " + -step : name + " += " + step;
  }

  private static Java fixed(Scalar scalar, Context context, String hint, int line, Lines out) {
    Java java = context.scalars.of(scalar, line);
    boolean stable =
        switch (scalar) {
          case Scalar.Constant _, Scalar.Extent _ -> true;
          case Scalar.Read read -> context.bounds.isFixed(read.variable());
          default -> false;
        };
    if (stable) {
      return java;
    }
    String local = context.names.fresh(hint);
    out.line(scalar.type().keyword() + " " + local + " = " + java.text() + ";");
    return Java.primary(local);
  }
}
