package dev.smalti.processor.emit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Vectors in which every lane is the same, as locals in front of a loop: HotSpot keeps them in
 * registers, and does not always do so with constants of the class.
 */
final class VectorConstants {
  private record Key(VectorType type, String value) {}

  private final LocalNames names;
  private final Map<Key, String> locals = new LinkedHashMap<>();

  /**
   * For one method.
   *
   * @param names of its locals
   */
  VectorConstants(LocalNames names) {
    this.names = names;
  }

  /** The local with a value in every lane; named by the hint when it is new. */
  String of(VectorType type, Java value, String hint) {
    return locals.computeIfAbsent(new Key(type, value.text()), _ -> names.fresh(hint));
  }

  /** The types of all vectors. */
  java.util.List<VectorType> types() {
    return locals.keySet().stream().map(Key::type).distinct().toList();
  }

  void declare(Lines out) {
    locals.forEach(
        (key, local) ->
            out.line(
                key.type().vector
                    + " "
                    + local
                    + " = "
                    + key.type().broadcast(Java.primary(key.value()))
                    + ";"));
  }
}
