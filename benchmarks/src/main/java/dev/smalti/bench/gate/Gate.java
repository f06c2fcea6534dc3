package dev.smalti.bench.gate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rule by which a shared machine gives verdicts. A ratio is the peer's time divided by ours in
 * the same round, so more is better.
 *
 * <ul>
 *   <li>A round in which the peer differs by more than 25 percent from its own median is dropped.
 *       If that is more than a third of the rounds, the machine was too noisy for a verdict.
 *   <li>Met: the median ratio reaches the goal, and the lower end of its 90 percent interval is at
 *       least 0.95 of the goal. Missed: the upper end is below the goal. Else unclear.
 *   <li>An unclear cell is run again, at most three times; all its rounds count together.
 * </ul>
 */
public final class Gate {
  /** A cell has at least so many rounds. */
  public static final int ROUNDS = 9;

  /** An unclear cell is run again at most so often. */
  public static final int RERUNS = 3;

  private static final double OFF = 0.25;
  private static final double NEARLY = 0.95;

  private Gate() {}

  /**
   * Judges a cell that has a peer.
   *
   * @param rounds of all runs of the cell
   * @param goal the ratio that is asked for; empty if the cell only informs
   */
  public static Judgement judge(List<Round> rounds, OptionalDouble goal) {
    List<Double> ratios = kept(rounds).stream().map(Round::ratio).toList();
    int dropped = rounds.size() - ratios.size();
    Optional<Interval> interval = Interval.of(ratios);
    return new Judgement(
        verdict(rounds.size(), dropped, interval, goal), interval, ratios.size(), dropped);
  }

  private static List<Round> kept(List<Round> rounds) {
    if (rounds.isEmpty()) {
      return rounds;
    }
    double usual = Interval.median(rounds.stream().map(Round::peer).toList());
    return rounds.stream().filter(round -> Math.abs(round.peer() - usual) <= OFF * usual).toList();
  }

  private static Verdict verdict(
      int rounds, int dropped, Optional<Interval> interval, OptionalDouble goal) {
    if (goal.isEmpty() || rounds < ROUNDS) {
      return Verdict.NONE;
    }
    if (3 * dropped > rounds) {
      return Verdict.TOO_NOISY;
    }
    double must = goal.getAsDouble();
    Interval found = interval.orElseThrow(); // two thirds of nine rounds are enough for one
    if (found.low() >= NEARLY * must && found.median() >= must) {
      return Verdict.MET;
    }
    return found.high() < must ? Verdict.MISSED : Verdict.UNCLEAR;
  }

  /**
   * Judges a cell that has no peer: the median is at most the goal.
   *
   * @param seconds of all runs of the cell
   * @param goal the seconds that are allowed; empty if the cell only informs
   */
  public static Judgement judgeSeconds(List<Double> seconds, OptionalDouble goal) {
    Verdict verdict;
    if (goal.isEmpty() || seconds.size() < ROUNDS) {
      verdict = Verdict.NONE;
    } else {
      verdict = Interval.median(seconds) <= goal.getAsDouble() ? Verdict.MET : Verdict.MISSED;
    }
    return new Judgement(verdict, Interval.of(seconds), seconds.size(), 0);
  }

  /**
   * Judges a cell that has no peer by its worst round: that is at most the goal.
   *
   * @param seconds of all runs of the cell
   * @param goal the seconds that are allowed
   */
  public static Judgement judgeWorst(List<Double> seconds, double goal) {
    double worst = seconds.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    Verdict verdict =
        seconds.size() < ROUNDS ? Verdict.NONE : worst <= goal ? Verdict.MET : Verdict.MISSED;
    Optional<Interval> all = Interval.of(seconds).map(i -> new Interval(i.low(), worst, worst));
    return new Judgement(verdict, all, seconds.size(), 0);
  }
}
