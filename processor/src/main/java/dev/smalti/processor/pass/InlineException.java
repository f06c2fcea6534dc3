package dev.smalti.processor.pass;

import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Origin;
import java.util.List;
import java.util.stream.Collectors;

/** A call that cannot be replaced by the body of its callee: the user's error, at {@link #call}. */
public abstract sealed class InlineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Origin call;

  private InlineException(String message, Origin call) {
    super(message);
    this.call = call;
  }

  /** Where the call stands. */
  public Origin call() {
    return call;
  }

  /** Inline functions that call each other in a circle. */
  public static final class Recursion extends InlineException {
    private static final long serialVersionUID = 1L;

    private final transient List<FunctionId> cycle;

    Recursion(List<FunctionId> cycle, Origin call) {
      super(
          "inline functions are recursive: "
              + cycle.stream().map(FunctionId::display).collect(Collectors.joining(" -> ")),
          call);
      this.cycle = List.copyOf(cycle);
    }

    /** In the order of the calls; the last is the first again. */
    public List<FunctionId> cycle() {
      return cycle;
    }
  }

  /** An argument whose shape or element type is not what the parameter declares. */
  public static final class Mismatch extends InlineException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message, Origin call) {
      super(message, call);
    }
  }
}
