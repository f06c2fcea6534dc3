package dev.smalti.processor.emit;

import dev.smalti.processor.ir.FunctionId;
import java.util.Locale;

/** Names of what users call. */
final class HostNames {
  private HostNames() {}

  /** The class nested in {@code RingSumPrograms}: {@code AllReduce}, overloads with their tag. */
  static String program(FunctionId id) {
    String method = id.method();
    int first = method.offsetByCodePoints(0, 1);
    String tag = id.tag().isEmpty() ? "" : "_" + id.tag();
    return method.substring(0, first).toUpperCase(Locale.ROOT) + method.substring(first) + tag;
  }

  /** The method of {@code RingSumPrograms}: {@code allReduce}, overloads with their tag. */
  static String factory(FunctionId id) {
    return id.method() + (id.tag().isEmpty() ? "" : "_" + id.tag());
  }
}
