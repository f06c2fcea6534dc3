package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;
import java.util.HashSet;
import java.util.Set;

/** Steps as the body of a method that takes one number. */
final class ScalarSteps implements Steps {
  private final Element element;
  private final Routines routines;
  private final Lines out;
  private final String type;
  private final String bits;
  private final String box;
  private final Set<String> declared = new HashSet<>();

  /**
   * For one method.
   *
   * @param element {@code F32} or {@code F64}
   * @param routines takes what the steps call
   * @param out takes the steps
   */
  ScalarSteps(Element element, Routines routines, Lines out) {
    this.element = element;
    this.routines = routines;
    this.out = out;
    this.type = Primitives.computed(element);
    this.bits = element == Element.F32 ? "int" : "long";
    this.box = element == Element.F32 ? Api.FLOAT : Api.DOUBLE;
  }

  @Override
  public Element element() {
    return element;
  }

  @Override
  public Java constant(double value, String hint) {
    return element == Element.F32 ? Literals.of((float) value) : Literals.of(value);
  }

  @Override
  public Java constantBits(long value, String hint) {
    if (value == 1 || value == 2) {
      return Java.primary(Long.toString(value));
    }
    return element == Element.F32
        ? Java.primary("0x%x".formatted((int) value))
        : Java.primary("0x%xL".formatted(value));
  }

  private Java local(String localType, String name, Java value) {
    if (!value.text().equals(name)) {
      out.line((declared.add(name) ? localType + " " : "") + name + " = " + value.text() + ";");
    }
    return Java.primary(name);
  }

  @Override
  public Java number(String name, Java value) {
    return local(type, name, value);
  }

  @Override
  public Java bits(String name, Java value) {
    return local(bits, name, value);
  }

  @Override
  public Java mask(String name, Java value) {
    return local("boolean", name, value);
  }

  @Override
  public Java add(Java a, Java b) {
    return a.plus(b);
  }

  @Override
  public Java sub(Java a, Java b) {
    return Java.binary(a, "-", Java.ADDITIVE, b);
  }

  @Override
  public Java mul(Java a, Java b) {
    return a.times(b);
  }

  @Override
  public Java div(Java a, Java b) {
    return Java.binary(a, "/", Java.MULTIPLICATIVE, b);
  }

  @Override
  public Java fma(Java a, Java b, Java c) {
    return Java.call(Api.MATH + ".fma", a, b, c);
  }

  @Override
  public Java abs(Java a) {
    return Java.call(Api.MATH + ".abs", a);
  }

  @Override
  public Java negated(Java a) {
    return new Java("-" + a.in(Java.UNARY, true), Java.UNARY);
  }

  @Override
  public Java bitsOf(Java a) {
    String method = element == Element.F32 ? ".floatToRawIntBits" : ".doubleToRawLongBits";
    return Java.call(box + method, a);
  }

  @Override
  public Java ofBits(Java a) {
    return Java.call(box + (element == Element.F32 ? ".intBitsToFloat" : ".longBitsToDouble"), a);
  }

  @Override
  public Java and(Java a, Java b) {
    return Java.binary(a, "&", 5, b);
  }

  @Override
  public Java xor(Java a, Java b) {
    return Java.binary(a, "^", 4, b);
  }

  @Override
  public Java plusBits(Java a, Java b) {
    return a.plus(b);
  }

  @Override
  public Java shifted(Java a, int places) {
    return Java.binary(a, "<<", 8, Java.primary(Integer.toString(places)));
  }

  @Override
  public Java isLess(Java a, Java b) {
    return Java.binary(a, "<", 7, b);
  }

  @Override
  public Java isGreater(Java a, Java b) {
    return Java.binary(a, ">", 7, b);
  }

  @Override
  public Java isAny(Java bits) {
    return Java.binary(bits, "!=", 6, Java.primary("0"));
  }

  @Override
  public Java select(Java mask, Java yes, Java no) {
    return new Java(
        mask.in(1) + " ? " + yes.in(1) + " : " + no.in(Java.CONDITIONAL), Java.CONDITIONAL);
  }

  @Override
  public Java of(UnaryOp function, Java x) {
    return Java.call(routines.elementary(function, element), x);
  }

  @Override
  public Java turned(Java large, Java a, int more, Java y) {
    Java value = Java.call(routines.turned(), a, Java.primary(Integer.toString(more)));
    Java rounded = element == Element.F32 ? Java.cast("float", value) : value;
    return number("y", select(large, rounded, y));
  }
}
