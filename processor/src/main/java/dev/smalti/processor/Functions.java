package dev.smalti.processor;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Variant;
import dev.smalti.processor.resolve.Resolutions.Resolution;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Every function of the compilation, as the front end reads it: read when it is first asked for,
 * from source where there is source, else from the compiled form that its generated class carries.
 */
@Singleton
final class Functions implements FunctionTable {
  private final BodyReader.Factory readers;
  private final CompiledForms compiled;
  private final Elements elements;
  private final Diagnostics diagnostics;
  private final ResolutionCheck resolutions;
  private final Timings timings;
  private final Map<FunctionId, Function> read = new HashMap<>();
  private final Map<FunctionId, List<TypeElement>> helpers = new HashMap<>();
  private final Set<FunctionId> instances = new HashSet<>();
  private final Set<FunctionId> failed = new HashSet<>();
  private final Set<FunctionId> open = new HashSet<>();
  private final Map<String, List<AnnotatedMethod>> methods = new HashMap<>();
  private BodyReader reader;

  @Inject
  Functions(
      BodyReader.Factory readers,
      CompiledForms compiled,
      Elements elements,
      Diagnostics diagnostics,
      ResolutionCheck resolutions,
      Timings timings) {
    this.readers = readers;
    this.compiled = compiled;
    this.elements = elements;
    this.diagnostics = diagnostics;
    this.resolutions = resolutions;
    this.timings = timings;
    this.reader = readers.open(compiled);
  }

  /** The classes of a method cannot be written: who calls it has no code either. */
  void fail(FunctionId id) {
    read.remove(id);
    failed.add(id);
  }

  /** A new round: elements are new, and what failed may be right now. */
  void nextRound() {
    reader = readers.open(compiled);
    failed.clear();
    methods.clear();
  }

  /** An error at a place of a method's function. */
  void error(Code code, AnnotatedMethod method, Span span, String text, String... details) {
    reader
        .locate(method.id(), span)
        .ifPresentOrElse(
            at -> diagnostics.error(code, at.unit(), at.tree(), text, within(at, code, details)),
            () -> diagnostics.error(code, method.element(), text, details));
  }

  /** A note at a place of a method's function. */
  void note(Code code, AnnotatedMethod method, Span span, String text, String... details) {
    reader
        .locate(method.id(), span)
        .ifPresentOrElse(
            at -> diagnostics.note(code, at.unit(), at.tree(), text, within(at, code, details)),
            () -> diagnostics.note(code, method.element(), text, details));
  }

  /**
   * A note at a place of a method's function, unless it is the code of somebody else; says whether
   * it is not.
   */
  boolean hint(Code code, AnnotatedMethod method, Span span, String text, String... details) {
    Optional<FrontEnd.Located> own =
        reader.locate(method.id(), span).filter(at -> at.within().isEmpty());
    own.ifPresent(at -> diagnostics.note(code, at.unit(), at.tree(), text, details));
    return own.isPresent();
  }

  /** The details, after the place itself where the report cannot stand there. */
  private static String[] within(FrontEnd.Located at, Code code, String... details) {
    return at.within()
        .map(
            place ->
                Stream.concat(
                        Stream.of(place),
                        details.length == 0 ? Stream.of(code.help()) : Arrays.stream(details))
                    .toArray(String[]::new))
        .orElse(details);
  }

  /** The helpers of a class in source, for other compilations. */
  Optional<HelperForm> helpers(TypeElement owner) {
    return reader.helpers(owner);
  }

  /** The kernels that a program needs beside the user's own. */
  List<Function> companions(AnnotatedMethod program) {
    return reader.companions().stream()
        .filter(
            kernel ->
                kernel.id().owner().equals(program.id().owner())
                    && kernel.id().method().equals(program.id().method())
                    && kernel.id().tag().startsWith(program.id().tag()))
        .toList();
  }

  /** The instances of generic kernels that a function calls, directly or not, callees first. */
  List<Function> instances(Function caller) {
    Set<Function> found = new LinkedHashSet<>();
    for (FunctionId callee : callees(caller)) {
      Function function = read.get(callee);
      if (function != null) {
        found.addAll(instances(function));
        if (instances.contains(callee)) {
          found.add(function);
        }
      }
    }
    return List.copyOf(found);
  }

  /** The variants of a generic method in source that were asked for and are right. */
  List<Variant> variants(AnnotatedMethod generic) {
    return reader.variants().getOrDefault(generic.id(), List.of());
  }

  /** The values for which a function is compiled once more. */
  List<SpecialCase> specialCases(FunctionId function) {
    return reader.specialCases().getOrDefault(function, List.of());
  }

  /** Whether the classes of an instance are there, from a compilation that read it the same. */
  boolean isCompiled(Function instance) {
    return compiled.find(instance.id()).filter(instance::equals).isPresent();
  }

  /** Hands over what names were taken to mean, when the round is done. */
  void endRound() {
    resolutions.add(reader.resolutions().all());
  }

  /** The function of a method in source; empty if it is wrong, which has been reported. */
  Optional<Function> of(AnnotatedMethod method) {
    FunctionId id = method.id();
    if (failed.contains(id) || open.contains(id)) {
      return Optional.empty();
    }
    Function known = read.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    open.add(id);
    Optional<Function> function = timings.in("front end", () -> guarded(method));
    open.remove(id);
    function.ifPresentOrElse(found -> read.put(id, found), () -> failed.add(id));
    return function;
  }

  private Optional<Function> guarded(AnnotatedMethod method) {
    try {
      int before = reader.resolutions().size();
      Optional<Function> function = reader.read(method.element());
      reader.companions().forEach(kernel -> read.putIfAbsent(kernel.id(), kernel));
      List<TypeElement> consumed = helpers(method, reader.resolutions().since(before));
      helpers.put(method.id(), consumed);
      reader.instances().forEach(instance -> addInstance(instance, consumed));
      return function;
    } catch (RuntimeException | StackOverflowError | AssertionError failure) {
      diagnostics.error(
          Code.INTERNAL,
          method.element(),
          Failure.describe(method.id().display(), failure),
          Code.INTERNAL.help());
      return Optional.empty();
    }
  }

  private void addInstance(Function instance, List<TypeElement> consumed) {
    if (instances.add(instance.id())) {
      helpers.put(instance.id(), consumed);
    }
    read.putIfAbsent(instance.id(), instance);
  }

  /**
   * The classes in other top-level classes whose helpers went into a function: when one changes,
   * the function has to be read again.
   */
  List<TypeElement> helpersOf(FunctionId id) {
    return helpers.getOrDefault(id, List.of());
  }

  private static List<TypeElement> helpers(AnnotatedMethod method, List<Resolution> named) {
    TypeElement own = topLevel(method.element());
    return named.stream()
        .map(Resolution::element)
        .filter(Functions::isTaken)
        .map(element -> AnnotatedMethod.owner((ExecutableElement) element))
        .filter(owner -> !topLevel(owner).equals(own))
        .distinct()
        .toList();
  }

  /** Whether the body of a method goes into what is generated for its callers. */
  private static boolean isTaken(Element element) {
    return element instanceof ExecutableElement method
        && (AnnotatedMethod.annotation(method, "Inline").isPresent()
            || AnnotatedMethod.isGeneric(method) && !AnnotatedMethod.planes(method).isEmpty());
  }

  /** The class that is in no other class. */
  static TypeElement topLevel(Element member) {
    Element around = member.getEnclosingElement();
    return (around == null || around instanceof PackageElement)
            && member instanceof TypeElement type
        ? type
        : topLevel(Objects.requireNonNull(around));
  }

  @Override
  public Optional<Function> find(FunctionId id) {
    Function known = read.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    return inSource(id).map(this::of).orElseGet(() -> compiled.find(id));
  }

  private Optional<AnnotatedMethod> inSource(FunctionId id) {
    TypeElement owner = elements.getTypeElement(id.owner().replace('$', '.'));
    if (owner == null) {
      return Optional.empty();
    }
    return methods(owner).stream()
        .filter(method -> method.id().equals(id) && reader.hasSource(method.element()))
        .findFirst();
  }

  /** The annotated methods of a class, in the order of the source. */
  List<AnnotatedMethod> methods(TypeElement owner) {
    return methods.computeIfAbsent(
        elements.getBinaryName(owner).toString(),
        _ ->
            ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                .flatMap(
                    (ExecutableElement method) -> AnnotatedMethod.of(method, elements).stream())
                .toList());
  }

  /** Whether everything that a function calls, directly or not, is there. */
  boolean isComplete(Function function) {
    return isComplete(function, new HashSet<>());
  }

  private boolean isComplete(Function function, Set<FunctionId> seen) {
    return callees(function).stream()
        .filter(seen::add)
        .allMatch(id -> find(id).filter(callee -> isComplete(callee, seen)).isPresent());
  }

  /**
   * Whether a function calls no method of these classes, directly or by way of what has been read.
   *
   * @param owners qualified names
   */
  boolean callsNothingOf(Set<String> owners, Function function) {
    return callsNothingOf(owners, function, new HashSet<>());
  }

  private boolean callsNothingOf(Set<String> owners, Function function, Set<FunctionId> seen) {
    return callees(function).stream()
        .filter(seen::add)
        .allMatch(
            id ->
                !owners.contains(id.owner().replace('$', '.'))
                    && Optional.ofNullable(read.get(id))
                        .map(callee -> callsNothingOf(owners, callee, seen))
                        .orElse(true));
  }

  private static Set<FunctionId> callees(Function function) {
    Set<FunctionId> callees = new LinkedHashSet<>();
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Call call) {
          callees.add(call.callee());
        }
        super.stmt(stmt);
      }
    }.function(function);
    return callees;
  }
}
