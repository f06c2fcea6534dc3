package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.ShapeText;
import dev.smalti.processor.resolve.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads the parameters of annotated methods, once each. */
final class Signatures {
  private static final Set<String> OURS = Set.of("Tensor", "Window", "Signal", "World");

  /** How many axes memory has at most. */
  static final int MOST_AXES = 5;

  /** What javac gives for the value of an annotation that it has rejected. */
  private static final String NO_TEXT = "<error>";

  private static final String LANG = "dev.smalti.lang.";

  private final Sources sources;
  private final Report report;
  private final FunctionTable compiled;
  private final Callbacks callbacks;
  private final Map<FunctionId, Signature> known = new HashMap<>();

  Signatures(Sources sources, Report report, FunctionTable compiled, Callbacks callbacks) {
    this.sources = sources;
    this.report = report;
    this.compiled = compiled;
    this.callbacks = callbacks;
  }

  /** The signature; empty if the method is neither in source nor in compiled form. */
  Optional<Signature> of(AnnotatedMethod method) {
    Signature signature = known.get(method.id());
    if (signature != null) {
      return Optional.of(signature);
    }
    Optional<Signature> read =
        sources
            .of(method.element())
            .map(source -> read(method, source, Instance.NONE, report))
            .or(() -> compiled.find(method.id()).map(Signatures::of));
    read.ifPresent(found -> known.put(method.id(), found));
    return read;
  }

  /**
   * The signature of an instance.
   *
   * @param to takes what is wrong with it
   */
  Signature read(AnnotatedMethod method, Source source, Instance instance, Report to) {
    return new Reader(method, source, instance, to).read();
  }

  private static Signature of(Function function) {
    return new Signature(
        function.id(),
        function.kind(),
        function.parameters(),
        function.symbols(),
        Map.of(),
        Set.of(),
        Set.of(),
        true);
  }

  /** The element type that a type argument names. */
  static Optional<Element> element(TypeMirror type) {
    if (type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement e) {
      String name = e.getQualifiedName().toString();
      for (Element element : Element.values()) {
        if (name.equals(LANG + "Smalti." + element.name())) {
          return Optional.of(element);
        }
      }
    }
    return Optional.empty();
  }

  /** The simple name of a class of the language, else the empty string. */
  static String languageClass(TypeMirror type) {
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && element.getQualifiedName().toString().startsWith(LANG)
        ? element.getQualifiedName().toString().substring(LANG.length())
        : "";
  }

  static Optional<ScalarType> scalar(TypeMirror type) {
    return switch (type.getKind()) {
      case INT -> Optional.of(ScalarType.INT);
      case LONG -> Optional.of(ScalarType.LONG);
      case FLOAT -> Optional.of(ScalarType.FLOAT);
      case DOUBLE -> Optional.of(ScalarType.DOUBLE);
      case BOOLEAN -> Optional.of(ScalarType.BOOLEAN);
      default -> Optional.empty();
    };
  }

  /** One method. */
  private final class Reader {
    private final AnnotatedMethod method;
    private final Source source;
    private final Instance instance;
    private final Report to;
    private final Set<String> ints = new HashSet<>();
    private final Map<String, Integer> uses = new LinkedHashMap<>();
    private final Map<String, Place> firstUse = new HashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Set<String> undirected = new HashSet<>();
    private final Set<String> atMost = new HashSet<>();
    private final Declarations declarations;
    private final List<String> anonymous = new ArrayList<>();
    private boolean valid = true;

    Reader(AnnotatedMethod method, Source source, Instance instance, Report to) {
      this.method = method;
      this.source = source;
      this.instance = instance;
      this.to = to;
      this.declarations =
          new Declarations(source, sources, callbacks.elements(), callbacks.types(), to);
      for (Declared declared : declarations.all()) {
        if (declared.type().getKind() == TypeKind.INT) {
          ints.add(declared.name());
        }
      }
    }

    Signature read() {
      List<Parameter> parameters = new ArrayList<>();
      valid = declarations.isRight();
      for (Declared declared : declarations.all()) {
        if (instance.constants().containsKey(declared.name())) {
          continue;
        }
        try {
          parameters.add(parameter(declared));
        } catch (Rejected rejected) {
          valid = false;
        }
      }
      List<? extends VariableElement> declared = method.element().getParameters();
      if (method.kind() == FunctionKind.HOST
          && (declared.isEmpty() || !languageClass(declared.getFirst().asType()).equals("World"))) {
        error(
            Code.WORLD_FIRST,
            here(),
            "the first parameter of a @Host method is the World",
            "Write `static void " + method.id().method() + "(World world, ...)`.");
      }
      Set<String> symbols = new LinkedHashSet<>(uses.keySet());
      symbols.addAll(anonymous);
      List<String> runTime = symbols.stream().filter(name -> !ints.contains(name)).toList();
      if (valid) {
        checkSymbols(parameters, runTime);
      }
      List<String> all = new ArrayList<>(runTime);
      if (!all.contains(Function.RANKS) && mentionsRanks(parameters)) {
        all.add(Function.RANKS);
      }
      return new Signature(
          method.id(), method.kind(), parameters, all, texts, undirected, atMost, valid);
    }

    private Place here() {
      return new Place(source.unit(), source.tree());
    }

    private boolean mentionsRanks(List<Parameter> parameters) {
      return parameters.stream()
          .anyMatch(
              p ->
                  switch (p.type()) {
                    case WorldType _, SignalType _ -> true;
                    case TensorType t -> t.isWindow();
                    default -> false;
                  });
    }

    private void checkSymbols(List<Parameter> parameters, List<String> symbols) {
      uses.forEach(
          (name, count) -> {
            if (count == 1 && !name.equals(Function.RANKS) && !ints.contains(name)) {
              error(
                  Code.SYMBOL_ONCE,
                  firstUse.getOrDefault(name, here()),
                  "the symbol " + name + " is used once: misspelt?",
                  "Write `?` for an extent that nothing else has.");
            }
          });
      if (valid) {
        Function probe =
            new Function(
                method.id(),
                method.kind(),
                List.of(),
                List.of(),
                parameters,
                symbols,
                List.of(),
                dev.smalti.processor.ir.Block.of(),
                span(source.tree()));
        for (String name : SymbolBinding.of(probe).unbound()) {
          error(
              Code.SYMBOL_UNDETERMINED,
              firstUse.getOrDefault(name, here()),
              "no extent of an argument determines " + name,
              "Use it alone, or as in `2 * " + name + "`, in one shape.");
        }
      }
    }

    private Parameter parameter(Declared declared) {
      refuseName(declared);
      if (declared.isComponent() && AnnotatedMethod.isConstant(declared.element())) {
        throw notOfRecord(declared, "is @Const", "Pass the constant as a parameter of its own.");
      }
      TypeMirror type = declared.type();
      Optional<ScalarType> scalar = scalar(type);
      Optional<AnnotationMirror> shape = AnnotatedMethod.annotation(declared.element(), "Shape");
      Optional<Direction> direction = direction(declared);
      if (scalar.isPresent()) {
        refuseMemoryAnnotations(declared, shape.isPresent(), direction.isPresent());
        return parameter(declared, scalar.get(), Direction.IN);
      }
      Optional<ExecutableElement> called = callbacks.method(type);
      if (called.isPresent() && type instanceof DeclaredType callback && !declared.isComponent()) {
        refuseMemoryAnnotations(declared, shape.isPresent(), direction.isPresent());
        return callback(declared, callback, called.get());
      }
      return switch (languageClass(type)) {
        case "World" -> {
          refuseMemoryAnnotations(declared, shape.isPresent(), direction.isPresent());
          yield world(declared);
        }
        case "Tensor" -> memory(TensorType.Kind.TENSOR, declared, shape, direction);
        case "Window" -> memory(TensorType.Kind.WINDOW, declared, shape, direction);
        case "Signal" -> signal(declared, shape, direction);
        case "Reduce", "Update", "Compare", "Staging", "Rounding" -> throw operator(declared);
        default -> throw ofOtherType(declared);
      };
    }

    private void refuseName(Declared declared) {
      if (declared.simpleName().equals(Function.RANKS) || declared.name().equals(Function.RANKS)) {
        throw error(
            Code.PARAMETER_TYPE,
            declared,
            "no parameter is named ranks: in every shape that is the number of ranks",
            "Give it another name; data.ranks() and world.size() say how many ranks there are.");
      }
    }

    private Parameter world(Declared declared) {
      boolean first = declared.position() == 0 && !declared.isComponent();
      if (method.kind() != FunctionKind.HOST || !first) {
        throw error(
            Code.PARAMETER_TYPE,
            declared,
            "only the first parameter of a @Host method is a World",
            "A kernel asks its window: data.rank(), data.ranks().");
      }
      return parameter(declared, new WorldType(), Direction.IN);
    }

    private Parameter signal(
        Declared declared, Optional<AnnotationMirror> shape, Optional<Direction> direction) {
      if (direction.isPresent()) {
        throw error(
            Code.DIRECTION_MISPLACED,
            declared,
            "a signal has no direction",
            "Remove @In, @Out or @InOut: cells change by notify only.");
      }
      if (method.kind() == FunctionKind.HOST) {
        throw allocates(declared, "signals", "Signal", "signal");
      }
      return parameter(declared, new SignalType(extents(declared, shape)), Direction.IN);
    }

    private Rejected operator(Declared declared) {
      String what = "is an operator, which has to be known when a kernel is compiled";
      return declared.isComponent()
          ? notOfRecord(
              declared,
              what,
              "Pass it as a parameter of its own, `@Const " + shown(declared) + " op`.")
          : error(
              Code.PARAMETER_TYPE,
              declared,
              declared.name() + " " + what,
              "Write `@Const " + shown(declared) + " " + declared.name() + "`.");
    }

    private Rejected ofOtherType(Declared declared) {
      return declared.isComponent()
          ? notOfRecord(
              declared,
              "is of type " + shown(declared),
              "Components are Tensor, Window, Signal, int, long, float, double, boolean and"
                  + " records of them.")
          : error(
              Code.PARAMETER_TYPE,
              declared,
              "a parameter of type "
                  + shown(declared)
                  + " cannot be passed to "
                  + Article.with(method.annotation())
                  + " method",
              method.kind() == FunctionKind.HOST
                  ? "Pass Tensor, int, long, float, double, boolean or a callback."
                  : "Pass Tensor, Window, Signal, int, long, float, double or boolean.");
    }

    private Parameter parameter(Declared declared, Type type, Direction direction) {
      return new Parameter(new Variable(declared.name(), type), direction, span(declared));
    }

    /** A component that cannot be a parameter: said once, however many methods take the record. */
    private Rejected notOfRecord(Declared component, String what, String help) {
      String record =
          Objects.requireNonNull(component.element().getEnclosingElement())
              .getSimpleName()
              .toString();
      return error(
          Code.RECORD_FORM,
          component,
          component.simpleName() + " of " + record + " " + what,
          method.id().display() + " takes it as " + component.name() + ".",
          help);
    }

    private Parameter callback(Declared declared, DeclaredType type, ExecutableElement called) {
      if (method.kind() != FunctionKind.HOST) {
        throw error(
            Code.PARAMETER_TYPE,
            declared,
            declared.name()
                + " is a callback, which cannot be passed to "
                + Article.with(method.annotation())
                + " method",
            "Pass it to the @Host method, which calls it when the dispatches before it are done.");
      }
      Optional<String> refusal = callbacks.refusal(type, called);
      if (refusal.isPresent()) {
        throw error(
            Code.PARAMETER_TYPE,
            declared,
            refusal.get(),
            "Use Consumer<Tensor<F32>>, Runnable or an interface of your own that is like them.");
      }
      return parameter(declared, callbacks.type(type, called), Direction.IN);
    }

    /** As it is written, unless it is a class of the user's that is named like one of ours. */
    private static String shown(Declared parameter) {
      boolean mistakable =
          parameter.type() instanceof DeclaredType declared
              && OURS.contains(declared.asElement().getSimpleName().toString());
      if (mistakable) {
        return parameter.type().toString();
      }
      return !parameter.isComponent() && parameter.tree() instanceof VariableTree tree
          ? String.valueOf(tree.getType())
          : parameter.type().toString().replaceAll("\\b(\\w+\\.)+", "");
    }

    private void refuseMemoryAnnotations(Declared declared, boolean shape, boolean direction) {
      if (shape) {
        throw error(
            Code.SHAPE_MISPLACED,
            declared,
            declared.name() + " has no shape",
            "Remove @Shape: it belongs to a Tensor, Window or Signal.");
      }
      if (direction) {
        throw error(
            Code.DIRECTION_MISPLACED,
            declared,
            declared.name() + " has no direction: a scalar is passed by value",
            "Remove @In, @Out or @InOut.");
      }
    }

    private Parameter memory(
        TensorType.Kind kind,
        Declared declared,
        Optional<AnnotationMirror> shape,
        Optional<Direction> direction) {
      List<? extends TypeMirror> arguments = ((DeclaredType) declared.type()).getTypeArguments();
      Element elementType =
          arguments.stream()
              .findFirst()
              .flatMap(instance::element)
              .orElseThrow(() -> elementTypeMissing(declared, arguments));
      if (kind == TensorType.Kind.WINDOW && direction.isEmpty()) {
        undirected.add(declared.name());
      }
      if (kind == TensorType.Kind.WINDOW && method.kind() == FunctionKind.HOST) {
        throw allocates(declared, "windows", "Window<" + elementType + ">", "window");
      }
      if (declared.isComponent() && direction.isPresent()) {
        atMost.add(declared.name());
      }
      return parameter(
          declared,
          new TensorType(kind, elementType, extents(declared, shape)),
          direction.orElse(Direction.IN));
    }

    private Rejected allocates(Declared declared, String what, String type, String method) {
      return error(
          Code.PARAMETER_TYPE,
          declared,
          "a program allocates its " + what + ", it does not take them",
          declared.isComponent()
              ? "Make the record in the body, with world." + method + "(...) as an argument."
              : "Write `%s %s = world.%s(...)` in the body."
                  .formatted(type, declared.name(), method));
    }

    private Rejected elementTypeMissing(Declared declared, List<? extends TypeMirror> arguments) {
      if (!arguments.isEmpty() && arguments.getFirst().getKind() == TypeKind.TYPEVAR) {
        return new Rejected(); // the method has type parameters, or is not static: reported there
      }
      return error(
          Code.ELEMENT_TYPE_MISSING,
          declared,
          "the element type of " + declared.name() + " is not written down",
          "Write one of F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL: `Tensor<F32> "
              + declared.simpleName()
              + "`.");
    }

    private Optional<Direction> direction(Declared declared) {
      List<Direction> found = new ArrayList<>();
      javax.lang.model.element.Element element = declared.element();
      AnnotatedMethod.annotation(element, "In").ifPresent(_ -> found.add(Direction.IN));
      AnnotatedMethod.annotation(element, "Out").ifPresent(_ -> found.add(Direction.OUT));
      AnnotatedMethod.annotation(element, "InOut").ifPresent(_ -> found.add(Direction.INOUT));
      if (found.size() > 1) {
        throw error(
            Code.SEVERAL_DIRECTIONS,
            declared,
            declared.name() + " has " + found.size() + " directions",
            "Keep one: @InOut if old values are read and new ones written.");
      }
      return found.stream().findFirst();
    }

    private List<Dim> extents(Declared declared, Optional<AnnotationMirror> shape) {
      String name = declared.name();
      if (shape.isEmpty() && annotationTree(declared) != declared.tree()) {
        to.leaveToJavac(); // the name of the annotation means something else, or nothing
        throw new Rejected();
      }
      AnnotationMirror annotation =
          shape.orElseThrow(
              () ->
                  error(
                      Code.SHAPE_MISSING,
                      declared,
                      name + " has no shape",
                      "Write @Shape(\"rows, columns\"), or @Shape(\"?, ?\") for any extents."));
      String text =
          annotation.getElementValues().values().stream()
              .map(value -> value.getValue().toString())
              .findFirst()
              .orElse(NO_TEXT);
      if (text.equals(NO_TEXT)) {
        to.leaveToJavac();
        throw new Rejected();
      }
      texts.put(name, text);
      Place at = new Place(declared.unit(), annotationTree(declared));
      List<Dim> extents;
      try {
        extents = ShapeText.parse(text, n -> extent(n, declared, at), () -> anything(name));
      } catch (ShapeText.SyntaxException e) {
        throw error(
            Code.SHAPE_SYNTAX,
            at,
            String.valueOf(e.getMessage()),
            "A shape reads like \"ranks, 2 * (rows + 1), SIZE, ?\".");
      }
      checkExtents(extents, languageClass(declared.type()).equals("Signal"), at);
      return extents;
    }

    private void checkExtents(List<Dim> extents, boolean signal, Place at) {
      if (extents.size() > MOST_AXES) {
        throw error(
            Code.SHAPE_SYNTAX,
            at,
            extents.size() + " axes, at most " + MOST_AXES,
            "Flatten leading axes.");
      }
      for (Dim extent : extents) {
        long least = signal ? 0 : 1;
        Optional<String> wrong = Shapes.outOfRange(extent, least);
        if (wrong.isPresent()) {
          throw error(
              Code.EXTENT_NOT_POSITIVE,
              at,
              wrong.get(),
              "Every extent is a positive int; only a signal may have none.");
        }
      }
    }

    private static Tree annotationTree(Declared declared) {
      for (AnnotationTree annotation : declared.annotations()) {
        String type = annotation.getAnnotationType().toString();
        if (type.equals("Shape") || type.endsWith(".Shape")) {
          return annotation.getArguments().isEmpty()
              ? annotation
              : annotation.getArguments().getFirst();
        }
      }
      return declared.tree();
    }

    private Dim extent(String name, Declared declared, Place at) {
      if (ShapeText.isConstantName(name)) {
        Names names = declared.names();
        Object value = names.constant(name).flatMap(names::value).orElse("");
        if (value instanceof Integer
            || value instanceof Long
            || value instanceof Short
            || value instanceof Byte) {
          return Dim.of(((Number) value).longValue());
        }
        throw noConstant(name, names, at);
      }
      String extent = known(name, declared, at);
      if (taken(extent) && !ints.contains(extent)) {
        throw error(
            Code.SHAPE_SYNTAX,
            at,
            extent + " is a parameter, not an extent",
            "Only an int parameter is an extent; give the symbol or the parameter another name.");
      }
      Optional<Dim> constant = instance.extent(extent);
      if (constant.isPresent()) {
        return constant.get();
      }
      // Other methods may name what this one does not: a record is for all of them.
      uses.merge(extent, declared.isComponent() ? 2 : 1, Integer::sum);
      firstUse.putIfAbsent(extent, at);
      return Dim.named(extent);
    }

    /** What a name in lower case stands for: an int component beside it, or a symbol. */
    private String known(String name, Declared declared, Place at) {
      if (name.contains(".")) {
        return taken(name)
            ? name
            : declarations
                .extentOf(name)
                .orElseThrow(
                    () ->
                        error(
                            Code.SHAPE_CONSTANT,
                            at,
                            name + " is not a constant",
                            "A constant is in upper case."));
      }
      boolean ofRecord = declared.ints().contains(name);
      boolean ofMethod = name.equals(Function.RANKS) || ints.contains(name);
      return ofRecord ? declared.record() + "." + name : ofMethod ? name : declared.scope() + name;
    }

    private Rejected noConstant(String name, Names names, Place at) {
      int dot = name.lastIndexOf('.');
      String simple = name.substring(dot + 1);
      Optional<TypeElement> owner =
          dot < 0 ? Optional.empty() : names.typeNamed(name.substring(0, dot));
      if (dot >= 0 && owner.isEmpty()) {
        return error(
            Code.SHAPE_CONSTANT,
            at,
            "no class " + name.substring(0, dot) + " is known here",
            "Import it, or correct its name.");
      }
      Optional<VariableElement> field =
          owner.isPresent() ? names.fieldIn(owner.get(), simple) : names.field(simple);
      return error(
          Code.SHAPE_CONSTANT,
          at,
          field.isPresent()
              ? name + " is not a constant of a whole number: " + why(field.get())
              : owner
                  .map(type -> type.getSimpleName() + " has no constant " + simple)
                  .orElse("no constant " + name + " is in scope"),
          "Upper case is a constant (`static final int "
              + simple
              + " = ...`), lower case an extent that is bound at the call.");
    }

    private static String why(VariableElement field) {
      if (field.getConstantValue() != null) {
        return "its type is " + field.asType();
      }
      return field.getModifiers().contains(Modifier.FINAL)
          ? "javac does not know its value"
          : "it is not final";
    }

    private Dim anything(String parameter) {
      String base = parameter + "Extent";
      String name = base;
      for (int n = 2; anonymous.contains(name) || taken(name); n++) {
        name = base + n;
      }
      anonymous.add(name);
      return Dim.named(name);
    }

    private boolean taken(String name) {
      return declarations.all().stream().anyMatch(declared -> declared.name().equals(name))
          || source.tree().getParameters().stream()
              .anyMatch(parameter -> parameter.getName().contentEquals(name));
    }

    /** Where the parameter is in the method, also of a component. */
    private dev.smalti.processor.ir.Span span(Declared declared) {
      return span(source.tree().getParameters().get(declared.position()));
    }

    private dev.smalti.processor.ir.Span span(Tree tree) {
      return source.carried()
          ? sources.position(source.unit(), tree)
          : sources.span(source.unit(), tree);
    }

    private Rejected error(Code code, Declared at, String text, String... details) {
      return error(code, new Place(at.unit(), at.tree()), text, details);
    }

    private Rejected error(Code code, Place at, String text, String... details) {
      valid = false;
      to.error(code, at.unit(), at.tree(), text, details);
      return new Rejected();
    }
  }

  /** A tree in its file. */
  private record Place(CompilationUnitTree unit, Tree tree) {}
}
