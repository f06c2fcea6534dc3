package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Components;
import dev.smalti.processor.model.Variant;
import dev.smalti.processor.resolve.Resolutions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Reads annotated methods: checks the declaration, then lowers the body.
 *
 * <p>One front end serves one compilation; it never asks the compiler to attribute a body.
 */
public final class FrontEnd {
  private static final String OTHER_PLANE =
      "compiles nothing: only kernels and task graphs have variants";

  private final ProcessingEnvironment environment;
  private final Elements elements;
  private final Report report;
  private final Sources sources;
  private final Signatures signatures;
  private final HelperCheck helpers;
  private final Instances instances;
  private final HelperForms forms;
  private final Resolutions resolutions = new Resolutions();
  private final Map<FunctionId, Function> companions = new LinkedHashMap<>();
  private final Map<FunctionId, List<Variant>> variants = new LinkedHashMap<>();
  private final Map<FunctionId, List<SpecialCase>> cases = new LinkedHashMap<>();

  /**
   * A front end.
   *
   * @param environment of the compiler itself, not a wrapper
   * @param trees of that environment
   * @param report takes what is wrong
   * @param compiled functions of classes that are not in source
   * @param carried helpers of classes that are not in source
   */
  public FrontEnd(
      ProcessingEnvironment environment,
      Trees trees,
      Report report,
      FunctionTable compiled,
      HelperTable carried) {
    this.environment = environment;
    this.elements = environment.getElementUtils();
    this.report = report;
    this.sources = new Sources(trees, elements, carried);
    this.forms = new HelperForms(trees, elements, sources);
    this.signatures =
        new Signatures(
            sources, report, compiled, new Callbacks(elements, environment.getTypeUtils()));
    this.helpers = new HelperCheck(this::lowering);
    this.instances =
        new Instances(
            sources,
            signatures,
            report,
            (method, source) -> new Declaration(method, source).check(),
            this::body,
            helpers);
  }

  private Lowering lowering(AnnotatedMethod method, Report to) {
    return new Lowering(
        method.id(),
        method.kind(),
        to,
        sources,
        resolutions,
        elements,
        environment.getTypeUtils(),
        signatures,
        instances);
  }

  /** The identity of an annotated method. */
  public FunctionId id(ExecutableElement method) {
    return AnnotatedMethod.of(method, elements)
        .orElseThrow(() -> new IllegalArgumentException(method + " has no plane"))
        .id();
  }

  /** Whether a method comes from a source file of this compilation. */
  public boolean hasSource(ExecutableElement method) {
    return sources.hasSource(method);
  }

  /** Which element each name was taken to mean, so far. */
  public Resolutions resolutions() {
    return resolutions;
  }

  /** Where a report about a place of a lowered function, or of what it calls, stands. */
  public Optional<Located> locate(FunctionId function, Span span) {
    return sources
        .locate(function, span)
        .map(found -> new Located(found.unit(), found.tree(), found.within()));
  }

  /**
   * A tree in its file.
   *
   * @param within where the place itself is, if its file is not part of this compilation
   */
  public record Located(CompilationUnitTree unit, Tree tree, Optional<String> within) {}

  /** The helpers of a class in source, for other compilations; empty if it has none for others. */
  public Optional<HelperForm> helpers(TypeElement owner) {
    return forms.of(owner);
  }

  /**
   * Lowers a kernel or program.
   *
   * @return empty if something was wrong, which was reported; and for a helper, which is read where
   *     it is called
   */
  public Optional<Function> lower(ExecutableElement method) {
    AnnotatedMethod annotated = AnnotatedMethod.of(method, elements).orElseThrow();
    Source source = sources.of(method).orElseThrow();
    if (annotated.isGeneric()) {
      if (instances.isRight(annotated, source) && annotated.isSpecialized()) {
        readVariants(annotated, source);
      }
      return Optional.empty();
    }
    boolean special = annotated.isSpecialized();
    if (special
        && annotated.kind() != FunctionKind.INCORE
        && annotated.kind() != FunctionKind.JIT) {
      variants(annotated, source).refuse(OTHER_PLANE);
      special = false;
    }
    boolean declared = new Declaration(annotated, source).check();
    if (source.tree().getBody() == null) {
      return Optional.empty();
    }
    if (annotated.kind() == FunctionKind.INLINE) {
      if (declared) {
        helpers.check(annotated, source, Instance.NONE, report);
      }
      return Optional.empty();
    }
    Signature signature = signatures.of(annotated).orElseThrow();
    if (!signature.valid()) {
      return Optional.empty();
    }
    Optional<Function> function =
        body(annotated, source, signature, Instance.NONE, report, Optional.empty());
    if (special && function.isPresent()) {
      variants(annotated, source).read(function.get(), cases);
    }
    return declared ? function : Optional.empty();
  }

  private Variants variants(AnnotatedMethod method, Source source) {
    List<Element> chain = List.of(method.element());
    return new Variants(
        method,
        source,
        new Frame(
            lowering(method, report), source, Instance.NONE, new Environment(), List.of(), chain));
  }

  private void readVariants(AnnotatedMethod method, Source source) {
    Variants wanted = variants(method, source);
    if (method.kind() == FunctionKind.INCORE || method.kind() == FunctionKind.JIT) {
      variants.put(method.id(), wanted.read(instances, cases));
    } else {
      wanted.refuse(OTHER_PLANE);
    }
  }

  /** The values for which functions are compiled once more, by the function for all values. */
  public Map<FunctionId, List<SpecialCase>> specialCases() {
    return Collections.unmodifiableMap(cases);
  }

  /** The variants of generic methods that were asked for and are right. */
  public Map<FunctionId, List<Variant>> variants() {
    return Collections.unmodifiableMap(variants);
  }

  private Optional<Function> body(
      AnnotatedMethod method,
      Source source,
      Signature signature,
      Instance instance,
      Report to,
      Optional<Frame.Site> call) {
    Lowering lowering = lowering(method, to);
    Frame frame = frame(lowering, source, signature, instance);
    new Statements(call.map(frame::calledAt).orElse(frame), new AssignedLocals(source.tree()))
        .body(source.tree().getBody());
    if (call.isEmpty()) { // Of an instance they were looked at in its method.
      new Directions(lowering, source, signature).check();
    }
    if (lowering.failed()) {
      return Optional.empty();
    }
    Function function = function(lowering, source, signature);
    if (!lowering.allocations.check(function, to)) {
      return Optional.empty();
    }
    lowering.companions().forEach(kernel -> companions.putIfAbsent(kernel.id(), kernel));
    return Optional.of(function);
  }

  /** The instances of generic kernels that calls have needed so far. */
  public List<Function> instances() {
    return instances.all().values().stream().map(Instances.Read::function).toList();
  }

  /** Kernels that the programs read so far need beside the user's own, such as host barriers. */
  public Map<FunctionId, Function> companions() {
    return Collections.unmodifiableMap(companions);
  }

  private Frame frame(Lowering lowering, Source source, Signature signature, Instance instance) {
    Environment locals = new Environment();
    signature.symbols().forEach(lowering.builder::reserve);
    instance
        .constants()
        .forEach((name, constant) -> locals.define(name, new Local.Fixed(constant)));
    Map<String, Value> values = new LinkedHashMap<>();
    for (Parameter parameter : signature.parameters()) {
      Variable variable = parameter.variable();
      lowering.builder.reserve(variable.name());
      lowering.fix(variable, Optional.empty());
      values.put(parameter.name(), value(variable));
    }
    List<? extends VariableElement> declared = source.element().getParameters();
    for (int i = 0; i < declared.size(); i++) {
      String name = source.parameter(i);
      if (!instance.constants().containsKey(name)) {
        locals.define(name, new Local.Fixed(value(name, declared.get(i).asType(), values)));
      }
    }
    return new Frame(lowering, source, instance, locals, List.of(), List.of(source.element()));
  }

  /** A parameter; a record of its components. */
  private Value value(String name, TypeMirror type, Map<String, Value> values) {
    if (!Components.isRecord(type)) {
      return Objects.requireNonNull(values.get(name));
    }
    DeclaredType record = (DeclaredType) type;
    Map<String, Value> parts = new LinkedHashMap<>();
    Components.of(record, environment.getTypeUtils())
        .forEach(
            component ->
                parts.put(
                    component.name(),
                    value(name + "." + component.name(), component.type(), values)));
    return new Value.OfRecord((TypeElement) record.asElement(), parts);
  }

  private static Value value(Variable variable) {
    return switch (variable.type()) {
      case dev.smalti.processor.ir.ScalarType _ ->
          new Value.OfScalar(new dev.smalti.processor.ir.Scalar.Read(variable));
      case WorldType _ -> new Value.OfWorld(variable);
      case CallbackType _ -> new Value.OfCallback(variable);
      default -> new Value.OfPlace(new Place.Named(variable));
    };
  }

  private Function function(Lowering lowering, Source source, Signature signature) {
    return new Function(
        signature.id(),
        signature.kind(),
        List.of(),
        List.of(),
        parameters(lowering, signature),
        signature.symbols(),
        List.of(),
        lowering.builder.body(),
        source.carried()
            ? sources.position(source.unit(), source.tree())
            : sources.span(source.unit(), source.tree()));
  }

  /** The parameters, with the direction of a window that has none derived from the body. */
  private static List<Parameter> parameters(Lowering lowering, Signature signature) {
    List<Parameter> parameters = new ArrayList<>();
    for (Parameter parameter : signature.parameters()) {
      boolean derive = parameter.type() instanceof TensorType && signature.isDerived(parameter);
      parameters.add(
          derive
              ? new Parameter(
                  parameter.variable(),
                  Directions.derived(lowering.effects, parameter.variable()),
                  parameter.span())
              : parameter);
    }
    return parameters;
  }

  /** The form of an annotated method. */
  private final class Declaration {
    private final AnnotatedMethod method;
    private final Source source;
    private boolean right = true;

    Declaration(AnnotatedMethod method, Source source) {
      this.method = method;
      this.source = source;
    }

    boolean check() {
      ExecutableElement element = method.element();
      String name = method.id().method();
      if (AnnotatedMethod.planes(element).size() > 1) {
        wrong(Code.SEVERAL_PLANES, name + " has several planes", "Keep one annotation.");
      }
      if (!element.getModifiers().contains(Modifier.STATIC)) {
        wrong(
            Code.NOT_STATIC,
            name + " is not static",
            "Make it static; what it needs comes in as parameters.");
      }
      if (source.tree().getBody() == null) {
        wrong(Code.NO_BODY, name + " has no body", "Write the body in Java.");
      }
      element.getTypeParameters().forEach(this::checkTypeParameter);
      for (int i = 0; i < element.getParameters().size(); i++) {
        checkConstant(element.getParameters().get(i), source.tree().getParameters().get(i));
      }
      if (!element.getThrownTypes().isEmpty() || element.isVarArgs()) {
        wrong(
            Code.METHOD_FORM,
            name + (element.isVarArgs() ? " takes a variable number of arguments" : " throws"),
            "Declare plain parameters and no exceptions.");
      }
      if (method.kind() == FunctionKind.INLINE) {
        source.tree().getParameters().forEach(this::checkHelperParameter);
      } else {
        checkEntry(element, name);
      }
      return right;
    }

    private void checkTypeParameter(TypeParameterElement parameter) {
      boolean elements =
          parameter.getBounds().stream()
              .anyMatch(bound -> Signatures.languageClass(bound).equals("DType"));
      if (!elements) {
        wrong(
            Code.METHOD_FORM,
            "the type parameter "
                + parameter.getSimpleName()
                + " of "
                + method.id().method()
                + " is for no element type",
            "Write <" + parameter.getSimpleName() + " extends DType>.");
      }
    }

    private void checkConstant(VariableElement parameter, VariableTree tree) {
      if (AnnotatedMethod.isConstant(parameter) && Instance.samples(parameter.asType()).isEmpty()) {
        right = false;
        report.error(
            Code.PARAMETER_TYPE,
            source.unit(),
            tree,
            tree.getType() + " cannot be the type of a @Const parameter",
            "A constant is an int, long, float, double, boolean, or of an enum such as Reduce.");
      }
    }

    /** A helper has the shapes of its arguments, and the directions that follow from its caller. */
    private void checkHelperParameter(VariableTree parameter) {
      for (AnnotationTree annotation : parameter.getModifiers().getAnnotations()) {
        String type = annotation.getAnnotationType().toString();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        if (List.of("Shape", "In", "Out", "InOut").contains(simple)) {
          right = false;
          report.error(
              Code.UNREAD_ANNOTATION,
              source.unit(),
              annotation,
              "@" + simple + " on " + parameter.getName() + " of a helper is read by nothing",
              "Remove it: a helper takes each argument with its shape, and may do with it what its"
                  + " caller may.");
        }
      }
    }

    private void checkEntry(ExecutableElement element, String name) {
      if (method.hidesObject()) {
        wrong(
            Code.METHOD_FORM,
            name + " is a method of java.lang.Object, which an entry point cannot hide",
            "Give the method another name.");
      }
      if (clashesWithFacade()) {
        wrong(
            Code.NAME_CLASH,
            "the class of the program "
                + name
                + " would be in a class of that name, "
                + method.id().flatOwner()
                + "Programs",
            "Give the method another name.");
      }
      hidden(element)
          .ifPresent(
              type ->
                  wrong(
                      Code.NAME_CLASH,
                      "the class of the program %s hides %s in %sPrograms, which takes it or a"
                              .formatted(name, type, method.id().flatOwner())
                          + " class inside of it, and without a package it has no other name",
                      "Give the method another name, or put the class into a package."));
      if (element.getReturnType().getKind() != TypeKind.VOID) {
        wrong(
            Code.NOT_VOID,
            name + " returns a value",
            "Return void; results leave through @Out parameters.");
      }
      TypeElement owner = AnnotatedMethod.owner(element);
      if (!AnnotatedMethod.isNamed(owner)) {
        wrong(
            Code.LOCAL_CLASS,
            name + " is in a local or anonymous class",
            "Move it to a named class or a nested one.");
      } else if (AnnotatedMethod.isPrivate(element)) {
        wrong(
            Code.PRIVATE,
            name + " or a class around it is private",
            "Make it at least package-private: generated code beside it names its types.");
      }
    }

    private boolean clashesWithFacade() {
      return method.kind() == FunctionKind.HOST
          && method.id().method().equalsIgnoreCase(method.id().flatOwner() + "Programs");
    }

    /** The class that nobody could name beside that of the program: there is no package. */
    private Optional<String> hidden(ExecutableElement program) {
      if (method.kind() != FunctionKind.HOST || !method.id().packageName().isEmpty()) {
        return Optional.empty();
      }
      String own = method.id().method();
      Set<String> taken = new HashSet<>();
      for (ExecutableElement beside :
          ElementFilter.methodsIn(AnnotatedMethod.owner(program).getEnclosedElements())) {
        if (AnnotatedMethod.planes(beside).contains(FunctionKind.HOST)) {
          beside.getParameters().forEach(parameter -> outermost(parameter.asType(), taken));
        }
      }
      return taken.stream()
          .filter(type -> type.substring(1).equals(own.substring(1)))
          .filter(type -> Character.toUpperCase(own.charAt(0)) == type.charAt(0))
          .findFirst();
    }

    /** The top-level classes, in no package, that a type names. */
    private void outermost(TypeMirror type, Set<String> found) {
      if (!(type instanceof DeclaredType declared)) {
        return;
      }
      Element each = declared.asElement();
      while (each.getEnclosingElement() instanceof TypeElement around) {
        each = around;
      }
      if (elements.getPackageOf(each).isUnnamed()) {
        found.add(each.getSimpleName().toString());
      }
      declared.getTypeArguments().forEach(argument -> outermost(argument, found));
    }

    private void wrong(Code code, String text, String help) {
      right = false;
      report.error(code, source.unit(), source.tree(), text, help);
    }
  }

  /** What is written down about directions against what the body does. */
  private static final class Directions {
    private final Lowering lowering;
    private final Source source;
    private final Signature signature;

    Directions(Lowering lowering, Source source, Signature signature) {
      this.lowering = lowering;
      this.source = source;
      this.signature = signature;
    }

    static Direction derived(Effects effects, Variable memory) {
      List<Effects.Effect> all = effects.of(memory);
      boolean written = all.stream().anyMatch(Effects.Effect::write);
      boolean firstRead = effects.readBeforeWrite(memory).isPresent();
      if (!written) {
        return Direction.IN;
      }
      return firstRead ? Direction.INOUT : Direction.OUT;
    }

    void check() {
      if (lowering.failed()) {
        return; // what was left out may have been the missing write
      }
      for (Parameter parameter : signature.parameters()) {
        if (parameter.type() instanceof TensorType
            && !signature.undirected().contains(parameter.name())) {
          check(parameter, tree(parameter));
        }
      }
    }

    private Tree tree(Parameter parameter) {
      String name = parameter.name();
      String declared = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
      return source.tree().getParameters().stream()
          .filter(tree -> tree.getName().contentEquals(declared))
          .findFirst()
          .orElseThrow();
    }

    private void check(Parameter parameter, Tree at) {
      List<Effects.Effect> all = lowering.effects.of(parameter.variable());
      Optional<Effects.Effect> write = all.stream().filter(Effects.Effect::write).findFirst();
      String name = parameter.name();
      boolean mayDoLess = signature.atMost().contains(name) || !lowering.isWhole();
      switch (parameter.direction()) {
        case IN ->
            write.ifPresent(
                effect ->
                    error(
                        Code.WRITES_INPUT,
                        effect,
                        name + " is an input and is written here",
                        "Declare it @Out, or @InOut if its old values are read."));
        case OUT -> {
          if (write.isEmpty() && !mayDoLess) {
            error(
                Code.NEVER_WRITTEN,
                at,
                name + " is @Out and the body never writes it",
                "Store to it, or drop @Out.");
          } else {
            lowering
                .effects
                .readBeforeWrite(parameter.variable())
                .ifPresent(
                    read ->
                        error(
                            Code.DIRECTION_DIFFERS,
                            read,
                            name + " is @Out and is read here before the body writes it",
                            "Declare it @InOut."));
          }
        }
        case INOUT -> {
          if (write.isEmpty() && !mayDoLess) {
            error(
                Code.DIRECTION_DIFFERS,
                at,
                name + " is @InOut and the body only reads it",
                "Drop @InOut: without a direction it is an input.");
          }
        }
      }
    }

    private void error(Code code, Tree at, String text, String help) {
      lowering.fail();
      lowering.report.error(code, source.unit(), at, text, help);
    }

    private void error(Code code, Effects.Effect effect, String text, String help) {
      lowering.fail();
      Sources.Located at = effect.at();
      String[] details =
          Stream.concat(at.within().stream(), Stream.of(help)).toArray(String[]::new);
      lowering.report.error(code, at.unit(), at.tree(), text, details);
    }
  }
}
