package dev.smalti.processor.lower;

import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a caller must know of an annotated method.
 *
 * @param symbols run-time extents in order of first use
 * @param shapes the text of each parameter's shape, by name, for messages
 * @param undirected windows without a direction: it follows from the body
 * @param atMost components of records: what is declared is the most that a method does with them
 * @param valid whether every declaration was right
 */
record Signature(
    FunctionId id,
    FunctionKind kind,
    List<Parameter> parameters,
    List<String> symbols,
    Map<String, String> shapes,
    Set<String> undirected,
    Set<String> atMost,
    boolean valid) {
  /** Whether the direction of a parameter follows from the body. */
  boolean isDerived(Parameter parameter) {
    return undirected.contains(parameter.name()) || atMost.contains(parameter.name());
  }
}
