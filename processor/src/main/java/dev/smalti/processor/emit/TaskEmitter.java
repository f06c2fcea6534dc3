package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;

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
   */
  public Generated emit(Function graph, CarriedForm form) {
    if (graph.kind() != FunctionKind.JIT) {
      throw new IllegalArgumentException(graph.id() + " is no task graph");
    }
    Context context = new Context(graph, new Routines(), Slots.oneEach(java.util.List.of()));
    Lines out = new Lines();
    out.line(context.core + ".enter(KERNEL);");
    new Entry(graph, context.names).check(context.core + ".ranks()", out);
    new OuterBody(graph, context, new Comments(options.source()), context.core).write(out);
    out.line(context.core + ".leave();");
    return OuterClass.write(
        graph,
        form,
        options,
        "The tasks",
        OuterClass.run(graph, context.names, Api.CORE, context.core, out));
  }
}
