package dev.smalti.bench.gate;

import java.util.Optional;

/**
 * What became of a cell.
 *
 * @param verdict whether the goal is met
 * @param interval of the ratios of the rounds that were kept, or of the seconds; empty if there are
 *     too few
 * @param kept how many rounds counted
 * @param dropped how many did not
 */
public record Judgement(Verdict verdict, Optional<Interval> interval, int kept, int dropped) {}
