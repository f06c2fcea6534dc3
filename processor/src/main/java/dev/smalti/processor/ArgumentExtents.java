package dev.smalti.processor;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Finds arguments whose shape fits the parameter for some numbers of ranks only: a signal of 4 rows
 * where {@code ranks} are declared. What differs for every number is found where the call is read;
 * what depends on other sizes, when the program runs.
 */
final class ArgumentExtents {
  /**
   * An argument that does not fit.
   *
   * @param worlds numbers of ranks for which it does not
   */
  record Misfit(Span at, String text, Set<Integer> worlds) {}

  private final FunctionTable functions;
  private final SortedSet<Integer> worlds;
  private final List<Misfit> misfits = new ArrayList<>();
  private final Set<FunctionId> seen = new HashSet<>();

  private ArgumentExtents(FunctionTable functions, SortedSet<Integer> worlds) {
    this.functions = functions;
    this.worlds = worlds;
  }

  /** In all calls of a program, directly or not. */
  static List<Misfit> misfits(
      Function program, FunctionTable functions, SortedSet<Integer> worlds) {
    ArgumentExtents extents = new ArgumentExtents(functions, worlds);
    extents.callsOf(program);
    return extents.misfits;
  }

  private void callsOf(Function caller) {
    if (!seen.add(caller.id())) {
      return;
    }
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.ForEachRank dispatch && dispatch.domain().isPresent()) {
          return; // There are as many ranks as the domain has; a run checks it.
        }
        if (stmt instanceof Stmt.Call call) {
          functions.find(call.callee()).ifPresent(callee -> check(call, callee));
        }
        super.stmt(stmt);
      }
    }.function(caller);
  }

  private void check(Stmt.Call call, Function callee) {
    Map<String, Dim> known = new HashMap<>();
    known.put(Function.RANKS, Dim.named(Function.RANKS));
    for (int i = 0; i < call.arguments().size(); i++) {
      String name = callee.parameters().get(i).name();
      extent(call.arguments().get(i)).ifPresent(dim -> known.put(name, dim));
    }
    for (int i = 0; i < call.arguments().size(); i++) {
      check(call, callee.parameters().get(i), callee, call.arguments().get(i), known);
    }
    callsOf(callee);
  }

  private static Optional<Dim> extent(Expr scalar) {
    return switch (scalar) {
      case Scalar.Extent(Dim dim) -> Optional.of(dim);
      case Scalar.Constant constant when constant.type().isInteger() ->
          Optional.of(Dim.of(((Number) constant.value()).longValue()));
      default -> Optional.empty();
    };
  }

  private void check(
      Stmt.Call call, Parameter parameter, Function callee, Expr argument, Map<String, Dim> known) {
    List<Dim> declared = SymbolBinding.shapeOf(parameter.type());
    List<Dim> given = SymbolBinding.shapeOf(argument.type());
    for (int axis = 0; axis < Math.min(declared.size(), given.size()); axis++) {
      Dim wanted = declared.get(axis);
      List<String> open = wanted.names().stream().filter(n -> !known.containsKey(n)).toList();
      if (open.size() == 1 && wanted.equals(Dim.named(open.getFirst()))) {
        known.put(open.getFirst(), given.get(axis));
      } else if (open.isEmpty()) {
        Dim expected = wanted.substitute(name -> known.getOrDefault(name, Dim.ZERO));
        Set<Integer> wrong = wrong(given.get(axis).minus(expected));
        if (!wrong.isEmpty()) {
          misfits.add(
              new Misfit(
                  call.origin().first(),
                  "%s of %s is declared %s, the argument is %s"
                      .formatted(
                          parameter.name(), callee.id().display(), text(declared), text(given)),
                  wrong));
          return;
        }
      }
    }
  }

  /** For which numbers of ranks a difference is not 0, if it depends on them alone. */
  private Set<Integer> wrong(Dim difference) {
    if (!difference.names().equals(Set.of(Function.RANKS))) {
      return Set.of();
    }
    return worlds.stream()
        .filter(ranks -> difference.evaluate(_ -> ranks) != 0)
        .collect(Collectors.toSet());
  }

  private static String text(List<Dim> shape) {
    return shape.stream().map(Dim::toString).collect(Collectors.joining(", ", "[", "]"));
  }
}
