package dev.smalti.bench;

import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.gate.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A cell of a table that was measured, or not.
 *
 * @param cell which one
 * @param rounds those of all its runs
 * @param judgement what they say
 * @param absent why it was not measured, if so; that is as good as missed
 */
record TableLine(TableCell cell, List<Round> rounds, Judgement judgement, Optional<String> absent) {
  boolean isMet() {
    return verdict() == Verdict.MET;
  }

  /** Whether the rounds say neither that it is met nor that it is missed. */
  boolean isUnclear() {
    return verdict() == Verdict.UNCLEAR || verdict() == Verdict.TOO_NOISY;
  }

  Verdict verdict() {
    return absent.isPresent() ? Verdict.MISSED : judgement.verdict();
  }
}
