package dev.smalti.processor.ir;

/**
 * Which annotated method.
 *
 * @param owner the binary name of the class, {@code app.Outer$Ring}
 * @param method its name
 * @param tag empty, or what tells overloads apart, {@code F32_int}
 */
public record FunctionId(String owner, String method, String tag) {
  /** The owner without its package, nesting flattened with {@code _}. */
  public String flatOwner() {
    return owner.substring(owner.lastIndexOf('.') + 1).replace('$', '_');
  }

  /**
   * The simple name of the class behind the method, {@code RingSum_step}. File systems and locales
   * differ in what they can spell, so what is not ASCII in the method's name is escaped.
   */
  public String implementationName() {
    StringBuilder name = new StringBuilder(flatOwner()).append('_');
    (tag.isEmpty() ? method : method + "_" + tag)
        .chars()
        .forEach(
            c -> {
              if (c < 128) {
                name.append((char) c);
              } else {
                name.append("_u%04x".formatted(c));
              }
            });
    return name.toString();
  }

  /** The owner's package; empty for the default package. */
  public String packageName() {
    return owner.contains(".") ? owner.substring(0, owner.lastIndexOf('.')) : "";
  }

  /** The owner's simple names and the method, as reports spell it: {@code Outer.Ring.step}. */
  public String display() {
    return owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
  }

  @Override
  public String toString() {
    return owner + "." + method + (tag.isEmpty() ? "" : "~" + tag);
  }
}
