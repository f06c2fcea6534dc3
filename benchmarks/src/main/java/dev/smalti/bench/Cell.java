package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A line of a table: two contestants of one contest.
 *
 * @param name what is measured
 * @param kind what is made of the two times
 * @param ours who of the contest is ours
 * @param peer who it is compared with
 * @param bytes what a call reads and writes at least, for a rate; 0 if there is none to tell
 * @param goal the ratio, or the seconds, that are asked for; empty if the cell only informs
 */
record Cell(String name, Kind kind, String ours, String peer, long bytes, OptionalDouble goal) {
  /** What is made of the two times. */
  enum Kind {
    /** The peer's time divided by ours. */
    RATIO,

    /** Ours without the peer's: what ours costs on top. */
    EXTRA
  }

  /** The two of one run, round by round. */
  List<Round> rounds(Measured measured) {
    List<Double> our = measured.of(ours);
    List<Double> their = measured.of(peer);
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < our.size(); i++) {
      rounds.add(new Round(their.get(i), our.get(i)));
    }
    return rounds;
  }

  Judgement judge(List<Round> rounds) {
    return switch (kind) {
      case RATIO -> Gate.judge(rounds, goal);
      case EXTRA ->
          Gate.judgeSeconds(
              rounds.stream().map(round -> round.ours() - round.peer()).toList(), goal);
    };
  }
}
