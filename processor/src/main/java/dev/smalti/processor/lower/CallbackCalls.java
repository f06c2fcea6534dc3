package dev.smalti.processor.lower;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Calls of the callbacks of a program. */
final class CallbackCalls {
  private final Frame frame;
  private final Expressions expressions;
  private final Callbacks callbacks;

  CallbackCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
    this.callbacks = new Callbacks(frame.lowering.elements, frame.lowering.types);
  }

  Value call(MethodInvocationTree tree, Variable callback, String name) {
    String method = ((CallbackType) callback.type()).method();
    if (!name.equals(method)) {
      throw frame.error(
          Code.ORDINARY_CALL,
          tree,
          callback.name() + "." + name + " cannot be called in " + frame.here(),
          "Call " + callback.name() + "." + method + "(...): the method of its interface.");
    }
    if (frame.lowering.dispatching()) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          "a rank calls no callback",
          "Call it behind forEachRank: it waits for the dispatches before it.");
    }
    DeclaredType type = declared(callback);
    ExecutableElement element = callbacks.method(type).orElseThrow();
    List<? extends TypeMirror> parameters = callbacks.member(type, element).getParameterTypes();
    if (parameters.size() != tree.getArguments().size()) {
      throw ofJava();
    }
    frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), element);
    List<Value> values = new ArrayList<>();
    for (ExpressionTree argument : tree.getArguments()) {
      values.add(frame.after(values, tree, () -> expressions.lower(argument)));
    }
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      arguments.add(argument(values.get(i), parameters.get(i), tree.getArguments().get(i)));
    }
    frame.emit(new Stmt.Callback(callback, arguments, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  private DeclaredType declared(Variable callback) {
    return frame.source.element().getParameters().stream()
        .filter(parameter -> parameter.getSimpleName().contentEquals(callback.name()))
        .map(parameter -> (DeclaredType) parameter.asType())
        .findFirst()
        .orElseThrow();
  }

  private Expr argument(Value value, TypeMirror parameter, Tree at) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) -> {
        checkFits(callbacks.type(scalar.type()), parameter);
        Optional<ScalarType> declared = Signatures.scalar(parameter);
        yield declared.isPresent() ? expressions.convert(value, declared.get(), at) : scalar;
      }
      case Value.OfPlace(Place place)
          when place.type() instanceof TensorType type && !type.isWindow() -> {
        checkFits(callbacks.type(type), parameter);
        frame.reads(KernelCalls.base(place), at);
        yield place;
      }
      default ->
          throw frame.error(
              Code.WRONG_PLANE,
              at,
              "a callback is given tensors and scalars, this is " + value.noun(),
              "Each rank has its own windows and cells, the host none: let a kernel store what is"
                  + " to be seen to a tensor, and pass that.");
    };
  }

  private void checkFits(TypeMirror argument, TypeMirror parameter) {
    if (!frame.lowering.types.isAssignable(argument, parameter)) {
      throw ofJava();
    }
  }

  private Rejected ofJava() {
    frame.lowering.report.leaveToJavac();
    frame.lowering.fail();
    return new Rejected();
  }
}
