package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.SpecialCase;
import java.util.List;

/** Writes the class of a {@code @Jit} method: the tasks of one device, in program order. */
public final class TaskEmitter {
  private final EmitOptions options;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public TaskEmitter(EmitOptions options) {
    this.options = options;
  }

  /**
   * Writes the class.
   *
   * @param graph after all passes
   * @param form what travels with the class
   * @param cases what runs instead where a call has their values
   */
  public Generated emit(Function graph, CarriedForm form, List<SpecialCase> cases) {
    if (graph.kind() != FunctionKind.JIT) {
      throw new IllegalArgumentException(graph.id() + " is no task graph");
    }
    Context context = new Context(graph, new Routines(), Slots.oneEach(List.of()));
    Lines out = new Lines();
    out.line(context.core + ".enter(KERNEL);");
    Entry entry = new Entry(graph, context.names);
    entry.check(context.core + ".ranks()", out);
    entry.choose(cases, context.core, out);
    new OuterBody(graph, context, options, context.core).write(out);
    out.line(context.core + ".leave();");
    return OuterClass.write(
        graph,
        form,
        options,
        "The tasks",
        OuterClass.run(graph, context.names, Api.CORE, context.core, out));
  }
}
