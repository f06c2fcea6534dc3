package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import java.util.HashMap;
import java.util.Map;

/**
 * Steps in vectors, written out where they are used, since a vector that crosses a call costs more
 * than the function. In an expression an at sign stands for the number of the vector; the steps of
 * several vectors alternate, so that one can go on while another waits.
 */
final class VectorSteps implements Steps {
  private static final String OPS = VectorType.OPERATORS;

  private final VectorType type;
  private final VectorType bits;
  private final VectorElementary exponential;
  private final Context context;
  private final Map<String, String> groups = new HashMap<>();

  /** What one round of a loop shares. */
  record Context(
      VectorConstants constants, LocalNames names, int count, Lines out, Routines routines) {}

  /**
   * For one use.
   *
   * @param type {@code F32} or {@code F64}
   * @param context of the round
   */
  VectorSteps(VectorType type, Context context) {
    this.type = type;
    this.bits = type == VectorType.F32 ? VectorType.I32 : VectorType.I64;
    this.context = context;
    this.exponential =
        new VectorElementary(context.constants(), context.names(), context.count(), context.out());
  }

  /** The function of locals {@code x0, x1, ...}; gives the group that holds it. */
  String write(UnaryOp function, String x) {
    return switch (function) {
      case EXP -> exponential.exp(type, x);
      case LOG -> exponential.log(type, x);
      default -> {
        context
            .out()
            .line("// " + function.name().toLowerCase(java.util.Locale.ROOT) + "(" + x + ")");
        Java result = ElementaryFunctions.write(function, this, Java.primary(x + "@"));
        yield result.text().substring(0, result.text().length() - 1);
      }
    };
  }

  @Override
  public Element element() {
    return type.element();
  }

  @Override
  public Java constant(double value, String hint) {
    Java text = type == VectorType.F32 ? Literals.of((float) value) : Literals.of(value);
    return Java.primary(context.constants().of(type, text, hint));
  }

  @Override
  public Java constantBits(long value, String hint) {
    Java text = bits == VectorType.I32 ? Literals.of((int) value) : Literals.of(value);
    return Java.primary(context.constants().of(bits, text, hint));
  }

  /** A local of each vector: declared when its group is new, given a new value after that. */
  private Java local(String localType, String name, Java value) {
    String group = groups.get(name);
    boolean declared = group != null;
    if (group == null) {
      group = context.names().freshGroup(name, context.count());
      groups.put(name, group);
    }
    for (int k = 0; k < context.count(); k++) {
      String text = value.text().replace("@", Integer.toString(k));
      context.out().line((declared ? "" : localType + " ") + group + k + " = " + text + ";");
    }
    return Java.primary(group + "@");
  }

  @Override
  public Java number(String name, Java value) {
    return local(type.vector, name, value);
  }

  @Override
  public Java bits(String name, Java value) {
    return local(bits.vector, name, value);
  }

  @Override
  public Java mask(String name, Java value) {
    return local(type.maskType(), name, value);
  }

  private static Java call(Java on, String method, Java... arguments) {
    return Java.call(on.text() + "." + method, arguments);
  }

  @Override
  public Java add(Java a, Java b) {
    return call(a, "add", b);
  }

  @Override
  public Java sub(Java a, Java b) {
    return call(a, "sub", b);
  }

  @Override
  public Java mul(Java a, Java b) {
    return call(a, "mul", b);
  }

  @Override
  public Java div(Java a, Java b) {
    return call(a, "div", b);
  }

  @Override
  public Java fma(Java a, Java b, Java c) {
    return call(a, "fma", b, c);
  }

  @Override
  public Java abs(Java a) {
    return call(a, "abs");
  }

  @Override
  public Java negated(Java a) {
    return call(a, "neg");
  }

  @Override
  public Java bitsOf(Java a) {
    return call(a, bits == VectorType.I32 ? "reinterpretAsInts" : "reinterpretAsLongs");
  }

  @Override
  public Java ofBits(Java a) {
    return call(a, type == VectorType.F32 ? "reinterpretAsFloats" : "reinterpretAsDoubles");
  }

  @Override
  public Java and(Java a, Java b) {
    return call(a, "and", b);
  }

  @Override
  public Java xor(Java a, Java b) {
    return call(a, "lanewise", Java.primary(OPS + ".XOR"), b);
  }

  @Override
  public Java plusBits(Java a, Java b) {
    return call(a, "add", b);
  }

  @Override
  public Java shifted(Java a, int places) {
    Java by = Java.primary(Integer.toString(places));
    return call(a, "lanewise", Java.primary(OPS + ".LSHL"), by);
  }

  @Override
  public Java isLess(Java a, Java b) {
    return call(a, "compare", Java.primary(OPS + ".LT"), b);
  }

  @Override
  public Java isGreater(Java a, Java b) {
    return call(a, "compare", Java.primary(OPS + ".GT"), b);
  }

  @Override
  public Java isAny(Java value) {
    Java none = constantBits(0, "none");
    Java any = call(value, "compare", Java.primary(OPS + ".NE"), none);
    return call(any, "cast", Java.primary(type.species()));
  }

  @Override
  public Java select(Java mask, Java yes, Java no) {
    return call(no, "blend", yes, mask);
  }

  @Override
  public Java of(UnaryOp function, Java x) {
    String group = x.text().substring(0, x.text().length() - 1);
    return Java.primary(new VectorSteps(type, context).write(function, group) + "@");
  }

  @Override
  public Java turned(Java large, Java a, int more, Java y) {
    String method = context.routines().turnedLanes(type);
    for (int k = 0; k < context.count(); k++) {
      String number = Integer.toString(k);
      context.out().open("if (" + large.text().replace("@", number) + ".anyTrue())");
      context
          .out()
          .line(
              "%s = %s(%s, %d, %s);"
                  .formatted(y.text(), method, a.text(), more, y.text())
                  .replace("@", number));
      context.out().close();
    }
    return y;
  }
}
