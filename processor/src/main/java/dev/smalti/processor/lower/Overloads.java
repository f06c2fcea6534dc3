package dev.smalti.processor.lower;

import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Which of several methods of one name a call means, by the kinds of its arguments.
 *
 * <p>Java chooses the most specific applicable method; among the methods that kernels may call,
 * that is the one with the fewest widening steps. Java checks the call again.
 */
final class Overloads {
  private static final int IMPOSSIBLE = 1000;
  private static final int VARIABLE_ARITY = 100;

  private Overloads() {}

  static Optional<ExecutableElement> choose(
      List<ExecutableElement> candidates, List<Value> arguments) {
    ExecutableElement best = null;
    int least = IMPOSSIBLE;
    for (ExecutableElement candidate : candidates) {
      int distance = distance(candidate, arguments);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  private static int distance(ExecutableElement method, List<Value> arguments) {
    List<TypeMirror> types = new ArrayList<>();
    method.getParameters().stream().map(VariableElement::asType).forEach(types::add);
    int penalty = 0;
    if (method.isVarArgs()) {
      if (arguments.size() < types.size() - 1) {
        return IMPOSSIBLE;
      }
      TypeMirror component = ((ArrayType) types.removeLast()).getComponentType();
      while (types.size() < arguments.size()) {
        types.add(component);
      }
      penalty = VARIABLE_ARITY;
    }
    if (types.size() != arguments.size()) {
      return IMPOSSIBLE;
    }
    int sum = penalty;
    for (int i = 0; i < types.size(); i++) {
      sum = Math.min(IMPOSSIBLE, sum + distance(arguments.get(i), types.get(i)));
    }
    return sum;
  }

  private static int distance(Value argument, TypeMirror type) {
    if (argument instanceof Value.OfScalar scalar) {
      return Signatures.scalar(type)
          .map(wanted -> widening(scalar.scalar().type(), wanted))
          .orElse(IMPOSSIBLE);
    }
    if (type.getKind() == TypeKind.TYPEVAR) {
      return argument instanceof Value.OfElement ? 0 : IMPOSSIBLE;
    }
    String wanted = Signatures.languageClass(type);
    return switch (argument) {
      case Value.OfTile t when t.mask() -> is(wanted, "Mask");
      case Value.OfTile t -> is(wanted, "Tile") + element(t.tile().type().element(), type);
      case Value.OfPlace p ->
          switch (p.place().type()) {
            case SignalType _ -> is(wanted, "Signal");
            case TensorType t when t.isWindow() && wanted.equals("Tensor") ->
                1 + element(t.element(), type);
            case TensorType t ->
                is(wanted, t.isWindow() ? "Window" : "Tensor") + element(t.element(), type);
            default -> IMPOSSIBLE;
          };
      case Value.OfIndex _ -> is(wanted, "Index");
      case Value.OfExtent _ -> is(wanted, "Extent");
      case Value.OfChunk _ -> is(wanted, "Chunk");
      case Value.OfCores _ -> Math.min(is(wanted, "Cores"), is(wanted, "CollectiveOption"));
      case Value.OfTask t when t.tasks().type().array() -> IMPOSSIBLE;
      case Value.OfTask _ -> is(wanted, "Task");
      case Value.OfTaskOption _ -> is(wanted, "TaskOption");
      case Value.OfEnum e when wanted.equals("CollectiveOption") ->
          is(e.type(), e.type().equals("Order") ? "Order" : "Algorithm");
      case Value.OfEnum e -> is(wanted, e.type());
      case Value.OfWorld _ -> wanted.equals("Domain") ? 1 : is(wanted, "World");
      case Value.OfDomain _, Value.OfNamedDomain _ -> is(wanted, "Domain");
      case Value.OfElement _ -> is(wanted, "DType");
      case Value.OfRecord r ->
          type instanceof DeclaredType declared
                  && declared.asElement() instanceof TypeElement element
                  && element.equals(r.type())
              ? 0
              : IMPOSSIBLE;
      case Value.OfScalar _,
          Value.OfType _,
          Value.OfField _,
          Value.OfPackage _,
          Value.OfCallback _,
          Value.Nothing _ ->
          IMPOSSIBLE;
    };
  }

  private static int is(String wanted, String actual) {
    return wanted.equals(actual) ? 0 : IMPOSSIBLE;
  }

  /** A known type argument has to agree; a type variable takes any. */
  private static int element(dev.smalti.processor.ir.ElementType actual, TypeMirror type) {
    if (type instanceof DeclaredType declared && !declared.getTypeArguments().isEmpty()) {
      return Signatures.element(declared.getTypeArguments().getFirst())
          .map(wanted -> wanted == actual ? 0 : IMPOSSIBLE)
          .orElse(0);
    }
    return 0;
  }

  private static int widening(ScalarType from, ScalarType to) {
    if (from == to) {
      return 0;
    }
    boolean widens = from.isNumeric() && to.isNumeric() && from.compareTo(to) < 0;
    return widens ? to.compareTo(from) : IMPOSSIBLE;
  }
}
