package dev.smalti.processor;

import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.model.AnnotatedMethod;
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
 * then it waits: another processor may still generate what is missing. In the last round everything
 * that waits is done all the same, so that it is reported.
 */
final class CompilationSteps implements CompilationRounds {
  private final Elements elements;
  private final Diagnostics diagnostics;
  private final Options options;
  private final MissingNames missing;
  private final LocalKernels localKernels;
  private final Functions functions;
  private final MethodCompiler compiler;
  private final Emitter emitter;
  private final SourceWriter writer;
  private final UserSources sources;
  private final Printing printing;

  /** Qualified names, since elements are made anew in each round. */
  private final SortedSet<String> waiting = new TreeSet<>();

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
      LocalKernels localKernels,
      Functions functions,
      MethodCompiler compiler,
      Emitter emitter,
      SourceWriter writer,
      UserSources sources,
      Printing printing) {
    this.elements = elements;
    this.diagnostics = diagnostics;
    this.options = options;
    this.missing = missing;
    this.localKernels = localKernels;
    this.functions = functions;
    this.compiler = compiler;
    this.emitter = emitter;
    this.writer = writer;
    this.sources = sources;
    this.printing = printing;
  }

  @Override
  public void next(RoundEnvironment round) {
    if (!started) {
      started = true;
      printing.start();
      options.problems().forEach(problem -> diagnostics.error(Code.UNKNOWN_OPTION, problem));
    }
    collect(round);
    localKernels.report(round);
    functions.nextRound();
    List<ReadClass> read = read();
    if (!round.processingOver()) {
      read = withoutWaiting(read);
    }
    for (ReadClass each : read) {
      waiting.remove(each.owner().getQualifiedName().toString());
      write(each);
    }
    functions.endRound();
    printing.endOfRound(round.processingOver());
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

  private void write(ReadClass read) {
    List<Emitter.Entry> entries = new ArrayList<>();
    for (int i = 0; i < read.methods().size(); i++) {
      AnnotatedMethod method = read.methods().get(i);
      boolean written =
          read.bodies()
              .get(i)
              .map(function -> writeImplementation(read.owner(), method, function))
              .orElse(false);
      if (!missing.inSignature(method.element()) && !method.hidesObject()) {
        entries.add(new Emitter.Entry(method, written));
      }
    }
    writeFacades(read.owner(), entries);
  }

  private boolean writeImplementation(
      TypeElement owner, AnnotatedMethod method, Function function) {
    boolean all = writeClasses(owner, method, function);
    for (Function companion : functions.companions(method)) {
      all &=
          writeClasses(
              owner,
              new AnnotatedMethod(method.element(), companion.kind(), companion.id()),
              companion);
    }
    return all;
  }

  private boolean writeClasses(TypeElement owner, AnnotatedMethod method, Function function) {
    Optional<List<Generated>> classes = compiler.compile(owner, method, function);
    boolean all = classes.isPresent();
    for (Generated each : classes.orElse(List.of())) {
      all &= writer.write(each, method.element());
    }
    return all;
  }

  private void writeFacades(TypeElement owner, List<Emitter.Entry> entries) {
    try {
      emitter.facades(owner, entries).forEach(each -> writer.write(each, owner));
    } catch (RuntimeException | StackOverflowError | AssertionError failure) {
      diagnostics.error(
          Code.INTERNAL,
          owner,
          Failure.describe("the entry points of " + owner.getSimpleName(), failure),
          Code.INTERNAL.help());
    }
  }
}
