package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A function compiled once more, for certain values of its extents and scalars. The function itself
 * runs it where it is called with them.
 *
 * @param id which function it is then
 * @param values the value of each extent, an {@code int}, and of each scalar parameter
 */
public record SpecialCase(FunctionId id, Map<String, Scalar.Constant> values) {
  public SpecialCase {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Of a function.
   *
   * @param of the function for all values
   * @param values at least one
   */
  public static SpecialCase of(FunctionId of, Map<String, Scalar.Constant> values) {
    List<String> tag = new ArrayList<>();
    if (!of.tag().isEmpty()) {
      tag.add(of.tag());
    }
    values.forEach(
        (name, value) ->
            tag.add(Variable.word(name) + value.value().toString().replace("-", "Minus")));
    return new SpecialCase(new FunctionId(of.owner(), of.method(), String.join("_", tag)), values);
  }

  /** As messages spell it: {@code n = 1024, k = 8}. */
  public String text() {
    List<String> parts = new ArrayList<>();
    values.forEach((name, value) -> parts.add(name + " = " + value.value()));
    return String.join(", ", parts);
  }
}
