package dev.smalti.processor.ir;

import java.util.List;

/**
 * An annotated method.
 *
 * <p>Names of parameters, symbols and variables are one name space. A symbol is a run-time extent:
 * {@code ranks}, a scalar {@code int} parameter of that name, or bound by {@link SymbolBinding}
 * from the parameters' shapes.
 *
 * @param id which method
 * @param kind its plane
 * @param elementParameters type variables that an instance fixes, {@code T}
 * @param operatorParameters operators that an instance fixes
 * @param parameters in order
 * @param symbols run-time extents in order of first use, without {@code int} parameters
 * @param results types of what an inline function returns; else empty
 * @param body the statements
 * @param span where the method is declared
 */
public record Function(
    FunctionId id,
    FunctionKind kind,
    List<String> elementParameters,
    List<String> operatorParameters,
    List<Parameter> parameters,
    List<String> symbols,
    List<Type> results,
    Block body,
    Span span) {

  /** The extent of a world, spelled so in every shape. */
  public static final String RANKS = "ranks";

  public Function {
    elementParameters = List.copyOf(elementParameters);
    operatorParameters = List.copyOf(operatorParameters);
    parameters = List.copyOf(parameters);
    symbols = List.copyOf(symbols);
    results = List.copyOf(results);
  }

  public Function withBody(Block other) {
    return new Function(
        id, kind, elementParameters, operatorParameters, parameters, symbols, results, other, span);
  }
}
