package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.SpecialCase;

/**
 * Makes the function of a special case: with numbers in the place of its extents and scalars.
 *
 * <p>Needs a function as it was read. Its parameters stay, so that it is called as the other is.
 */
public final class FixValues extends IrRewriter {
  private final SpecialCase fixed;

  private FixValues(SpecialCase fixed) {
    this.fixed = fixed;
  }

  /**
   * Fixes the values.
   *
   * @param general for all values
   * @param fixed names of symbols and of scalar parameters that are never assigned
   */
  public static Function of(Function general, SpecialCase fixed) {
    Function function = new FixValues(fixed).function(general);
    return new Function(
        fixed.id(),
        function.kind(),
        function.elementParameters(),
        function.operatorParameters(),
        function.parameters(),
        function.symbols().stream().filter(name -> !fixed.values().containsKey(name)).toList(),
        function.results(),
        function.body(),
        function.span());
  }

  @Override
  public Dim dim(Dim dim) {
    return dim.names().stream().anyMatch(fixed.values()::containsKey)
        ? dim.substitute(this::value)
        : dim;
  }

  private Dim value(String name) {
    Scalar.Constant value = fixed.values().get(name);
    return value == null ? Dim.named(name) : Dim.of(((Number) value.value()).longValue());
  }

  @Override
  public Scalar scalar(Scalar scalar) {
    if (scalar instanceof Scalar.Read read) {
      Scalar.Constant value = fixed.values().get(read.variable().name());
      if (value != null) {
        return value;
      }
    }
    return super.scalar(scalar);
  }
}
