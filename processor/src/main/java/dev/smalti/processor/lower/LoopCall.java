package dev.smalti.processor.lower;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import dev.smalti.processor.ir.Scalar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an enhanced for loop goes over.
 *
 * @param form which of the calls
 * @param tree the call
 * @param given its arguments, as {@code int}
 */
record LoopCall(Form form, MethodInvocationTree tree, List<Scalar> given) {
  LoopCall {
    given = List.copyOf(given);
  }

  /** How the rounds of a loop stand to each other. */
  enum Form {
    /** One after the other; so is every loop that is not written with one of these. */
    RANGE,
    /** Independent of each other. */
    PARALLEL,
    /** Copied, each with its number. */
    UNROLL,
    /** As a range, with a hint how many may be under way. */
    PIPELINE;

    /** As it is written. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a round may leave the loop, or go on with the next one. */
    boolean allowsJumps() {
      return this == RANGE || this == PIPELINE;
    }
  }

  static LoopCall of(String name, MethodInvocationTree tree, List<Scalar> given) {
    return new LoopCall(Form.valueOf(name.toUpperCase(Locale.ROOT)), tree, given);
  }

  Scalar from() {
    return given.size() == 1 ? Scalar.Constant.of(0) : given.getFirst();
  }

  Scalar to() {
    return given.size() == 1 ? given.getFirst() : given.get(1);
  }

  Scalar step() {
    return given.size() > 2 ? given.get(2) : Scalar.Constant.of(1);
  }

  /** Where the step is written; the call where it is not. */
  ExpressionTree stepTree() {
    return given.size() > 2 ? tree.getArguments().get(2) : tree;
  }

  /** How many rounds may be under way, where that is said. */
  Optional<Scalar> stages() {
    return form == Form.PIPELINE ? Optional.of(given.get(3)) : Optional.empty();
  }
}
