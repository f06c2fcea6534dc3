package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What a skeleton calls that communicates nothing and so has no skeleton of its own: what is
 * checked of it is a private method of the caller's.
 */
final class SilentCallees {
  private record Callee(String method, Function function) {}

  private final FunctionTable functions;
  private final Map<FunctionId, String> methods = new HashMap<>();
  private final List<Callee> callees = new ArrayList<>();
  private final Set<String> taken = new HashSet<>(Set.of("run", "of"));

  SilentCallees(FunctionTable functions) {
    this.functions = functions;
  }

  /** The method that tells what a callee communicates. */
  String method(FunctionId callee) {
    return methods.computeIfAbsent(
        callee,
        id -> {
          Optional<Function> silent =
              functions.find(id).filter(function -> !ProtocolEmitter.hasSkeleton(function));
          return silent
              .map(this::add)
              .orElseGet(() -> Api.markOf(ProtocolEmitter.skeleton(id)) + ".run");
        });
  }

  private String add(Function function) {
    String method = function.id().method();
    for (int i = 2; !taken.add(method); i++) {
      method = function.id().method() + i;
    }
    callees.add(new Callee(method, function));
    return method;
  }

  /** Visits the private methods, also those that are needed for one that was visited. */
  void forEach(BiConsumer<String, Function> visitor) {
    for (int i = 0; i < callees.size(); i++) {
      visitor.accept(callees.get(i).method(), callees.get(i).function());
    }
  }
}
