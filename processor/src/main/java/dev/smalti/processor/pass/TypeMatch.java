package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.ElementParameter;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the symbols and element parameters of a callee stand for, given the types of arguments. */
final class TypeMatch {
  private record Equation(Dim declared, Dim actual) {}

  private final Map<String, Dim> extents = new HashMap<>();
  private final Map<String, ElementType> elements = new HashMap<>();
  private final List<Equation> equations = new ArrayList<>();
  private final Set<String> open = new HashSet<>();

  TypeMatch(Function callee) {
    open.addAll(callee.symbols());
    open.remove(Function.RANKS);
  }

  /** Notes that a scalar parameter has the value of an extent. */
  void know(String name, Dim value) {
    extents.put(name, value);
    open.remove(name);
  }

  /** Notes that a parameter of one type gets an argument of the other. */
  void match(Type declared, Type actual) {
    switch (declared) {
      case TensorType d when actual instanceof TensorType a -> {
        match(d.element(), a.element());
        match(d.shape(), a.shape());
      }
      case SignalType d when actual instanceof SignalType a -> match(d.shape(), a.shape());
      case TileType d when actual instanceof TileType a -> {
        match(d.element(), a.element());
        match(box(d), box(a));
      }
      default -> {}
    }
  }

  private static List<Dim> box(TileType tile) {
    return List.of(tile.rows(), tile.columns(), tile.validRows(), tile.validColumns());
  }

  private void match(ElementType declared, ElementType actual) {
    if (declared instanceof ElementParameter(String name)) {
      elements.putIfAbsent(name, actual);
    }
  }

  private void match(List<Dim> declared, List<Dim> actual) {
    for (int axis = 0; axis < Math.min(declared.size(), actual.size()); axis++) {
      equations.add(new Equation(declared.get(axis), actual.get(axis)));
    }
  }

  /** Solves for the symbols one after another, each from an axis that is linear in it alone. */
  void solve() {
    boolean progress = true;
    while (progress && !open.isEmpty()) {
      progress = equations.stream().anyMatch(this::solve);
    }
  }

  private boolean solve(Equation equation) {
    List<String> unknown = equation.declared().names().stream().filter(open::contains).toList();
    if (unknown.size() != 1) {
      return false;
    }
    String symbol = unknown.getFirst();
    Dim offset = dim(equation.declared().substitute(at(symbol, Dim.ZERO)));
    Dim factor = dim(equation.declared().substitute(at(symbol, Dim.ONE))).minus(offset);
    boolean linear = factor.times(Dim.named(symbol)).plus(offset).equals(dim(equation.declared()));
    if (!linear || factor.isConstant(0)) {
      return false;
    }
    Dim rest = equation.actual().minus(offset);
    know(symbol, factor.isConstant(1) ? rest : rest.dividedBy(factor));
    return true;
  }

  private static java.util.function.Function<String, Dim> at(String symbol, Dim value) {
    return name -> name.equals(symbol) ? value : Dim.named(name);
  }

  /** An extent of the callee in terms of the caller, as far as it is known. */
  Dim dim(Dim declared) {
    return declared.substitute(name -> extents.getOrDefault(name, Dim.named(name)));
  }

  Optional<Dim> extent(String name) {
    return Optional.ofNullable(extents.get(name));
  }

  ElementType element(ElementType declared) {
    return declared instanceof ElementParameter(String name)
        ? elements.getOrDefault(name, declared)
        : declared;
  }

  private boolean isKnown(String name) {
    return name.equals(Function.RANKS) || extents.containsKey(name);
  }

  /** The first two extents that differ once everything known is put in, as text. */
  Optional<String> difference() {
    return equations.stream()
        .filter(e -> e.declared().names().stream().allMatch(this::isKnown))
        .filter(e -> !dim(e.declared()).equals(e.actual()))
        .findFirst()
        .map(
            e ->
                "declared is "
                    + e.declared()
                    + (dim(e.declared()).equals(e.declared()) ? "" : " = " + dim(e.declared()))
                    + ", the argument has "
                    + e.actual());
  }
}
