package dev.smalti.processor;

import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.hint.Hint;
import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.Verifier;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.pass.FixValues;
import dev.smalti.processor.pass.PassPipeline;
import dev.smalti.processor.pass.ScratchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.inject.Inject;
import javax.lang.model.element.TypeElement;

/**
 * From what was read of a method to the source of its classes. A failure of ours names the method.
 */
final class MethodCompiler {
  private final Functions functions;
  private final ProtocolVerdicts verdicts;
  private final PassPipeline passes;
  private final Emitter emitter;
  private final DeviceCheck device;
  private final Dump dump;
  private final Diagnostics diagnostics;
  private final Timings timings;

  /** Whether a wrong pass has to name itself; what the last one leaves is always looked at. */
  private final boolean verifiesAll;

  private final boolean wantsHints;

  @Inject
  MethodCompiler(
      Functions functions,
      ProtocolVerdicts verdicts,
      PassPipeline passes,
      Emitter emitter,
      DeviceCheck device,
      Dump dump,
      Diagnostics diagnostics,
      Timings timings,
      Options options) {
    this.functions = functions;
    this.verdicts = verdicts;
    this.passes = passes;
    this.emitter = emitter;
    this.device = device;
    this.dump = dump;
    this.diagnostics = diagnostics;
    this.timings = timings;
    this.wantsHints = options.hints();
    this.verifiesAll = options.verify() || MethodCompiler.class.desiredAssertionStatus();
  }

  /** The classes; empty if something that the method calls is wrong, or the compiler failed. */
  Optional<List<Generated>> compile(TypeElement owner, AnnotatedMethod method, Function read) {
    Steps steps = new Steps();
    Hints hints = Hints.of(wantsHints);
    try {
      if (!functions.isComplete(read)) {
        return Optional.empty(); // Reported where the callee is declared or called.
      }
      timings.during("protocol check", () -> verdicts.report(method, read));
      if (!device.fits(owner, method, read)) {
        return Optional.empty();
      }
      Function optimized = timings.in("passes", () -> passes.run(read, steps, hints));
      timings.during("verifier", () -> verify(optimized, steps.last));
      if (isOverBudget(method, optimized)) {
        return Optional.empty();
      }
      steps.last = "the passes";
      timings.method();
      List<Generated> classes =
          new ArrayList<>(
              timings.in("emitters", () -> emitter.implementation(owner, read, optimized, hints)));
      for (SpecialCase fixed : functions.specialCases(read.id())) {
        Optional<List<Generated>> more = special(owner, method, FixValues.of(read, fixed), steps);
        if (more.isEmpty()) {
          return Optional.empty();
        }
        classes.addAll(more.get());
      }
      report(method, hints);
      return Optional.of(classes);
    } catch (RuntimeException | StackOverflowError | AssertionError failure) {
      diagnostics.error(
          Code.INTERNAL,
          method.element(),
          Failure.describe(method.id().display() + ", after " + steps.last, failure),
          Code.INTERNAL.help());
      return Optional.empty();
    }
  }

  /** The classes of a function for certain values; empty if its tiles do not fit. */
  private Optional<List<Generated>> special(
      TypeElement owner, AnnotatedMethod method, Function fixed, Steps steps) {
    if (!device.fits(owner, method, fixed)) {
      return Optional.empty();
    }
    Hints hints = Hints.of(wantsHints);
    Function optimized = timings.in("passes", () -> passes.run(fixed, steps, hints));
    timings.during("verifier", () -> verify(optimized, steps.last));
    if (isOverBudget(method, optimized)) {
      return Optional.empty();
    }
    List<Generated> classes =
        timings.in("emitters", () -> emitter.specialCase(owner, fixed, optimized, hints));
    report(method, hints);
    return Optional.of(classes);
  }

  private void report(AnnotatedMethod method, Hints hints) {
    boolean split = false;
    for (Hint hint : hints.all()) {
      // Where a method is cut is the choice of each tier: that it is will do.
      if (!split || hint.code() != Code.SPLIT) {
        String[] details = hint.details().toArray(String[]::new);
        boolean said = functions.hint(hint.code(), method, hint.at(), hint.text(), details);
        split |= said && hint.code() == Code.SPLIT;
      }
    }
  }

  private boolean isOverBudget(AnnotatedMethod method, Function optimized) {
    Optional<ScratchPlan.OverBudget> over =
        ScratchPlan.of(optimized).overBudget(ScratchPlan.DEFAULT_BUDGET);
    over.ifPresent(
        plan -> {
          List<String> details = new ArrayList<>();
          for (ScratchPlan.SizedTile tile : plan.biggest()) {
            details.add(
                "%s takes %d bytes, line %d"
                    .formatted(tile.variable().name(), tile.bytes(), tile.origin().line()));
          }
          details.add(Code.TILE_TOO_LARGE.help());
          functions.error(
              Code.TILE_TOO_LARGE,
              method,
              plan.biggest().isEmpty()
                  ? optimized.span()
                  : plan.biggest().getFirst().origin().first(),
              String.format(
                  Locale.ROOT,
                  "the tiles of %s take %d bytes of scratch, the budget is %d",
                  method.id().display(),
                  plan.bytes(),
                  plan.budget()),
              details.toArray(String[]::new));
        });
    return over.isPresent();
  }

  private void verify(Function function, String after) {
    Verifier.check(function, functions, "after " + after);
  }

  /** Looks at the result of every pass. */
  private final class Steps implements PassPipeline.Observer {
    private String last = "front end";

    @Override
    public void after(String stage, Function result) {
      last = stage;
      timings.ended(stage.startsWith("00") ? "front end" : "pass " + stage);
      dump.write(stage, result);
      if (verifiesAll) {
        verify(result, stage);
      }
      timings.ended("verifier");
    }
  }
}
