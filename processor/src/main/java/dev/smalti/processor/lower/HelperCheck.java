package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Looks at a helper by itself, so that what is wrong in one that nobody calls is reported too.
 *
 * <p>Its body is read once with arguments that stand for any: two symbolic axes, the first constant
 * of an enum. Only what is wrong with every argument is reported; shapes, planes and constants are
 * looked at again where the helper is called.
 */
final class HelperCheck {
  /** Kinds of errors that do not depend on the arguments. */
  static final Set<Code> WITH_ANY_ARGUMENT =
      EnumSet.of(
          Code.STATEMENT,
          Code.EXPRESSION,
          Code.LOCAL_TYPE,
          Code.ORDINARY_CALL,
          Code.OBJECT_METHOD,
          Code.RESULT_UNUSED,
          Code.HIDDEN_NAME,
          Code.NOT_CONSTANT,
          Code.LOOP_SOURCE,
          Code.RECURSION,
          Code.RETURN_PLACE,
          Code.COUNTER_ASSIGNED,
          Code.LOOP_JUMP,
          Code.PARALLEL_CARRIES,
          Code.NO_OPERATION,
          Code.RELATION,
          Code.TASK_FORM,
          Code.CONDITION);

  private final BiFunction<AnnotatedMethod, Report, Lowering> lowerings;

  /**
   * For one front end.
   *
   * @param lowerings starts the reading of a method
   */
  HelperCheck(BiFunction<AnnotatedMethod, Report, Lowering> lowerings) {
    this.lowerings = lowerings;
  }

  /**
   * Looks at a helper.
   *
   * @param instance what its type parameters stand for
   * @param report takes what is wrong with it
   */
  void check(AnnotatedMethod helper, Source source, Instance instance, Report report) {
    TypeMirror result = source.element().getReturnType();
    if (Expressions.narrow(result.getKind()).isPresent()) {
      report.error(
          Code.LOCAL_TYPE,
          source.unit(),
          source.tree(),
          helper.id().method() + " returns " + result,
          "Return int: kernels compute with boolean, int, long, float and double.");
    }
    if (result.getKind() == TypeKind.ARRAY) {
      report.error(
          Code.ARRAY_FORM,
          source.unit(),
          source.tree(),
          helper.id().method() + " returns " + result + ": an array does not leave its method",
          "Return a scalar or a record, or write to a tensor.");
    }
    Lowering lowering = lowerings.apply(helper, new Chosen(report));
    AssignedLocals assigned = new AssignedLocals(source.tree());
    Environment locals = new Environment();
    for (int i = 0; i < source.element().getParameters().size(); i++) {
      VariableElement parameter = source.element().getParameters().get(i);
      Tree tree = source.tree().getParameters().get(i);
      String name = parameter.getSimpleName().toString();
      TypeMirror type = parameter.asType();
      if (cannotBePassed(type)) {
        report.error(
            Code.PARAMETER_TYPE,
            source.unit(),
            tree,
            "a parameter of type "
                + source.tree().getParameters().get(i).getType()
                + " cannot be passed to "
                + Article.with(helper.annotation())
                + " method",
            "Pass tiles, masks, tensors, windows, signals, positions, extents, int, long, float,"
                + " double, boolean, or records of them.");
        return;
      }
      Optional<Value> argument =
          Optional.ofNullable(instance.constants().get(name))
              .or(() -> new Arguments(lowering, instance).of(name, type));
      if (argument.isEmpty()) {
        return; // a type that only a call can tell
      }
      locals.define(
          name,
          assigned.contains(source.tree().getParameters().get(i))
              ? new Local.Mutable(argument.get())
              : new Local.Fixed(argument.get()));
    }
    Frame frame =
        new Frame(lowering, source, instance, locals, List.of(), List.of(source.element()));
    try {
      new Statements(frame, assigned).body(source.tree().getBody());
    } catch (Rejected rejected) {
      // reported, or to be reported where the helper is called
    }
  }

  private static boolean cannotBePassed(TypeMirror type) {
    return switch (type.getKind()) {
      case BYTE, SHORT, CHAR, ARRAY -> true;
      case DECLARED ->
          Signatures.languageClass(type).isEmpty()
              && ((DeclaredType) type).asElement().getKind() != ElementKind.RECORD;
      default -> false;
    };
  }

  /** Lets through what is wrong with any arguments. */
  private record Chosen(Report report) implements Report {
    @Override
    public void error(
        Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      if (WITH_ANY_ARGUMENT.contains(code)) {
        report.error(code, unit, at, text, details);
      }
    }

    @Override
    public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      // notes depend on the arguments
    }

    @Override
    public void leaveToJavac() {
      report.leaveToJavac();
    }
  }

  /** Arguments that stand for any of their type. */
  private record Arguments(Lowering lowering, Instance instance) {
    Optional<Value> of(String name, TypeMirror type) {
      Optional<ScalarType> scalar = Signatures.scalar(type);
      if (scalar.isPresent()) {
        return Optional.of(new Value.OfScalar(new Scalar.Read(variable(name, scalar.get()))));
      }
      if (!(type instanceof DeclaredType declared)) {
        return instance.element(type).map(Value.OfElement::new);
      }
      TypeElement element = (TypeElement) declared.asElement();
      String ofLanguage = Signatures.languageClass(type);
      if (element.getKind() == ElementKind.RECORD && ofLanguage.isEmpty()) {
        return record(name, element);
      }
      return ofLanguage(name, declared, ofLanguage);
    }

    private Optional<Value> ofLanguage(String name, DeclaredType type, String simpleName) {
      return switch (simpleName) {
        case "Tile" -> elementOf(type).map(element -> tile(name, element, false));
        case "Mask" -> Optional.of(tile(name, Element.BOOL, true));
        case "Tensor" -> memory(name, TensorType.Kind.TENSOR, type);
        case "Window" -> memory(name, TensorType.Kind.WINDOW, type);
        case "Signal" -> Optional.of(place(variable(name, new SignalType(axes(name)))));
        case "Index" ->
            Optional.of(
                new Value.OfIndex(
                    List.of(
                        new Scalar.Read(variable(name + "Row", ScalarType.INT)),
                        new Scalar.Read(variable(name + "Column", ScalarType.INT)))));
        case "Extent" -> Optional.of(new Value.OfExtent(axes(name)));
        case "Chunk" ->
            Optional.of(
                new Value.OfChunk(
                    new Scalar.Read(variable(name + "Rows", ScalarType.INT)),
                    new Scalar.Read(variable(name + "Columns", ScalarType.INT)),
                    false));
        case "Cores" ->
            Optional.of(
                new Value.OfCores(new Scalar.Read(variable(name + "Count", ScalarType.INT))));
        case "Task" -> Optional.of(new Value.OfTask(new Tasks.Ref(variable(name, TaskType.ONE))));
        case "World" -> Optional.of(new Value.OfWorld(variable(name, new WorldType())));
        default -> constant(type, simpleName);
      };
    }

    /** The first constant of an enum of the language, or an element type. */
    private static Optional<Value> constant(DeclaredType type, String simpleName) {
      Optional<Value> element = Signatures.element(type).map(Value.OfElement::new);
      return element.isPresent()
          ? element
          : type.asElement().getEnclosedElements().stream()
              .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
              .findFirst()
              .map(first -> new Value.OfEnum(simpleName, first.getSimpleName().toString()));
    }

    private Optional<Value> record(String name, TypeElement type) {
      Map<String, Value> parts = new LinkedHashMap<>();
      for (RecordComponentElement component : type.getRecordComponents()) {
        String part = component.getSimpleName().toString();
        Optional<Value> value =
            component.asType().getKind() == TypeKind.DECLARED && isRecord(component.asType())
                ? Optional.empty() // it might contain itself
                : of(name + "_" + part, component.asType());
        if (value.isEmpty()) {
          return Optional.empty();
        }
        parts.put(part, value.get());
      }
      return Optional.of(new Value.OfRecord(type, parts));
    }

    private static boolean isRecord(TypeMirror type) {
      return ((DeclaredType) type).asElement().getKind() == ElementKind.RECORD;
    }

    private Value tile(String name, Element element, boolean mask) {
      Dim rows = Dim.named(name + "Rows");
      Dim columns = Dim.named(name + "Columns");
      Variable tile = variable(name, new TileType(element, rows, columns, rows, columns));
      return new Value.OfTile(new Tile.Ref(tile), mask);
    }

    private Optional<Value> memory(String name, TensorType.Kind kind, DeclaredType type) {
      return elementOf(type)
          .map(element -> place(variable(name, new TensorType(kind, element, axes(name)))));
    }

    private static List<Dim> axes(String name) {
      return List.of(Dim.named(name + "Rows"), Dim.named(name + "Columns"));
    }

    private static Value place(Variable memory) {
      return new Value.OfPlace(new Place.Named(memory));
    }

    private Optional<Element> elementOf(DeclaredType type) {
      return type.getTypeArguments().stream().findFirst().flatMap(instance::element);
    }

    private Variable variable(String name, Type type) {
      Variable variable = lowering.builder.variable(name, type);
      lowering.fix(variable, Optional.empty());
      return variable;
    }
  }
}
