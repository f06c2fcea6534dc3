package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the symbols of a function follow from the extents of its arguments: each symbol is read off
 * one axis whose declared extent is {@code factor * symbol + offset} with everything else known by
 * then. What is declared beyond that is checked.
 */
public final class SymbolBinding {
  /**
   * {@code symbol = (extent(parameter, axis) - offset) / factor}, which must leave no remainder.
   *
   * @param factor not 0; over symbols bound before
   * @param offset over symbols bound before
   */
  public record Source(String symbol, Parameter parameter, int axis, Dim factor, Dim offset) {}

  private final List<Source> sources;
  private final List<String> unbound;

  private SymbolBinding(List<Source> sources, List<String> unbound) {
    this.sources = List.copyOf(sources);
    this.unbound = List.copyOf(unbound);
  }

  /** Solves for the symbols of a function; {@code ranks} is known without a shape. */
  public static SymbolBinding of(Function function) {
    Map<String, Boolean> open = new LinkedHashMap<>();
    function.symbols().stream()
        .filter(symbol -> !symbol.equals(Function.RANKS))
        .forEach(symbol -> open.put(symbol, true));
    List<Source> sources = new ArrayList<>();
    boolean progress = true;
    while (progress && !open.isEmpty()) {
      Optional<Source> next = next(function, open);
      next.ifPresent(
          source -> {
            sources.add(source);
            open.remove(source.symbol());
          });
      progress = next.isPresent();
    }
    return new SymbolBinding(sources, List.copyOf(open.keySet()));
  }

  private static Optional<Source> next(Function function, Map<String, Boolean> open) {
    for (Parameter parameter : function.parameters()) {
      List<Dim> shape = shapeOf(parameter.type());
      for (int axis = 0; axis < shape.size(); axis++) {
        Optional<Source> source = solve(parameter, axis, shape.get(axis), open);
        if (source.isPresent()) {
          return source;
        }
      }
    }
    return Optional.empty();
  }

  /** The declared extents of memory; empty for other types. */
  public static List<Dim> shapeOf(Type type) {
    return switch (type) {
      case TensorType tensor -> tensor.shape();
      case SignalType signal -> signal.shape();
      case ScalarType _, TileType _, TaskType _, WorldType _, CallbackType _ -> List.of();
    };
  }

  private static Optional<Source> solve(
      Parameter parameter, int axis, Dim extent, Map<String, Boolean> open) {
    List<String> unknown = extent.names().stream().filter(open::containsKey).toList();
    if (unknown.size() != 1) {
      return Optional.empty();
    }
    String symbol = unknown.getFirst();
    Dim offset = extent.substitute(n -> n.equals(symbol) ? Dim.ZERO : Dim.named(n));
    Dim factor = extent.substitute(n -> n.equals(symbol) ? Dim.ONE : Dim.named(n)).minus(offset);
    boolean linear = factor.times(Dim.named(symbol)).plus(offset).equals(extent);
    return linear && !factor.isConstant(0)
        ? Optional.of(new Source(symbol, parameter, axis, factor, offset))
        : Optional.empty();
  }

  /** In an order in which each needs only symbols before it. */
  public List<Source> sources() {
    return sources;
  }

  /** Symbols that no axis determines. */
  public List<String> unbound() {
    return unbound;
  }
}
