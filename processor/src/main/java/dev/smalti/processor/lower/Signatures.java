package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
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
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.ShapeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    private final Map<String, Tree> firstUse = new HashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Set<String> undirected = new HashSet<>();
    private final List<String> anonymous = new ArrayList<>();
    private boolean valid = true;

    Reader(AnnotatedMethod method, Source source, Instance instance, Report to) {
      this.method = method;
      this.source = source;
      this.instance = instance;
      this.to = to;
      List<? extends VariableElement> declared = method.element().getParameters();
      for (int i = 0; i < declared.size(); i++) {
        if (declared.get(i).asType().getKind() == TypeKind.INT) {
          ints.add(source.parameter(i));
        }
      }
    }

    Signature read() {
      List<Parameter> parameters = new ArrayList<>();
      List<? extends VariableElement> declared = method.element().getParameters();
      for (int i = 0; i < declared.size(); i++) {
        VariableTree tree = source.tree().getParameters().get(i);
        int position = i;
        VariableElement element = declared.get(i);
        if (instance.constants().containsKey(source.parameter(i))) {
          continue;
        }
        try {
          parameters.add(parameter(element, tree, position));
        } catch (Rejected rejected) {
          valid = false;
        }
      }
      if (method.kind() == FunctionKind.HOST
          && (declared.isEmpty() || !languageClass(declared.getFirst().asType()).equals("World"))) {
        error(
            Code.WORLD_FIRST,
            source.tree(),
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
      return new Signature(method.id(), method.kind(), parameters, all, texts, undirected, valid);
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
                  firstUse.getOrDefault(name, source.tree()),
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
              firstUse.getOrDefault(name, source.tree()),
              "no extent of an argument determines " + name,
              "Use it alone, or as in `2 * " + name + "`, in one shape.");
        }
      }
    }

    private Parameter parameter(VariableElement element, VariableTree tree, int position) {
      String name = tree.getName().toString();
      if (name.equals(Function.RANKS)) {
        throw error(
            Code.PARAMETER_TYPE,
            tree,
            "no parameter is named ranks: in every shape that is the number of ranks",
            "Give it another name; data.ranks() and world.size() say how many ranks there are.");
      }
      TypeMirror type = element.asType();
      Optional<ScalarType> scalar = scalar(type);
      Optional<AnnotationMirror> shape = AnnotatedMethod.annotation(element, "Shape");
      Optional<Direction> direction = direction(element, tree);
      if (scalar.isPresent()) {
        refuseMemoryAnnotations(tree, shape.isPresent(), direction.isPresent());
        return new Parameter(new Variable(name, scalar.get()), Direction.IN, span(tree));
      }
      Optional<ExecutableElement> called = callbacks.method(type);
      if (called.isPresent() && type instanceof DeclaredType declared) {
        refuseMemoryAnnotations(tree, shape.isPresent(), direction.isPresent());
        return callback(name, declared, called.get(), tree);
      }
      return switch (languageClass(type)) {
        case "World" -> {
          refuseMemoryAnnotations(tree, shape.isPresent(), direction.isPresent());
          if (method.kind() != FunctionKind.HOST || position > 0) {
            throw error(
                Code.PARAMETER_TYPE,
                tree,
                "only the first parameter of a @Host method is a World",
                "A kernel asks its window: data.rank(), data.ranks().");
          }
          yield new Parameter(new Variable(name, new WorldType()), Direction.IN, span(tree));
        }
        case "Tensor" -> memory(TensorType.Kind.TENSOR, name, element, tree, shape, direction);
        case "Window" -> memory(TensorType.Kind.WINDOW, name, element, tree, shape, direction);
        case "Signal" -> {
          if (direction.isPresent()) {
            throw error(
                Code.DIRECTION_MISPLACED,
                tree,
                "a signal has no direction",
                "Remove @In, @Out or @InOut: cells change by notify only.");
          }
          yield new Parameter(
              new Variable(name, new SignalType(extents(name, element, tree, shape))),
              Direction.IN,
              span(tree));
        }
        case "Reduce", "Update", "Compare", "Staging", "Rounding" ->
            throw error(
                Code.PARAMETER_TYPE,
                tree,
                name + " is an operator, which has to be known when a kernel is compiled",
                "Write `@Const " + shown(type, tree) + " " + name + "`.");
        default ->
            throw error(
                Code.PARAMETER_TYPE,
                tree,
                "a parameter of type "
                    + shown(type, tree)
                    + " cannot be passed to "
                    + Article.with(method.annotation())
                    + " method",
                "Pass Tensor, Window, Signal, int, long, float, double or boolean.");
      };
    }

    private Parameter callback(
        String name, DeclaredType type, ExecutableElement called, VariableTree tree) {
      if (method.kind() != FunctionKind.HOST) {
        throw error(
            Code.PARAMETER_TYPE,
            tree,
            name
                + " is a callback, which cannot be passed to "
                + Article.with(method.annotation())
                + " method",
            "Pass it to the @Host method, which calls it when the dispatches before it are done.");
      }
      Optional<String> refusal = callbacks.refusal(type, called);
      if (refusal.isPresent()) {
        throw error(
            Code.PARAMETER_TYPE,
            tree,
            refusal.get(),
            "Use Consumer<Tensor<F32>>, Runnable or an interface of your own that is like them.");
      }
      return new Parameter(
          new Variable(name, callbacks.type(type, called)), Direction.IN, span(tree));
    }

    /** As it is written, unless it is a class of the user's that is named like one of ours. */
    private static String shown(TypeMirror type, VariableTree tree) {
      boolean mistakable =
          type instanceof DeclaredType declared
              && OURS.contains(declared.asElement().getSimpleName().toString());
      return mistakable ? type.toString() : String.valueOf(tree.getType());
    }

    private void refuseMemoryAnnotations(VariableTree tree, boolean shape, boolean direction) {
      if (shape) {
        throw error(
            Code.SHAPE_MISPLACED,
            tree,
            tree.getName() + " has no shape",
            "Remove @Shape: it belongs to a Tensor, Window or Signal.");
      }
      if (direction) {
        throw error(
            Code.DIRECTION_MISPLACED,
            tree,
            tree.getName() + " has no direction: a scalar is passed by value",
            "Remove @In, @Out or @InOut.");
      }
    }

    private Parameter memory(
        TensorType.Kind kind,
        String name,
        VariableElement element,
        VariableTree tree,
        Optional<AnnotationMirror> shape,
        Optional<Direction> direction) {
      List<? extends TypeMirror> arguments = ((DeclaredType) element.asType()).getTypeArguments();
      Element elementType =
          arguments.stream()
              .findFirst()
              .flatMap(instance::element)
              .orElseThrow(() -> elementTypeMissing(tree, arguments));
      if (kind == TensorType.Kind.WINDOW && direction.isEmpty()) {
        undirected.add(name);
      }
      if (kind == TensorType.Kind.WINDOW && method.kind() == FunctionKind.HOST) {
        throw error(
            Code.PARAMETER_TYPE,
            tree,
            "a program allocates its windows, it does not take them",
            "Write `Window<" + elementType + "> " + name + " = world.window(...)` in the body.");
      }
      return new Parameter(
          new Variable(
              name, new TensorType(kind, elementType, extents(name, element, tree, shape))),
          direction.orElse(Direction.IN),
          span(tree));
    }

    private Rejected elementTypeMissing(VariableTree tree, List<? extends TypeMirror> arguments) {
      if (!arguments.isEmpty() && arguments.getFirst().getKind() == TypeKind.TYPEVAR) {
        return new Rejected(); // the method has type parameters, or is not static: reported there
      }
      return error(
          Code.ELEMENT_TYPE_MISSING,
          tree,
          "the element type of " + tree.getName() + " is not written down",
          "Write one of F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL: `Tensor<F32> "
              + tree.getName()
              + "`.");
    }

    private Optional<Direction> direction(VariableElement element, VariableTree tree) {
      List<Direction> found = new ArrayList<>();
      AnnotatedMethod.annotation(element, "In").ifPresent(_ -> found.add(Direction.IN));
      AnnotatedMethod.annotation(element, "Out").ifPresent(_ -> found.add(Direction.OUT));
      AnnotatedMethod.annotation(element, "InOut").ifPresent(_ -> found.add(Direction.INOUT));
      if (found.size() > 1) {
        throw error(
            Code.SEVERAL_DIRECTIONS,
            tree,
            tree.getName() + " has " + found.size() + " directions",
            "Keep one: @InOut if old values are read and new ones written.");
      }
      return found.stream().findFirst();
    }

    private List<Dim> extents(
        String name, VariableElement element, VariableTree tree, Optional<AnnotationMirror> shape) {
      if (shape.isEmpty() && annotationTree(tree) != tree) {
        to.leaveToJavac(); // the name of the annotation means something else, or nothing
        throw new Rejected();
      }
      AnnotationMirror annotation =
          shape.orElseThrow(
              () ->
                  error(
                      Code.SHAPE_MISSING,
                      tree,
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
      Tree at = annotationTree(tree);
      List<Dim> extents;
      try {
        extents = ShapeText.parse(text, n -> extent(n, at), () -> anything(name));
      } catch (ShapeText.SyntaxException e) {
        throw error(
            Code.SHAPE_SYNTAX,
            at,
            String.valueOf(e.getMessage()),
            "A shape reads like \"ranks, 2 * (rows + 1), SIZE, ?\".");
      }
      checkExtents(extents, languageClass(element.asType()).equals("Signal"), at);
      return extents;
    }

    private void checkExtents(List<Dim> extents, boolean signal, Tree at) {
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

    private Tree annotationTree(VariableTree parameter) {
      for (AnnotationTree annotation : parameter.getModifiers().getAnnotations()) {
        String type = annotation.getAnnotationType().toString();
        if (type.equals("Shape") || type.endsWith(".Shape")) {
          return annotation.getArguments().isEmpty()
              ? annotation
              : annotation.getArguments().getFirst();
        }
      }
      return parameter;
    }

    private Dim extent(String name, Tree at) {
      if (ShapeText.isConstantName(name)) {
        Object value = source.names().constant(name).flatMap(source.names()::value).orElse("");
        if (value instanceof Integer
            || value instanceof Long
            || value instanceof Short
            || value instanceof Byte) {
          return Dim.of(((Number) value).longValue());
        }
        throw noConstant(name, at);
      }
      if (name.contains(".")) {
        throw error(
            Code.SHAPE_CONSTANT, at, name + " is not a constant", "A constant is in upper case.");
      }
      if (taken(name) && !ints.contains(name)) {
        throw error(
            Code.SHAPE_SYNTAX,
            at,
            name + " is a parameter, not an extent",
            "Only an int parameter is an extent; give the symbol or the parameter another name.");
      }
      Optional<Dim> constant = instance.extent(name);
      if (constant.isPresent()) {
        return constant.get();
      }
      uses.merge(name, 1, Integer::sum);
      firstUse.putIfAbsent(name, at);
      return Dim.named(name);
    }

    private Rejected noConstant(String name, Tree at) {
      int dot = name.lastIndexOf('.');
      String simple = name.substring(dot + 1);
      Optional<TypeElement> owner =
          dot < 0 ? Optional.empty() : source.names().typeNamed(name.substring(0, dot));
      if (dot >= 0 && owner.isEmpty()) {
        return error(
            Code.SHAPE_CONSTANT,
            at,
            "no class " + name.substring(0, dot) + " is known here",
            "Import it, or correct its name.");
      }
      Optional<VariableElement> field =
          owner.isPresent()
              ? source.names().fieldIn(owner.get(), simple)
              : source.names().field(simple);
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
      return source.tree().getParameters().stream().anyMatch(p -> p.getName().contentEquals(name));
    }

    private dev.smalti.processor.ir.Span span(Tree tree) {
      return source.carried()
          ? sources.position(source.unit(), tree)
          : sources.span(source.unit(), tree);
    }

    private Rejected error(Code code, Tree at, String text, String... details) {
      valid = false;
      to.error(code, source.unit(), at, text, details);
      return new Rejected();
    }
  }
}
