package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.type.TypeMirror;

/**
 * The instances that {@code @Specialize} asks for.
 *
 * @param frame of the method, without a body
 */
record Variants(AnnotatedMethod method, Source source, Frame frame) {
  private static final String ANNOTATION = "Specialize";

  /** Refuses the annotation where a method has no instances, or is read where it is called. */
  void refuse(String why) {
    Tree at = tree().map(Tree.class::cast).orElse(source.tree());
    frame.error(Code.VARIANT, at, "@Specialize on %s %s".formatted(method.id().method(), why));
  }

  /**
   * Those that are right; what is wrong with the others was reported.
   *
   * @param cases takes the instances that are compiled for certain values too
   */
  List<Variant> read(Instances instances, Map<FunctionId, List<SpecialCase>> cases) {
    Map<Instance, Variant> variants = new LinkedHashMap<>();
    List<String> known = new ArrayList<>();
    List<String> texts = texts();
    for (int i = 0; i < texts.size(); i++) {
      Tree at = tree(i);
      try {
        Map<String, String> given = parts(texts.get(i), at);
        Instance instance = instance(given, at);
        String text = instance.text() + given;
        if (known.contains(text)) {
          throw frame.error(
              Code.VARIANT,
              at,
              "%s is listed twice"
                  .formatted(given.isEmpty() ? instance.text() : texts.get(i).strip()));
        }
        known.add(text);
        Instances.Read read = instances.of(method, source, instance, frame, frame.site(at));
        variants.putIfAbsent(instance, instance.variant(read.function().id()));
        fix(read.function(), given, cases, at);
      } catch (Rejected reported) {
        // The next one may be right.
      }
    }
    return List.copyOf(variants.values());
  }

  /** The values for which a method without instances is compiled too. */
  void read(Function function, Map<FunctionId, List<SpecialCase>> cases) {
    List<String> texts = texts();
    for (int i = 0; i < texts.size(); i++) {
      try {
        fix(function, parts(texts.get(i), tree(i)), cases, tree(i));
      } catch (Rejected reported) {
        // The next one may be right.
      }
    }
  }

  private void fix(
      Function function,
      Map<String, String> given,
      Map<FunctionId, List<SpecialCase>> cases,
      Tree at) {
    if (given.isEmpty()) {
      return;
    }
    Map<String, Scalar.Constant> values = new LinkedHashMap<>();
    given.forEach((name, value) -> values.put(name, fixed(function, name, value, at)));
    SpecialCase fixed = SpecialCase.of(function.id(), values);
    List<SpecialCase> all = cases.computeIfAbsent(function.id(), _ -> new ArrayList<>());
    if (all.stream().anyMatch(each -> each.values().equals(fixed.values()))) {
      throw frame.error(Code.VARIANT, at, "%s is listed twice".formatted(fixed.text()));
    }
    all.add(fixed);
  }

  /** The value of an extent or of a scalar parameter. */
  private Scalar.Constant fixed(Function function, String name, String value, Tree at) {
    if (function.symbols().contains(name) && !name.equals(Function.RANKS)) {
      Scalar.Constant extent = number(name, ScalarType.INT, value, at);
      if (((Number) extent.value()).longValue() < 1) {
        throw wrong(name, value, "an extent", at);
      }
      return extent;
    }
    ScalarType type =
        function.parameters().stream()
            .filter(parameter -> parameter.name().equals(name))
            .map(Parameter::type)
            .filter(ScalarType.class::isInstance)
            .map(ScalarType.class::cast)
            .filter(scalar -> scalar.isInteger() || scalar == ScalarType.BOOLEAN)
            .findFirst()
            .orElseThrow(() -> frame.error(Code.VARIANT, at, noSuch(name)));
    return number(name, type, value, at);
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    AnnotationMirror mirror =
        AnnotatedMethod.annotation(method.element(), ANNOTATION).orElseThrow();
    for (AnnotationValue value : mirror.getElementValues().values()) {
      if (value.getValue() instanceof List<?> several) {
        several.forEach(each -> texts.add(((AnnotationValue) each).getValue().toString()));
      }
    }
    return texts;
  }

  private Optional<AnnotationTree> tree() {
    return source.tree().getModifiers().getAnnotations().stream()
        .filter(tree -> tree.getAnnotationType().toString().endsWith(ANNOTATION))
        .<AnnotationTree>map(tree -> tree)
        .findFirst();
  }

  /** Where the text of a variant stands. */
  private Tree tree(int index) {
    Optional<AnnotationTree> annotation = tree();
    if (annotation.isEmpty() || annotation.get().getArguments().isEmpty()) {
      return source.tree();
    }
    ExpressionTree argument = annotation.get().getArguments().getFirst();
    ExpressionTree value =
        argument instanceof AssignmentTree named ? named.getExpression() : argument;
    return value instanceof NewArrayTree several && several.getInitializers() != null
        ? several.getInitializers().get(index)
        : value;
  }

  // ---- one text

  /** Takes out of a text what fixes the instance. */
  private Instance instance(Map<String, String> given, Tree at) {
    Map<String, Element> elements = new LinkedHashMap<>();
    for (var parameter : method.element().getTypeParameters()) {
      String name = parameter.getSimpleName().toString();
      elements.put(name, element(name, taken(given, name, at), at));
    }
    Map<String, Value> constants = new LinkedHashMap<>();
    for (int i = 0; i < method.element().getParameters().size(); i++) {
      if (AnnotatedMethod.isConstant(method.element().getParameters().get(i))) {
        String name = source.parameter(i);
        TypeMirror type = method.element().getParameters().get(i).asType();
        constants.put(name, constant(name, type, taken(given, name, at), at));
      }
    }
    return new Instance(elements, constants);
  }

  private Map<String, String> parts(String text, Tree at) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0 || part.substring(0, equals).isBlank()) {
        throw frame.error(
            Code.VARIANT, at, "`%s` is not of the form `name = value`".formatted(part.strip()));
      }
      String name = part.substring(0, equals).strip();
      if (parts.put(name, part.substring(equals + 1).strip()) != null) {
        throw frame.error(Code.VARIANT, at, "%s is given twice".formatted(name));
      }
    }
    return parts;
  }

  private String taken(Map<String, String> given, String name, Tree at) {
    return Optional.ofNullable(given.remove(name))
        .orElseThrow(
            () ->
                frame.error(
                    Code.VARIANT,
                    at,
                    "the variant does not say what %s of %s is"
                        .formatted(name, method.id().display())));
  }

  private String noSuch(String name) {
    boolean parameter =
        IntStream.range(0, method.element().getParameters().size())
            .anyMatch(i -> source.parameter(i).equals(name));
    return parameter
        ? "%s of %s is neither @Const nor an int, long or boolean"
            .formatted(name, method.id().display())
        : "%s has no type parameter, extent or scalar parameter %s"
            .formatted(method.id().display(), name);
  }

  private Element element(String name, String value, Tree at) {
    return Arrays.stream(Element.values())
        .filter(element -> element.name().equals(value))
        .findFirst()
        .orElseThrow(() -> wrong(name, value, "one of " + Arrays.toString(Element.values()), at));
  }

  private Value constant(String name, TypeMirror type, String value, Tree at) {
    Optional<ScalarType> scalar = Signatures.scalar(type);
    if (scalar.isPresent()) {
      return new Value.OfScalar(number(name, scalar.get(), value, at));
    }
    List<Value> values = Instance.samples(type);
    return values.stream()
        .filter(each -> each instanceof Value.OfEnum(String _, String c) && c.equals(value))
        .findFirst()
        .orElseThrow(
            () -> wrong(name, value, "a constant of " + Signatures.languageClass(type), at));
  }

  private Scalar.Constant number(String name, ScalarType type, String value, Tree at) {
    String written =
        source
            .names()
            .constant(value)
            .flatMap(source.names()::value)
            .map(Object::toString)
            .orElse(value);
    Object parsed =
        parsed(type, written)
            .orElseThrow(() -> wrong(name, value, "a value of " + type.keyword(), at));
    return new Scalar.Constant(type, parsed);
  }

  private Rejected wrong(String name, String value, String wanted, Tree at) {
    return frame.error(Code.VARIANT, at, "%s is %s, `%s` is not".formatted(name, wanted, value));
  }

  private static Optional<Object> parsed(ScalarType type, String text) {
    try {
      return switch (type) {
        case BOOLEAN ->
            text.equals("true") || text.equals("false")
                ? Optional.of(Boolean.valueOf(text))
                : Optional.empty();
        case INT -> Optional.of(Integer.decode(text.replace("_", "")));
        case LONG -> Optional.of(Long.decode(text.replaceAll("_|[lL]$", "")));
        case FLOAT -> Optional.of(Float.valueOf(text));
        case DOUBLE -> Optional.of(Double.valueOf(text));
      };
    } catch (NumberFormatException notOne) {
      return Optional.empty();
    }
  }
}
