package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;

/** Writes the class of a {@code @Host} method: what it allocates and dispatches. */
public final class ProgramEmitter {
  private final EmitOptions options;

  /**
   * For one compilation.
   *
   * @param options what it allows
   */
  public ProgramEmitter(EmitOptions options) {
    this.options = options;
  }

  /**
   * Writes the class.
   *
   * @param program after all passes
   * @param form what travels with the class
   */
  public Generated emit(Function program, CarriedForm form) {
    if (program.kind() != FunctionKind.HOST) {
      throw new IllegalArgumentException(program.id() + " is no program");
    }
    Context context = new Context(program, new Routines(), Slots.oneEach(java.util.List.of()));
    String dispatch = context.names.fresh("dispatch");
    Lines out = new Lines();
    new Entry(program, context.names).check(dispatch + ".size()", out);
    new OuterBody(program, context, options, dispatch).write(out);
    return OuterClass.write(
        program,
        form,
        options,
        "The program",
        OuterClass.run(program, context.names, Api.DISPATCH, dispatch, out));
  }
}
