package dev.smalti.bench;

import java.util.List;
import java.util.Locale;

/**
 * The loops that generated kernels run. Both are measured in a JVM that has the Vector API, since
 * what was written by hand needs it.
 */
enum Tier {
  SCALAR,
  VECTOR;

  /** What a JVM is told. */
  List<String> options() {
    return List.of("-Dsmalti.tier=" + this);
  }

  /** Whether the compiler wrote this form of a kernel. */
  boolean has(Class<?> owner, String kernel) {
    String file = owner.getSimpleName() + "_" + kernel + (this == VECTOR ? "_Vector" : "");
    return owner.getResource(file + ".class") != null;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
