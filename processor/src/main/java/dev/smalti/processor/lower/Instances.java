package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * Generic methods: each is looked at by itself once, and read again for each instance that a call
 * needs.
 */
final class Instances {
  /** Reads the body of a kernel or program. */
  interface Bodies {
    /**
     * The function; empty if something is wrong, which was reported.
     *
     * @param to takes what is wrong
     * @param call where reports stand, if not in the body
     */
    Optional<Function> lower(
        AnnotatedMethod method,
        Source source,
        Signature signature,
        Instance instance,
        Report to,
        Optional<Frame.Site> call);
  }

  /**
   * An instance that has been read.
   *
   * @param generic the method of which it is one
   */
  record Read(AnnotatedMethod generic, Signature signature, Function function) {}

  private final Sources sources;
  private final Signatures signatures;
  private final Report report;
  private final BiPredicate<AnnotatedMethod, Source> declarations;
  private final Bodies bodies;
  private final HelperCheck helpers;
  private final Map<FunctionId, Boolean> right = new HashMap<>();
  private final Map<FunctionId, Read> read = new LinkedHashMap<>();

  /** Those that only what is looked at by itself calls. */
  private final Map<FunctionId, Read> probed = new HashMap<>();

  /**
   * For one front end.
   *
   * @param declarations whether the form of a declaration is right; what is not is reported
   */
  Instances(
      Sources sources,
      Signatures signatures,
      Report report,
      BiPredicate<AnnotatedMethod, Source> declarations,
      Bodies bodies,
      HelperCheck helpers) {
    this.sources = sources;
    this.signatures = signatures;
    this.report = report;
    this.declarations = declarations;
    this.bodies = bodies;
    this.helpers = helpers;
  }

  /** The instances that were read so far. */
  Map<FunctionId, Read> all() {
    return Collections.unmodifiableMap(read);
  }

  /** Refuses, in silence, what is wrong with every instance: that was reported at the method. */
  void requireRight(AnnotatedMethod method, Source source) {
    if (!source.carried() && !isRight(method, source)) {
      throw new Rejected();
    }
  }

  /** Whether some instance may be right; what is wrong with all of them is reported, once. */
  boolean isRight(AnnotatedMethod method, Source source) {
    Boolean known = right.get(method.id());
    if (known != null) {
      return known;
    }
    right.put(method.id(), true); // What calls itself is looked at once.
    boolean result = declarations.test(method, source) && hasRightInstance(method, source);
    right.put(method.id(), result);
    return result;
  }

  private boolean hasRightInstance(AnnotatedMethod method, Source source) {
    if (source.tree().getBody() == null) {
      return false;
    }
    Probes probes = Probes.of(method.element());
    List<Collected> wrong = new ArrayList<>();
    for (Instance instance : probes.instances()) {
      Collected found = new Collected(report, instance);
      probe(method, source, instance, found);
      if (found.isEmpty()) {
        return true;
      }
      wrong.add(found);
    }
    Collected first = wrong.getFirst();
    Collected inAll = wrong.stream().reduce(Collected::alsoIn).orElse(first);
    if (!probes.complete()) {
      return !inAll.only(HelperCheck.WITH_ANY_ARGUMENT).report("So it is in every instance; this");
    }
    return !(inAll.isEmpty()
        ? first.report("No other instance is right either; this")
        : inAll.report("So it is in every instance; this"));
  }

  private void probe(AnnotatedMethod method, Source source, Instance instance, Report to) {
    if (method.kind() == FunctionKind.INLINE) {
      helpers.check(method, source, instance, to);
      return;
    }
    Signature signature = signatures.read(method, source, instance, to);
    if (signature.valid()) {
      bodies.lower(method, source, signature, instance, to, Optional.empty());
    }
  }

  /**
   * The instance that a call needs, read when it is needed first.
   *
   * @param site where reports about it stand
   */
  Read of(
      AnnotatedMethod generic, Source source, Instance instance, Frame caller, Frame.Site site) {
    requireRight(generic, source);
    return of(
        generic,
        source,
        instance,
        "",
        caller,
        site,
        (method, to) ->
            signatures.read(
                method, source, instance, new AtCall(to, sources, source, instance, site)));
  }

  /**
   * As above, of a method whose signature follows from the call.
   *
   * @param form what tells apart the kernels of one instance, empty for the first form
   * @param declared the signature, given the instance and what takes reports about it
   */
  Read of(
      AnnotatedMethod generic,
      Source source,
      Instance instance,
      String form,
      Frame caller,
      Frame.Site site,
      BiFunction<AnnotatedMethod, Report, Signature> declared) {
    requireRight(generic, source);
    AnnotatedMethod method =
        generic.instance(caller.lowering.id.packageName(), instance.tag() + form);
    Report to = caller.lowering.report;
    Map<FunctionId, Read> all = to == report ? read : probed;
    Read known = all.get(method.id());
    if (known != null && !known.generic().element().equals(generic.element())) {
      throw caller.error(
          Code.NAME_CLASH,
          site.tree(),
          "instances of %s and %s would have one name, %s"
              .formatted(
                  AnnotatedMethod.owner(known.generic().element()).getQualifiedName(),
                  AnnotatedMethod.owner(generic.element()).getQualifiedName(),
                  method.id().implementationName()),
          "Call one of them from another package.");
    }
    if (known != null) {
      return known;
    }
    Signature signature = declared.apply(method, to);
    Optional<Function> function =
        signature.valid()
            ? bodies.lower(method, source, signature, instance, to, Optional.of(site))
            : Optional.empty();
    Read fresh = new Read(generic, signature, function.orElseThrow(Rejected::new));
    all.put(method.id(), fresh);
    return fresh;
  }

  /** Keeps what is wrong with one instance. */
  private static final class Collected implements Report {
    private record Finding(
        Code code, CompilationUnitTree unit, Tree at, String text, List<String> details) {
      boolean isSame(Finding other) {
        return code == other.code && at == other.at;
      }
    }

    private final Report report;
    private final Instance instance;
    private final List<Finding> errors = new ArrayList<>();

    Collected(Report report, Instance instance) {
      this.report = report;
      this.instance = instance;
    }

    boolean isEmpty() {
      return errors.isEmpty();
    }

    Collected alsoIn(Collected other) {
      Collected both = new Collected(report, instance);
      errors.stream()
          .filter(error -> other.errors.stream().anyMatch(error::isSame))
          .forEach(both.errors::add);
      return both;
    }

    Collected only(Set<Code> codes) {
      Collected some = new Collected(report, instance);
      errors.stream().filter(error -> codes.contains(error.code)).forEach(some.errors::add);
      return some;
    }

    /** Gives whether there was something. */
    boolean report(String which) {
      for (Finding error : errors) {
        List<String> details = new ArrayList<>();
        details.add(which + " is the one with " + instance.text() + ".");
        details.addAll(error.details.isEmpty() ? List.of(error.code.help()) : error.details);
        report.error(error.code, error.unit, error.at, error.text, details.toArray(String[]::new));
      }
      return !errors.isEmpty();
    }

    @Override
    public void error(
        Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      errors.add(new Finding(code, unit, at, text, List.of(details)));
    }

    @Override
    public void leaveToJavac() {
      report.leaveToJavac();
    }

    @Override
    public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      // notes depend on the instance
    }
  }

  /** Says at the call of an instance what is wrong in its declaration. */
  private record AtCall(
      Report report, Sources sources, Source source, Instance instance, Frame.Site site)
      implements Report {
    @Override
    public void error(
        Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      report.error(code, site.unit(), site.tree(), text, placed(code, unit, at, details));
    }

    @Override
    public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      report.note(code, site.unit(), site.tree(), text, placed(code, unit, at, details));
    }

    @Override
    public void leaveToJavac() {
      report.leaveToJavac();
    }

    private String[] placed(Code code, CompilationUnitTree unit, Tree at, String... details) {
      List<String> all = new ArrayList<>();
      all.add(instance.within(source, sources.position(unit, at)));
      all.addAll(details.length == 0 ? List.of(code.help()) : List.of(details));
      return all.toArray(String[]::new);
    }
  }
}
