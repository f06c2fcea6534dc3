package dev.smalti.processor.model;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An instance of a generic method that has to be there for plain Java.
 *
 * @param id which function it is
 * @param elements the element type of each type parameter
 * @param numbers the value of each constant parameter of a primitive type
 * @param operators the name of the value of each other constant parameter
 */
public record Variant(
    FunctionId id,
    Map<String, Element> elements,
    Map<String, Scalar.Constant> numbers,
    Map<String, String> operators) {
  public Variant {
    elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    operators = Collections.unmodifiableMap(new LinkedHashMap<>(operators));
  }

  /** As messages spell it: {@code T = F32, op = SUM}. */
  public String text() {
    List<String> parts = new ArrayList<>();
    elements.forEach((name, element) -> parts.add(name + " = " + element));
    numbers.forEach((name, number) -> parts.add(name + " = " + number.value()));
    operators.forEach((name, operator) -> parts.add(name + " = " + operator));
    return String.join(", ", parts);
  }
}
