package dev.smalti.runtime.protocol;

import dev.smalti.runtime.protocol.DeadlockVerdict.Blocked;
import dev.smalti.runtime.protocol.DeadlockVerdict.Failure;
import dev.smalti.runtime.protocol.DeadlockVerdict.Raiser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is wrong with the communication of a program, in words. The compiler and the runtime say the
 * same.
 *
 * @param kind what it is
 * @param file the source file of the line
 * @param line where a caret would stand
 * @param text what is wrong, one line
 * @param details the ranks and what they do, and last what to do
 */
public record ProtocolFinding(Kind kind, String file, int line, String text, List<String> details) {
  /** What is wrong. */
  public enum Kind {
    /** Ranks wait for ever. */
    DEADLOCK,
    /** Ranks do what is forbidden. */
    FAULT,
    /** Ranks call different collectives where they meet. */
    DISAGREEMENT
  }

  static final int SHOWN = 8;

  /** Copies the list. */
  public ProtocolFinding {
    details = List.copyOf(details);
  }

  /**
   * Ranks that wait for ever.
   *
   * @param world what is communicated
   * @param stuck the verdict on it
   * @return the words
   */
  public static ProtocolFinding of(Communication world, DeadlockVerdict.Stuck stuck) {
    return new Deadlocked(world, stuck.blocked()).finding();
  }

  /**
   * Ranks that fail.
   *
   * @param world what is communicated
   * @param fails the verdict on it
   * @return the words
   */
  public static ProtocolFinding of(Communication world, DeadlockVerdict.Fails fails) {
    Failure first = fails.failures().getFirst();
    StepPlace caret = place(world, first.rank(), first.step());
    String home = caret.file();
    int all = world.traces().size();
    Map<String, List<Integer>> others = new LinkedHashMap<>();
    for (Failure failure : fails.failures()) {
      String at =
          " fails "
              + place(world, failure.rank(), failure.step()).at(home)
              + ": "
              + failure.fault().text();
      others.computeIfAbsent(at, _ -> new ArrayList<>()).add(failure.rank());
    }
    List<String> details = new ArrayList<>();
    others.entrySet().stream()
        .limit(fails.failures().size() == 1 ? 0 : SHOWN)
        .forEach(
            entry ->
                details.add(
                    entry.getValue().size() == 1
                        ? "rank " + entry.getValue().getFirst() + entry.getKey()
                        : "ranks "
                            + names(entry.getValue())
                            + entry.getKey().replaceFirst(" fails", " fail")));
    details.add(advice(first.fault().text()));
    return new ProtocolFinding(
        Kind.FAULT,
        home,
        caret.line(),
        "rank " + first.rank() + " fails for " + ranks(all) + ": " + first.fault().text(),
        details);
  }

  /**
   * Ranks that do not agree on a collective.
   *
   * @param world what is communicated
   * @param differ the verdict on it
   * @return the words
   */
  public static ProtocolFinding of(Communication world, DeadlockVerdict.Differ differ) {
    return new Disagreement(world, differ).finding();
  }

  private static String advice(String fault) {
    if (fault.contains("/ by zero")) {
      return "Let no divisor be 0 for any rank and any number of ranks.";
    }
    return fault.matches(".*(peer|from) -\\d.*")
        ? "Java's % is negative for a negative left side: use Math.floorMod, or add the number of"
            + " ranks first."
        : "Keep peers, cells and regions inside for every rank and every number of ranks.";
  }

  /** {@code 1 rank}, {@code 2 ranks}. */
  static String ranks(int count) {
    return count == 1 ? "1 rank" : count + " ranks";
  }

  static String names(List<Integer> ranks) {
    String shown =
        ranks.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
    return ranks.size() > SHOWN ? shown + " and " + (ranks.size() - SHOWN) + " more" : shown;
  }

  static StepPlace place(Communication world, int rank, int step) {
    return world.traces().get(rank).place(step);
  }

  /** Puts a deadlock into words: who waits where, for what, and who could have raised it. */
  private static final class Deadlocked {
    private final Communication world;
    private final List<Blocked> blocked;
    private final int ranks;
    private final StepPlace caret;
    private final String home;

    Deadlocked(Communication world, List<Blocked> blocked) {
      this.world = world;
      this.blocked = blocked;
      this.ranks = world.traces().size();
      this.caret = place(blocked.getFirst());
      this.home = caret.file();
    }

    ProtocolFinding finding() {
      List<String> details = new ArrayList<>();
      blocked.stream().limit(SHOWN).map(this::waits).forEach(details::add);
      if (blocked.size() > SHOWN) {
        details.add("and " + (blocked.size() - SHOWN) + " ranks more");
      }
      details.add(advice());
      return new ProtocolFinding(
          Kind.DEADLOCK,
          home,
          caret.line(),
          "deadlock for " + ProtocolFinding.ranks(ranks) + ": " + what(),
          details);
    }

    private String what() {
      long places = blocked.stream().map(this::place).distinct().count();
      String here = places == 1 ? "here" : "for ever";
      List<Integer> who = blocked.stream().map(Blocked::rank).distinct().toList();
      if (who.size() == ranks && blocked.stream().allMatch(Deadlocked::isRaisedLater)) {
        return ranks == 1
            ? "the rank waits " + here + " before it notifies"
            : "every rank waits " + here + " before it notifies";
      }
      if (who.size() == ranks) {
        return ranks == 1 ? "the rank waits here for ever" : "every rank waits for ever";
      }
      return who.size() == 1
          ? "rank " + names(who) + " waits here for ever"
          : "ranks " + names(who) + " wait for ever";
    }

    private StepPlace place(Blocked wait) {
      return ProtocolFinding.place(world, wait.rank(), wait.step());
    }

    private static boolean isRaisedLater(Blocked wait) {
      return !wait.raisers().isEmpty()
          && wait.raisers().stream()
              .allMatch(raiser -> raiser.place() == DeadlockVerdict.Place.AFTER_ITS_WAIT);
    }

    private String waits(Blocked wait) {
      Event.Await await = wait.await();
      return "rank "
          + wait.rank()
          + " waits "
          + place(wait).at(home)
          + " for "
          + world.cell(await.signal(), await.cell())
          + (await.relation() == Event.Relation.GE ? " >= " : " == ")
          + await.value()
          + ", holds "
          + wait.held()
          + "; "
          + raisers(wait);
    }

    private String raisers(Blocked wait) {
      Map<Integer, List<Raiser>> later = new TreeMap<>();
      Map<Integer, List<Raiser>> counted = new TreeMap<>();
      for (Raiser raiser : wait.raisers()) {
        boolean after = raiser.place() == DeadlockVerdict.Place.AFTER_ITS_WAIT;
        (after ? later : counted)
            .computeIfAbsent(raiser.rank(), _ -> new ArrayList<>())
            .add(raiser);
      }
      if (later.isEmpty() && counted.isEmpty()) {
        return "no rank notifies this cell";
      }
      if (later.isEmpty()) {
        return "every notify of it is counted already, by " + lines(counted);
      }
      return (later.size() == 1 ? "only " : "")
          + lines(later)
          + " can raise it, after "
          + (later.size() == 1 ? "its own wait" : "their own waits");
    }

    private String lines(Map<Integer, List<Raiser>> raisers) {
      String shown =
          raisers.entrySet().stream()
              .limit(SHOWN)
              .map(
                  entry ->
                      "rank "
                          + entry.getKey()
                          + " "
                          + entry.getValue().stream()
                              .map(raiser -> place(raiser).at(home))
                              .distinct()
                              .collect(Collectors.joining(", "))
                              .replace(", at line ", ", "))
              .collect(Collectors.joining(", "));
      int more = raisers.size() - SHOWN;
      return more > 0 ? shown + " and " + more + " ranks more" : shown;
    }

    private StepPlace place(Raiser raiser) {
      return ProtocolFinding.place(world, raiser.rank(), raiser.step());
    }

    private String advice() {
      Blocked first = blocked.getFirst();
      if (caret.isInCollective()) {
        return adviceOfCollective(first);
      }
      if (isRaisedLater(first)) {
        StepPlace notify = place(first.raisers().getFirst());
        return "Move "
            + (notify.isInCollective() ? "the " + notify.collective() : "the notify")
            + " ("
            + notify.text(home)
            + ") before the wait ("
            + caret.text(home)
            + ").";
      }
      return first.raisers().isEmpty()
          ? "Notify this cell of this rank, or wait for a cell that is notified."
          : "Notify once more, or wait for what arrives: at most " + first.held() + ".";
    }

    private String adviceOfCollective(Blocked first) {
      boolean later =
          first.raisers().stream()
              .anyMatch(raiser -> raiser.place() == DeadlockVerdict.Place.AFTER_ITS_WAIT);
      if (later) {
        return "Let the ranks come to their collectives and waits in the same order.";
      }
      return first.raisers().isEmpty()
          ? "Let every rank of the domain call " + caret.collective() + " with this signal."
          : "Use the cells of a signal for collectives for nothing else, and begin with all of them"
              + " at 0.";
    }
  }
}
