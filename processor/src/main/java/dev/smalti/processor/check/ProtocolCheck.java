package dev.smalti.processor.check;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.run.CommunicationTrace;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.processor.message.Code;
import dev.smalti.runtime.protocol.Deadlock;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the communication of a program for every world size of a bounded set and decides whether it
 * deadlocks.
 *
 * <p>Every step of every rank is known where control flow depends on ranks, sizes, constants and
 * counters. For such a program the verdict is exact: if one schedule is stuck, every schedule is. A
 * default sample of the sizes is our guess, not the user's program: what is wrong at every sample
 * is an error, what is wrong at some is a note that names them.
 */
public final class ProtocolCheck {
  /** Statements that one program may take in all: beyond, the verdict is left to the run. */
  private static final long MOST_STEPS = 2_000_000;

  private final Interpreter interpreter;
  private final FunctionTable functions;

  public ProtocolCheck(FunctionTable functions) {
    this.functions = functions;
    this.interpreter = Interpreter.of(functions);
  }

  /** What is found; the smallest world that shows something wrong is enough. */
  public List<Finding> check(Function program, Worlds worlds) {
    for (int ranks : worlds.worlds()) {
      Optional<Finding> finding = check(program, ranks, worlds.samples(program, ranks));
      if (finding.isPresent()) {
        return List.of(finding.get());
      }
    }
    return List.of();
  }

  private Optional<Finding> check(Function program, int ranks, List<Worlds.Sample> samples) {
    List<Finding> stuck = new ArrayList<>();
    List<Worlds.Sample> where = new ArrayList<>();
    Optional<Finding> undecided = Optional.empty();
    int run = 0;
    for (Worlds.Sample sample : samples) {
      CommunicationTrace trace =
          interpreter.trace(program, ranks, sample.sizes(), sample.scalars(), MOST_STEPS);
      if (trace.ends().stream().anyMatch(CommunicationTrace.Failed.class::isInstance)) {
        continue; // these extents are none that the program can be called with
      }
      run++;
      DeadlockVerdict verdict = Deadlock.verdict(trace.traces());
      switch (verdict) {
        case DeadlockVerdict.Passes() -> {}
        case DeadlockVerdict.Stuck(List<DeadlockVerdict.Blocked> blocked) -> {
          stuck.add(new DeadlockReport(program, functions, ranks, sample).finding(blocked));
          where.add(sample);
        }
        case DeadlockVerdict.NotDecided notDecided ->
            undecided = Optional.of(undecided(program, ranks, trace, notDecided));
      }
    }
    if (stuck.isEmpty()) {
      return undecided;
    }
    return Optional.of(stuck.size() == run ? stuck.getFirst() : someTimes(stuck.getFirst(), where));
  }

  private static Finding someTimes(Finding finding, List<Worlds.Sample> where) {
    List<String> details = new ArrayList<>(finding.details());
    details.add(
        details.size() - 1,
        "found with "
            + where.getFirst()
            + "; other extents pass, so this is a note: @Host(sizes = \"...\") says which are"
            + " meant");
    return new Finding(finding.code(), false, finding.at(), finding.text(), details);
  }

  private Finding undecided(
      Function program, int ranks, CommunicationTrace trace, DeadlockVerdict.NotDecided verdict) {
    Span at =
        trace.ends().stream()
            .filter(CommunicationTrace.Undetermined.class::isInstance)
            .map(CommunicationTrace.Undetermined.class::cast)
            .map(CommunicationTrace.Undetermined::origin)
            .findFirst()
            .or(() -> new Places(program, functions).ofLine(verdict.event().line()))
            .map(Origin::first)
            .orElse(program.span());
    return new Finding(
        Code.NOT_DECIDED,
        false,
        at,
        "whether "
            + program.id().display()
            + " deadlocks for "
            + DeadlockReport.ranks(ranks)
            + " is not decided here: "
            + verdict.reason(),
        List.of("A deadlock that remains is reported when the program runs."));
  }
}
