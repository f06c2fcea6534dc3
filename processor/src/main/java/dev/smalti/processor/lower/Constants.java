package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/** The arguments of {@code @Const} parameters: values, not expressions. */
record Constants(Frame frame, Expressions expressions) {
  /** The arguments of a call, those of constant parameters as the constants that they are. */
  List<Value> fixed(ExecutableElement method, List<Value> arguments, List<? extends Tree> trees) {
    List<Value> fixed = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      VariableElement parameter = method.getParameters().get(i);
      fixed.add(
          AnnotatedMethod.isConstant(parameter)
              ? constant(method, parameter, arguments.get(i), trees.get(i))
              : arguments.get(i));
    }
    return fixed;
  }

  private Value constant(
      ExecutableElement method, VariableElement parameter, Value argument, Tree at) {
    Optional<ScalarType> type = Signatures.scalar(parameter.asType());
    if (type.isEmpty()) {
      return argument; // A constant of an enum always is one.
    }
    Scalar scalar = expressions.convert(argument, type.get(), at);
    Object value =
        frame
            .lowering
            .constant(scalar)
            .orElseThrow(
                () ->
                    frame.error(
                        Code.NOT_CONST,
                        at,
                        "%s of %s is a @Const parameter, %s is no constant"
                            .formatted(parameter.getSimpleName(), method.getSimpleName(), at)));
    return new Value.OfScalar(new Scalar.Constant(type.get(), value));
  }
}
