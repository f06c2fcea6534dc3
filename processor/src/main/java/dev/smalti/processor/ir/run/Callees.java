package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Reaches;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Functions that are called, each with its parameters solved once. */
final class Callees {
  private final FunctionTable functions;
  private final Reaches reaches;
  private final Map<FunctionId, Binding> bindings = new ConcurrentHashMap<>();

  Callees(FunctionTable functions) {
    this.functions = functions;
    this.reaches = new Reaches(functions);
  }

  Reaches reaches() {
    return reaches;
  }

  Binding find(FunctionId id) {
    Function function =
        functions.find(id).orElseThrow(() -> new Violation("there is no function " + id));
    // The table may hold another form of it by now, after a pass.
    return bindings.compute(
        id,
        (_, known) ->
            known != null && known.function() == function ? known : new Binding(function));
  }
}
