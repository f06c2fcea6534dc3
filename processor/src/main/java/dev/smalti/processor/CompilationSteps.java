package dev.smalti.processor;

import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Variant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.annotation.processing.RoundEnvironment;
import javax.inject.Inject;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * What is done in a round, class by class: read the bodies, run the passes, write the classes.
 *
 * <p>A class is done in the first round in which all that it names exists, whole and once. Until
 * then it waits: another processor may still generate what is missing. What still waits in the last
 * round is reported.
 */
final class CompilationSteps implements CompilationRounds {
  /** If a callee has no code, its callers have none. */
  private static final List<FunctionKind> CALLEES_FIRST =
      List.of(FunctionKind.INCORE, FunctionKind.JIT, FunctionKind.HOST);

  private final Elements elements;
  private final Diagnostics diagnostics;
  private final Options options;
  private final MissingNames missing;
  private final SourceTexts texts;
  private final Functions functions;
  private final MethodCompiler compiler;
  private final Emitter emitter;
  private final SourceWriter writer;
  private final UserSources sources;
  private final Printing printing;
  private final Timings timings;

  /** Qualified names, since elements are made anew in each round. */
  private final SortedSet<String> waiting = new TreeSet<>();

  private final Set<FunctionId> instances = new HashSet<>();

  private boolean started;
  private int beforeReading;

  /**
   * A class as it was read in this round.
   *
   * @param bodies one a method; empty where something is wrong
   * @param wrong whether errors were found
   * @param namesMissing whether it names what does not exist
   */
  private record ReadClass(
      TypeElement owner,
      List<AnnotatedMethod> methods,
      List<Optional<Function>> bodies,
      boolean wrong,
      boolean namesMissing) {}

  @Inject
  CompilationSteps(
      Elements elements,
      Diagnostics diagnostics,
      Options options,
      MissingNames missing,
      SourceTexts texts,
      Functions functions,
      MethodCompiler compiler,
      Emitter emitter,
      SourceWriter writer,
      UserSources sources,
      Printing printing,
      Timings timings) {
    this.elements = elements;
    this.diagnostics = diagnostics;
    this.options = options;
    this.missing = missing;
    this.texts = texts;
    this.functions = functions;
    this.compiler = compiler;
    this.emitter = emitter;
    this.writer = writer;
    this.sources = sources;
    this.printing = printing;
    this.timings = timings;
  }

  @Override
  public void next(RoundEnvironment round) {
    if (!started) {
      started = true;
      printing.start();
      options.problems().forEach(problem -> diagnostics.error(Code.UNKNOWN_OPTION, problem));
    }
    collect(round);
    texts.add(round);
    writer.exist(round);
    functions.nextRound();
    if (round.processingOver()) {
      read().forEach(this::giveUp);
    } else {
      writeWhatIsReady();
    }
    functions.endRound();
    printing.endOfRound(round.processingOver());
    if (round.processingOver()) {
      timings.print();
    }
  }

  private void writeWhatIsReady() {
    List<ReadClass> ready = withoutWaiting(read());
    Set<FunctionId> written = new HashSet<>();
    for (FunctionKind kind : CALLEES_FIRST) {
      ready.forEach(each -> writeImplementations(each, kind, written));
    }
    for (ReadClass each : ready) {
      waiting.remove(each.owner().getQualifiedName().toString());
      writeFacades(each, written);
    }
  }

  private void writeImplementations(ReadClass read, FunctionKind kind, Set<FunctionId> written) {
    for (int i = 0; i < read.methods().size(); i++) {
      AnnotatedMethod method = read.methods().get(i);
      if (method.kind() == kind) {
        if (method.isGeneric()
            ? writeVariants(read.owner(), method)
            : writeImplementation(read.owner(), method, read.bodies().get(i))) {
          written.add(method.id());
        } else {
          functions.fail(method.id());
        }
      }
    }
  }

  private void writeFacades(ReadClass read, Set<FunctionId> written) {
    List<Emitter.Entry> entries =
        read.methods().stream()
            .map(method -> new Emitter.Entry(method, written.contains(method.id())))
            .toList();
    facades(read.owner(), entries.stream().filter(e -> hasEntryPoint(e.method())).toList())
        .forEach(facade -> writer.write(facade, read.owner()));
    helpers(read.owner()).forEach(carrier -> writer.write(carrier, read.owner()));
    entries.forEach(this::requireReason);
  }

  /**
   * What still waits in the last round names what nobody has generated, which is an error of
   * javac's or ours. Classes are written as far as the sources name them, to bring no errors of
   * their own, and no further: javac warns of every class that is written now.
   */
  private void giveUp(ReadClass read) {
    waiting.remove(read.owner().getQualifiedName().toString());
    List<Emitter.Entry> entries = new ArrayList<>();
    for (int i = 0; i < read.methods().size(); i++) {
      AnnotatedMethod method = read.methods().get(i);
      boolean written =
          texts.mention(method.id().implementationName())
              && writeImplementation(read.owner(), method, read.bodies().get(i));
      if (hasEntryPoint(method)) {
        entries.add(new Emitter.Entry(method, written));
      }
    }
    facades(read.owner(), entries).stream()
        .filter(facade -> texts.mention(simpleName(facade)))
        .forEach(facade -> writer.write(facade, read.owner()));
  }

  private static String simpleName(Generated type) {
    return type.name().substring(type.name().lastIndexOf('.') + 1);
  }

  /** Whoever gets no code is told why: the last line of defence against silence. */
  private void requireReason(Emitter.Entry entry) {
    if (!entry.compiled()
        && entry.method().kind() != FunctionKind.INLINE
        && !entry.method().isGeneric()
        && !diagnostics.hasReported()) {
      diagnostics.error(
          Code.INTERNAL,
          entry.method().element(),
          entry.method().id().display() + " was not compiled, and nothing else says why",
          Code.INTERNAL.help());
    }
  }

  private void collect(RoundEnvironment round) {
    for (String name : Annotations.NAMES) {
      TypeElement annotation = elements.getTypeElement(name);
      if (annotation != null) {
        for (Element method : round.getElementsAnnotatedWith(annotation)) {
          if (method.getEnclosingElement() instanceof TypeElement owner) {
            waiting.add(owner.getQualifiedName().toString());
          }
        }
      }
    }
  }

  private List<ReadClass> read() {
    List<ReadClass> read = new ArrayList<>();
    beforeReading = diagnostics.size();
    for (String name : waiting) {
      TypeElement owner = elements.getTypeElement(name);
      if (owner != null) {
        read.add(read(owner));
      }
    }
    return read;
  }

  private ReadClass read(TypeElement owner) {
    sources.add(owner);
    List<AnnotatedMethod> methods = functions.methods(owner);
    List<ExecutableElement> declared = methods.stream().map(AnnotatedMethod::element).toList();
    int before = diagnostics.size();
    List<Optional<Function>> bodies = methods.stream().map(this::read).toList();
    boolean wrong = diagnostics.hasErrorsSince(before);
    boolean namesMissing =
        declared.stream().anyMatch(missing::inSignature)
            || (wrong && missing.inClass(owner, declared));
    return new ReadClass(owner, methods, bodies, wrong, namesMissing);
  }

  /**
   * A parameter of a type that does not exist is javac's error; nothing can be said of the body.
   */
  private Optional<Function> read(AnnotatedMethod method) {
    return missing.inSignature(method.element()) ? Optional.empty() : functions.of(method);
  }

  /**
   * Leaves out the classes that wait: those that name what does not exist; then everything that is
   * wrong, for that may follow from it; and what calls a method of a class that waits.
   */
  private List<ReadClass> withoutWaiting(List<ReadClass> read) {
    if (read.stream().noneMatch(ReadClass::namesMissing)) {
      return read;
    }
    diagnostics.forgetSince(beforeReading);
    List<ReadClass> ready =
        read.stream().filter(each -> !each.namesMissing() && !each.wrong()).toList();
    return ready.stream().filter(each -> callsOnly(each, ready)).toList();
  }

  /** Reading a callee again reports again what is wrong with it, so it may not be looked at yet. */
  private boolean callsOnly(ReadClass caller, List<ReadClass> ready) {
    Set<String> waits = new HashSet<>(waiting);
    ready.forEach(each -> waits.remove(each.owner().getQualifiedName().toString()));
    return caller.bodies().stream()
        .flatMap(Optional::stream)
        .allMatch(function -> functions.callsNothingOf(waits, function));
  }

  /** A generic method has one for its variants. */
  private boolean hasEntryPoint(AnnotatedMethod method) {
    return !missing.inSignature(method.element())
        && !method.hidesObject()
        && (!method.isGeneric() || method.isSpecialized());
  }

  /** Gives whether there are some, and all were written. */
  private boolean writeVariants(TypeElement owner, AnnotatedMethod method) {
    List<Variant> variants = functions.variants(method);
    boolean all = !variants.isEmpty();
    for (Variant variant : variants) {
      Optional<Function> function = functions.find(variant.id());
      function.ifPresent(
          found -> {
            functions.instances(found).forEach(instance -> writeInstance(owner, method, instance));
            writeInstance(owner, method, found);
          });
      all = all && functions.find(variant.id()).isPresent();
    }
    return all;
  }

  private boolean writeImplementation(
      TypeElement owner, AnnotatedMethod method, Optional<Function> body) {
    return body.map(function -> writeAll(owner, method, function)).orElse(false);
  }

  private boolean writeAll(TypeElement owner, AnnotatedMethod method, Function function) {
    functions.instances(function).forEach(instance -> writeInstance(owner, method, instance));
    boolean all = writeClasses(owner, method, function);
    for (Function companion : functions.companions(method)) {
      all =
          all
              && writeClasses(
                  owner,
                  new AnnotatedMethod(method.element(), companion.kind(), companion.id()),
                  companion);
    }
    return all;
  }

  /**
   * The first who needs an instance has it written, unless an earlier compilation has, for a class
   * that is not compiled again.
   */
  private void writeInstance(TypeElement owner, AnnotatedMethod caller, Function instance) {
    if (instances.add(instance.id())
        && !functions.isCompiled(instance)
        && !writeClasses(
            owner,
            new AnnotatedMethod(caller.element(), instance.kind(), instance.id()),
            instance)) {
      functions.fail(instance.id());
    }
  }

  private boolean writeClasses(TypeElement owner, AnnotatedMethod method, Function function) {
    Optional<List<Generated>> classes = compiler.compile(owner, method, function);
    // One name that clashes is enough: the others of the method most often clash too.
    return classes.isPresent()
        && classes.get().stream().allMatch(each -> writer.write(each, method.element()));
  }

  private List<Generated> helpers(TypeElement owner) {
    try {
      return emitter.helpers(owner);
    } catch (RuntimeException | StackOverflowError | AssertionError failure) {
      diagnostics.error(
          Code.INTERNAL,
          owner,
          Failure.describe("the helpers of " + owner.getSimpleName(), failure),
          Code.INTERNAL.help());
      return List.of();
    }
  }

  private List<Generated> facades(TypeElement owner, List<Emitter.Entry> entries) {
    try {
      return timings.in("emitters", () -> emitter.facades(owner, entries));
    } catch (RuntimeException | StackOverflowError | AssertionError failure) {
      diagnostics.error(
          Code.INTERNAL,
          owner,
          Failure.describe("the entry points of " + owner.getSimpleName(), failure),
          Code.INTERNAL.help());
      return List.of();
    }
  }
}
