package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Function;
import java.util.ArrayList;
import java.util.List;

/** Declares the size of the world as a symbol of a function whose new body speaks of it. */
final class RanksSymbol {
  private RanksSymbol() {}

  static Function in(Function function) {
    if (function.symbols().contains(Function.RANKS)) {
      return function;
    }
    List<String> symbols = new ArrayList<>(function.symbols());
    symbols.add(Function.RANKS);
    return new Function(
        function.id(),
        function.kind(),
        function.elementParameters(),
        function.operatorParameters(),
        function.parameters(),
        symbols,
        function.results(),
        function.body(),
        function.span());
  }
}
