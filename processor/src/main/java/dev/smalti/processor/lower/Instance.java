package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * What a call fixes of a generic method.
 *
 * @param elements the element type of each type parameter, in the order of the declaration
 * @param constants the value of each constant parameter, and of others that are operators
 */
record Instance(Map<String, Element> elements, Map<String, Value> constants) {
  private static final List<Integer> SAMPLES = List.of(1, 0, 2, 4, 8, 3, 16, 64, 128, 7);
  private static final Set<String> ENUMS =
      Set.of("Reduce", "Update", "Compare", "Staging", "Rounding");

  /** Of a method that leaves nothing open. */
  static final Instance NONE = new Instance(Map.of(), Map.of());

  Instance {
    elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
  }

  /** Whether it fixes nothing. */
  boolean isEmpty() {
    return elements.isEmpty() && constants.isEmpty();
  }

  /** What the arguments say of the type parameters; those that none speaks of are left out. */
  static Instance of(Source source, List<Value> arguments) {
    return of(source, arguments, argument -> argument instanceof Value.OfEnum);
  }

  /** As {@link #of}, of a kernel: an operator that is not declared as a constant is an error. */
  static Instance ofKernel(Source source, List<Value> arguments) {
    return of(source, arguments, _ -> false);
  }

  private static Instance of(Source source, List<Value> arguments, Predicate<Value> alsoConstant) {
    ExecutableElement method = source.element();
    Map<String, Element> found = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      infer(method.getParameters().get(i).asType(), arguments.get(i), found);
    }
    Map<String, Element> ordered = new LinkedHashMap<>();
    for (TypeParameterElement parameter : method.getTypeParameters()) {
      String name = parameter.getSimpleName().toString();
      Optional.ofNullable(found.get(name)).ifPresent(element -> ordered.put(name, element));
    }
    return new Instance(ordered, constants(source, arguments, alsoConstant));
  }

  private static Map<String, Value> constants(
      Source source, List<Value> arguments, Predicate<Value> alsoConstant) {
    Map<String, Value> constants = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      VariableElement parameter = source.element().getParameters().get(i);
      if (AnnotatedMethod.isConstant(parameter) || alsoConstant.test(arguments.get(i))) {
        constants.put(source.parameter(i), arguments.get(i));
      }
    }
    return constants;
  }

  /**
   * Values that a constant parameter may have: all of an enum and of a boolean, some of a number.
   *
   * @return none if a constant cannot be of that type
   */
  static List<Value> samples(TypeMirror type) {
    Optional<ScalarType> scalar = Signatures.scalar(type);
    if (scalar.isPresent()) {
      return SAMPLES.stream()
          .filter(sample -> scalar.get() != ScalarType.BOOLEAN || sample < 2)
          .<Value>map(sample -> new Value.OfScalar(constant(scalar.get(), sample)))
          .toList();
    }
    String name = Signatures.languageClass(type);
    return ENUMS.contains(name)
        ? ((DeclaredType) type)
            .asElement().getEnclosedElements().stream()
                .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                .<Value>map(member -> new Value.OfEnum(name, member.getSimpleName().toString()))
                .toList()
        : List.of();
  }

  private static Scalar.Constant constant(ScalarType type, int value) {
    return switch (type) {
      case BOOLEAN -> Scalar.Constant.of(value != 0);
      case INT -> Scalar.Constant.of(value);
      case LONG -> Scalar.Constant.of((long) value);
      case FLOAT -> new Scalar.Constant(type, (float) value);
      case DOUBLE -> Scalar.Constant.of((double) value);
    };
  }

  /** The value of an {@code int} that is a constant. */
  Optional<Dim> extent(String name) {
    return constants.get(name) instanceof Value.OfScalar(Scalar.Constant constant)
        ? Optional.of(Dim.of(((Number) constant.value()).longValue()))
        : Optional.empty();
  }

  /** The element type that a type means here. */
  Optional<Element> element(TypeMirror type) {
    return type.getKind() == TypeKind.TYPEVAR
        ? Optional.ofNullable(elements.get(type.toString()))
        : Signatures.element(type);
  }

  /** As what others have to know of it. */
  Variant variant(FunctionId id) {
    Map<String, Scalar.Constant> numbers = new LinkedHashMap<>();
    Map<String, String> operators = new LinkedHashMap<>();
    constants.forEach(
        (name, value) -> {
          switch (value) {
            case Value.OfScalar(Scalar.Constant constant) -> numbers.put(name, constant);
            case Value.OfEnum(String _, String constant) -> operators.put(name, constant);
            default -> throw new IllegalArgumentException(value.noun());
          }
        });
    return new Variant(id, elements, numbers, operators);
  }

  /** What tells the classes of instances apart: {@code F32}. */
  String tag() {
    List<String> parts = new ArrayList<>(elements.values().stream().map(Element::name).toList());
    constants.forEach((name, value) -> parts.add(tag(name, value)));
    return String.join("_", parts);
  }

  private static String tag(String name, Value value) {
    return switch (value) {
      case Value.OfEnum(String _, String constant) -> constant;
      case Value.OfScalar(Scalar.Constant(ScalarType _, Boolean truth)) ->
          truth ? name : "not" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
      case Value.OfScalar(Scalar.Constant(ScalarType _, Object number)) ->
          name + number.toString().replace("-", "Minus").replace('.', 'p');
      default -> throw new IllegalArgumentException(value.noun());
    };
  }

  /** As messages spell it: {@code T = F32}. */
  String text() {
    List<String> parts = new ArrayList<>();
    elements.forEach((name, element) -> parts.add(name + " = " + element));
    constants.forEach((name, value) -> parts.add(name + " = " + text(value)));
    return String.join(", ", parts);
  }

  private static Object text(Value value) {
    return switch (value) {
      case Value.OfEnum(String _, String constant) -> constant;
      case Value.OfScalar(Scalar.Constant constant) -> constant.value();
      default -> throw new IllegalArgumentException(value.noun());
    };
  }

  /** Where a place in a body of this instance is, for reports that stand elsewhere. */
  String within(Source source, Span place) {
    boolean helper = AnnotatedMethod.planes(source.element()).contains(FunctionKind.INLINE);
    return "This is in %s%s.%s%s, %s:%d."
        .formatted(
            helper ? "the helper " : "",
            AnnotatedMethod.owner(source.element()).getQualifiedName(),
            source.element().getSimpleName(),
            isEmpty() ? "" : " with " + text(),
            place.file(),
            place.line());
  }

  private static void infer(TypeMirror type, Value argument, Map<String, Element> found) {
    if (type.getKind() == TypeKind.TYPEVAR) {
      if (argument instanceof Value.OfElement(Element element)) {
        found.putIfAbsent(type.toString(), element);
      }
      return;
    }
    if (!(type instanceof DeclaredType declared) || declared.getTypeArguments().isEmpty()) {
      return;
    }
    if (argument instanceof Value.OfRecord record) {
      inferFromParts(declared, record, found);
      return;
    }
    TypeMirror given = declared.getTypeArguments().getFirst();
    if (given.getKind() == TypeKind.TYPEVAR) {
      elementOf(argument).ifPresent(element -> found.putIfAbsent(given.toString(), element));
    }
  }

  /** {@code Moments<T>}: what its components say of the type parameters of the record. */
  private static void inferFromParts(
      DeclaredType type, Value.OfRecord record, Map<String, Element> found) {
    Map<String, Element> ofRecord = new LinkedHashMap<>();
    TypeElement declaration = record.type();
    for (RecordComponentElement component : declaration.getRecordComponents()) {
      Value part = record.components().get(component.getSimpleName().toString());
      if (part != null) {
        infer(component.asType(), part, ofRecord);
      }
    }
    for (int i = 0; i < type.getTypeArguments().size(); i++) {
      TypeMirror given = type.getTypeArguments().get(i);
      Element element =
          ofRecord.get(declaration.getTypeParameters().get(i).getSimpleName().toString());
      if (given.getKind() == TypeKind.TYPEVAR && element != null) {
        found.putIfAbsent(given.toString(), element);
      }
    }
  }

  private static Optional<Element> elementOf(Value value) {
    return switch (value) {
      case Value.OfTile t -> Optional.of((Element) t.tile().type().element());
      case Value.OfPlace p when p.place().type() instanceof dev.smalti.processor.ir.TensorType t ->
          Optional.of((Element) t.element());
      default -> Optional.empty();
    };
  }
}
