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
import dev.smalti.runtime.protocol.ProtocolFinding;
import dev.smalti.runtime.protocol.StepPlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs the communication of a program for every world size of a bounded set and decides whether it
 * deadlocks, or does what is forbidden.
 *
 * <p>Every step of every rank is known where control flow depends on ranks, sizes, constants and
 * counters. For such a program the verdict is exact: if one schedule is stuck, every schedule is. A
 * default sample of the sizes is our guess, not the user's program: what is wrong at every sample
 * is an error, and so is what is wrong at one that the user has named; what is wrong at some of our
 * own is a note that names them.
 */
public final class ProtocolCheck {
  /** Statements that one sample may take: beyond, the verdict is left to the run. */
  private static final long MOST_STEPS = 1_000_000;

  /** Statements that all samples of a program may take: beyond, the rest is not tried. */
  private static final long MOST_STEPS_IN_ALL = 10_000_000;

  private final Interpreter interpreter;
  private final FunctionTable functions;

  public ProtocolCheck(FunctionTable functions) {
    this.functions = functions;
    this.interpreter = Interpreter.of(functions);
  }

  /** What is found in one world, and how bad it is. */
  private record Found(Finding finding, int ranks) {}

  /** What is wrong for one sample. */
  private record Wrong(Finding finding, Worlds.Sample sample) {}

  /**
   * What is found, at most one thing: the smallest world that shows something wrong is enough. A
   * note only if no world shows an error; what is not decided only if nothing is wrong, and for one
   * rank, which has nobody to wait for, last.
   *
   * @param wrong numbers of ranks for which it cannot run at all, as has been reported
   */
  public List<Finding> check(Function program, Worlds worlds, Set<Integer> wrong) {
    boolean waits = new Waits(functions).in(program);
    List<Found> notes = new ArrayList<>();
    long left = MOST_STEPS_IN_ALL;
    for (int ranks : worlds.worlds()) {
      if (wrong.contains(ranks)) {
        continue;
      }
      World world = new World(program, ranks, worlds, left);
      Optional<Finding> finding = world.check();
      left = world.left;
      if (finding.isPresent() && finding.get().error()) {
        return List.of(finding.get());
      }
      finding
          .filter(note -> waits || note.code() != Code.NOT_DECIDED)
          .ifPresent(note -> notes.add(new Found(note, ranks)));
    }
    return notes.stream()
        .min(Comparator.comparingInt(ProtocolCheck::rankOf))
        .map(note -> List.of(note.finding()))
        .orElse(List.of());
  }

  /** What is wrong comes before what is not decided. */
  private static int rankOf(Found note) {
    boolean undecided = note.finding().code() == Code.NOT_DECIDED;
    return !undecided ? 0 : note.ranks() > 1 ? 1 : 2;
  }

  private static Finding notTried(Function program, int ranks, String sample) {
    return new Finding(
        Code.NOT_DECIDED,
        false,
        program.span(),
        program.id().display()
            + " is not tried for "
            + count(ranks)
            + (sample.isEmpty() ? "" : " with " + sample)
            + " and for more: what was tried before took "
            + MOST_STEPS_IN_ALL
            + " steps",
        List.of("Name fewer world sizes in @Host(worlds = ...), or smaller sizes."));
  }

  private static String count(int ranks) {
    return ranks == 1 ? "1 rank" : ranks + " ranks";
  }

  /** The samples of one world size. */
  private final class World {
    private final Function program;
    private final int ranks;
    private final Worlds worlds;
    private final List<Wrong> wrong = new ArrayList<>();
    private Optional<Finding> undecided = Optional.empty();
    private int run;
    private long left;

    World(Function program, int ranks, Worlds worlds, long left) {
      this.left = left;
      this.program = program;
      this.ranks = ranks;
      this.worlds = worlds;
    }

    Optional<Finding> check() {
      worlds.samples(program, functions, ranks).forEach(this::check);
      if (wrong.isEmpty()) {
        return undecided;
      }
      Optional<Wrong> named = wrong.stream().filter(w -> !w.sample().guessed()).findFirst();
      if (named.isPresent()) {
        return named.map(w -> described(w, true));
      }
      return Optional.of(described(wrong.getFirst(), wrong.size() == run));
    }

    private void check(Worlds.Sample sample) {
      if (left <= 0) {
        if (undecided.isEmpty()) {
          undecided = Optional.of(notTried(program, ranks, sample.toString()));
        }
        return;
      }
      CommunicationTrace trace =
          interpreter.signals(program, ranks, sample.sizes(), sample.scalars(), MOST_STEPS);
      left -= trace.steps();
      Optional<CommunicationTrace.NotCallable> notCallable = notCallable(trace);
      if (notCallable.isPresent()) {
        if (!sample.guessed()) {
          wrong.add(new Wrong(cannotBe(notCallable.get()), sample));
        }
        return;
      }
      run++;
      switch (Deadlock.verdict(trace.traces())) {
        case DeadlockVerdict.Passes() -> {}
        case DeadlockVerdict.Stuck stuck ->
            wrong.add(new Wrong(placed(ProtocolFinding.of(trace.communication(), stuck)), sample));
        case DeadlockVerdict.Fails fails ->
            wrong.add(new Wrong(placed(ProtocolFinding.of(trace.communication(), fails)), sample));
        case DeadlockVerdict.Differ differ ->
            wrong.add(new Wrong(placed(ProtocolFinding.of(trace.communication(), differ)), sample));
        case DeadlockVerdict.NotDecided notDecided -> {
          if (undecided.isEmpty()) {
            undecided = Optional.of(undecided(trace, notDecided));
          }
        }
      }
    }

    private static Optional<CommunicationTrace.NotCallable> notCallable(CommunicationTrace trace) {
      return trace.ends().getFirst() instanceof CommunicationTrace.NotCallable end
          ? Optional.of(end)
          : Optional.empty();
    }

    private Finding cannotBe(CommunicationTrace.NotCallable end) {
      return new Finding(
          Code.RANK_FAILS,
          true,
          end.origin().first(),
          program.id().display() + " cannot be called for " + count(ranks) + ": " + end.reason(),
          List.of("Name other sizes in @Host(sizes = ...)."));
    }

    private Finding placed(ProtocolFinding found) {
      Code code =
          switch (found.kind()) {
            case DEADLOCK -> Code.DEADLOCK;
            case FAULT -> Code.RANK_FAILS;
            case DISAGREEMENT -> Code.COLLECTIVES_DIFFER;
          };
      return new Finding(code, true, at(found.file(), found.line()), found.text(), found.details());
    }

    private Span at(String file, int line) {
      return new Places(program, functions)
          .at(file, line)
          .map(Origin::first)
          .orElse(program.span());
    }

    /** With the values, and what the user can say about them. */
    private Finding described(Wrong wrong, boolean error) {
      Finding finding = wrong.finding();
      List<String> details = new ArrayList<>(finding.details());
      String values = wrong.sample().toString();
      if (!values.isEmpty()) {
        details.add(
            details.size() - 1,
            error
                ? "found with " + values
                : "found with "
                    + values
                    + "; other values pass, so this is a note: @Host(sizes = \"...\") says which"
                    + " are meant");
      }
      if (!worlds.named() && mayBeExcluded(finding)) {
        details.add(
            "If it is not meant for "
                + count(ranks)
                + ", say for how many: @Host(worlds = \""
                + (ranks == 1 ? "2..4" : "...")
                + "\").");
      }
      return new Finding(finding.code(), error, finding.at(), finding.text(), details);
    }

    /** A deadlock of two ranks is hardly one of a program that is right for more. */
    private boolean mayBeExcluded(Finding finding) {
      return finding.code() == Code.RANK_FAILS || ranks != 2;
    }

    private Finding undecided(CommunicationTrace trace, DeadlockVerdict.NotDecided verdict) {
      StepPlace place = trace.traces().get(verdict.rank()).place(verdict.step());
      return new Finding(
          Code.NOT_DECIDED,
          false,
          trace.ends().get(verdict.rank()) instanceof CommunicationTrace.Undetermined end
              ? end.origin().first()
              : at(place.file(), place.line()),
          "whether "
              + program.id().display()
              + " deadlocks for "
              + count(ranks)
              + " is not decided here: "
              + verdict.reason(),
          List.of("A deadlock that remains is reported when the program runs."));
    }
  }
}
